import { listDeadLetters } from '../../../functions/redrive/list-dead-letters';
import type { Payment } from '../../../functions/shared/payments';
import { aDeadLetter, type MemoryDlq, memoryDlq } from '../../../testing/memory-dlq';
import { memoryPayments } from '../../../testing/memory-payments';
import { aPayment } from '../../../testing/payment-factory';

const NEXT_MORNING = Date.parse('2026-11-30T09:00:00.000Z');
const SECRET = 'pm_secret';
const list = (dlq: MemoryDlq, rows: readonly Payment[] = []) =>
  listDeadLetters({ dlq, payments: memoryPayments(rows), clock: () => NEXT_MORNING });

it('says that an empty queue is empty', async () => {
  expect(await list(memoryDlq([]))).toEqual({ visible: 0, messages: [], complete: true });
});

it('names order, group, message, age, receives, status and verdict', async () => {
  const dlq = memoryDlq([aDeadLetter('m-1', 'ord-1001', { groupId: 'grp', arrivedAt: NEXT_MORNING - 90_999, receives: 7 })]);
  expect(await list(dlq, [aPayment()])).toEqual({
    visible: 1,
    messages: [
      {
        orderId: 'ord-1001',
        groupId: 'grp',
        messageId: 'm-1',
        ageSeconds: 90,
        receives: 7,
        status: 'accepted',
        verdict: 'to-be-charged',
      },
    ],
    complete: true,
  });
});

it.each([
  { case: 'a charged payment', rows: [aPayment({ status: 'charged' })], status: 'charged', verdict: 'settled' },
  { case: 'an old payment', rows: [aPayment({ acceptedAt: '2026-10-01T00:00:00.000Z' })], status: 'accepted', verdict: 'expires' },
  { case: 'no payment', rows: [], status: 'unknown', verdict: 'unknown' },
  { case: 'a payment of another amount', rows: [aPayment({ amount: 5 })], status: 'differs', verdict: 'differs' },
])('says of a message of $case: $status, $verdict', async ({ rows, status, verdict }) => {
  expect((await list(memoryDlq([aDeadLetter('m-1', 'ord-1001')]), rows)).messages).toMatchObject([{ status, verdict }]);
});

it('knows no receives when SQS does not say', async () => {
  const [message] = (await list(memoryDlq([aDeadLetter('m-1', 'ord-1001')]))).messages;
  expect(message).toMatchObject({ receives: null });
});

it('never tells a body, and no card number that somebody made a group of', async () => {
  const { messages } = await list(memoryDlq([aDeadLetter('m-1', '4242424242424242', { body: `{"paymentMethod":"${SECRET}"}` })]));
  expect(messages).toMatchObject([{ orderId: 'withheld', groupId: 'withheld', status: 'unreadable' }]);
  expect(JSON.stringify(messages)).not.toContain(SECRET);
});

it('ends at a hundred messages, and says that there are more', async () => {
  const dlq = memoryDlq(Array.from({ length: 250 }, (_, index) => aDeadLetter(`m-${index}`, `ord-${index}`)));
  const { visible, messages, complete } = await list(dlq);
  expect([visible, messages.length, complete]).toEqual([250, 100, false]);
});

it('says that there are more behind ten of one order', async () => {
  const dlq = memoryDlq(Array.from({ length: 12 }, (_, index) => aDeadLetter(`m-${index}`, 'ord-1001')));
  const { visible, messages, complete } = await list(dlq);
  expect([visible, messages.length, complete]).toEqual([12, 10, false]);
});

it('consumes nothing, also when the ledger cannot be read', async () => {
  const dlq = memoryDlq(Array.from({ length: 25 }, (_, index) => aDeadLetter(`m-${index}`, `ord-${index}`)));
  await list(dlq);
  const payments = { get: () => Promise.reject(new Error('throttled')) };
  await expect(listDeadLetters({ dlq, payments, clock: () => NEXT_MORNING })).rejects.toThrow('throttled');
  expect(await dlq.visible()).toBe(25);
  expect(dlq.log).toEqual([]);
});
