import { dryRun } from '../../../functions/redrive/dry-run';
import { aDeadLetter, type MemoryDlq, memoryDlq } from '../../../testing/memory-dlq';
import { memoryPayments } from '../../../testing/memory-payments';
import { aPayment } from '../../../testing/payment-factory';

const ask = (dlq: MemoryDlq, orderIds?: readonly string[], timeLeft = () => true) =>
  dryRun(orderIds, {
    dlq,
    payments: memoryPayments([aPayment({ orderId: 'ord-7' }), aPayment({ orderId: 'ord-8', status: 'charged' })]),
    probe: async () => undefined,
    clock: () => Date.parse('2026-11-30T09:00:00.000Z'),
    timeLeft,
  });
const many = (count: number) => memoryDlq(Array.from({ length: count }, (_, index) => aDeadLetter(`m-${index}`, `ord-${index}`)));
const untouched = async (dlq: MemoryDlq, count: number) => {
  expect(dlq.log).toEqual([]);
  expect(await dlq.visible()).toBe(count);
};

it('of the whole queue says that all would be moved, and judges a sample', async () => {
  const dlq = many(250);
  expect(await ask(dlq)).toMatchObject({ wouldMove: 250, notFound: [], complete: true, preview: { visible: 250, sampled: 100 } });
  await untouched(dlq, 250);
});

it('does not say that it saw all of an order with more than ten messages, of which SQS shows ten', async () => {
  const same = memoryDlq(Array.from({ length: 14 }, (_, index) => aDeadLetter(`m-${index}`, 'ord-7')));
  expect(await ask(same, ['ord-7'])).toMatchObject({ wouldMove: 10, complete: false });
  await untouched(same, 14);
  // Many messages of an order that nobody asked for hide nothing.
  expect(await ask(same, ['ord-8'])).toMatchObject({ wouldMove: 0, notFound: ['ord-8'], complete: true });
  expect(await ask(memoryDlq(Array.from({ length: 9 }, (_, index) => aDeadLetter(`m-${index}`, 'ord-7'))), ['ord-7'])).toMatchObject({
    wouldMove: 9,
    complete: true,
  });
});

it('of chosen orders finds and judges their messages alone, behind many others', async () => {
  const dlq = many(95);
  expect(await ask(dlq, ['ord-8', 'ord-7', 'ord-500'])).toEqual({
    wouldMove: 2,
    notFound: ['ord-500'],
    complete: true,
    preview: {
      visible: 95,
      sampled: 2,
      provider: 'answers',
      messages: [
        { orderId: 'ord-7', messageId: 'm-7', verdict: 'to-be-charged' },
        { orderId: 'ord-8', messageId: 'm-8', verdict: 'settled' },
      ],
      oldestAcceptedAt: '2026-11-29T10:00:00.000Z',
      byStatus: { accepted: 1, charged: 1 },
      safe: true,
      reasons: ['1 settled already: harmless, nothing is charged again'],
    },
  });
  await untouched(dlq, 95);
});

it('of more than a hundred chosen orders counts all and judges a hundred', async () => {
  const dlq = many(150);
  const { wouldMove, preview } = await ask(
    dlq,
    Array.from({ length: 150 }, (_, index) => `ord-${index}`),
  );
  expect([wouldMove, preview.sampled]).toEqual([150, 100]);
  expect(preview.reasons).toContain('sample: 100 of 150 messages were looked at, the rest may differ');
  await untouched(dlq, 150);
});

it('that runs out of time says so, and leaves everything receivable', async () => {
  const dlq = many(30);
  const turns = [true];
  expect(await ask(dlq, ['ord-7', 'ord-25'], () => turns.shift() ?? false)).toMatchObject({
    wouldMove: 1,
    notFound: ['ord-25'],
    complete: false,
  });
  await untouched(dlq, 30);
});
