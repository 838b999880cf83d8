import { discardChosen } from '../../../functions/redrive/discard-chosen';
import type { NamedMessage } from '../../../functions/redrive/named-message';
import type { Payment } from '../../../functions/shared/payments';
import { aDeadLetter, type MemoryDlq, memoryDlq } from '../../../testing/memory-dlq';
import { memoryPayments } from '../../../testing/memory-payments';
import { aPayment } from '../../../testing/payment-factory';

const NEXT_MORNING = Date.parse('2026-11-30T09:00:00.000Z');
const DEAD = { at: '2026-11-29T10:10:00.000Z', deadLettered: true };

let recorded: NamedMessage[][];
beforeEach(() => {
  recorded = [];
});

const discard = (
  dlq: MemoryDlq,
  rows: readonly Payment[],
  messageIds: readonly string[],
  { dryRun = false, timeLeft = (): boolean => true } = {},
) =>
  discardChosen(messageIds, dryRun, {
    dlq,
    payments: memoryPayments(rows),
    record: (messages) => {
      // As the log would have it at that moment.
      recorded.push([...messages]);
      dlq.log.push(`record ${messages.map(({ messageId }) => messageId).join(' ')}`);
    },
    clock: () => NEXT_MORNING,
    timeLeft,
  });
const idsOf = (dlq: MemoryDlq) => dlq.deadLetters().map(({ messageId }) => messageId);

describe('a chosen message is deleted', () => {
  it.each([
    { case: 'unreadable', message: { body: 'hello' }, rows: [aPayment()], verdict: 'unreadable' },
    { case: 'of an unknown payment', message: {}, rows: [], verdict: 'unknown' },
    { case: 'other than its payment', message: {}, rows: [aPayment({ amount: 5 })], verdict: 'differs' },
    { case: 'of a charged payment', message: {}, rows: [aPayment({ status: 'charged' })], verdict: 'settled' },
    { case: 'of a declined payment', message: {}, rows: [aPayment({ status: 'declined' })], verdict: 'settled' },
    { case: 'of an expired payment', message: {}, rows: [aPayment({ status: 'expired' })], verdict: 'settled' },
    { case: 'of a cancelled payment', message: {}, rows: [aPayment({ status: 'cancelled' })], verdict: 'settled' },
  ])('when it is $case, and it is recorded before', async ({ message, rows, verdict }) => {
    const dlq = memoryDlq([aDeadLetter('m-1', 'ord-1001', message), aDeadLetter('m-2', 'ord-other')]);
    const named = { orderId: 'ord-1001', messageId: 'm-1', verdict };
    expect(await discard(dlq, rows, ['m-1'])).toEqual({
      discarded: [named],
      refused: [],
      notDeleted: [],
      notFound: [],
      complete: true,
    });
    expect(idsOf(dlq)).toEqual(['m-2']);
    expect(await dlq.visible()).toBe(1);
    expect(recorded).toEqual([[named]]);
    expect(dlq.log).toEqual(['record m-1', 'remove m-1']);
  });
});

it('the request to cancel an open payment is refused: it may be all that ends it', async () => {
  const body = '{"kind":"cancel","orderId":"ord-1001","attempt":1}';
  const dlq = memoryDlq([aDeadLetter('m-1', 'ord-1001', { body })]);
  const row = aPayment({ status: 'charging', chargeId: 'pi_1', cancelRequestedAt: '2026-11-29T10:01:00.000Z' });
  expect(await discard(dlq, [row], ['m-1'])).toMatchObject({ discarded: [], refused: [{ orderId: 'ord-1001', messageId: 'm-1' }] });
  expect(await dlq.visible()).toBe(1);
});

describe('a chosen message is refused by name, and stays', () => {
  it.each([
    { case: 'to be charged', row: aPayment(), verdict: 'to-be-charged' },
    { case: 'in doubt', row: aPayment({ status: 'charging', chargeId: 'pi_1' }), verdict: 'to-be-charged' },
    { case: 'failed for good', row: aPayment({ lastFailure: { code: 'provider-refused', ...DEAD } }), verdict: 'fails-again' },
    { case: 'too old to be charged', row: aPayment({ acceptedAt: '2026-10-01T00:00:00.000Z' }), verdict: 'expires' },
  ])('while its payment is open: $case', async ({ row, verdict }) => {
    const dlq = memoryDlq([aDeadLetter('m-1', 'ord-1001')]);
    expect(await discard(dlq, [row], ['m-1'])).toMatchObject({
      discarded: [],
      refused: [{ orderId: 'ord-1001', messageId: 'm-1', verdict }],
      complete: true,
    });
    expect(await dlq.visible()).toBe(1);
    expect(dlq.log).toEqual([]);
  });
});

it('a message that nobody chose stays, whatever it is', async () => {
  const dlq = memoryDlq([aDeadLetter('m-1', 'ord-a', { body: 'hello' }), aDeadLetter('m-2', 'ord-a', { body: 'hello' })]);
  await discard(dlq, [], ['m-2']);
  expect(idsOf(dlq)).toEqual(['m-1']);
});

it('a dry run says the same, and deletes and records nothing', async () => {
  const dlq = memoryDlq([aDeadLetter('m-1', 'ord-a'), aDeadLetter('m-2', 'ord-1001')]);
  expect(await discard(dlq, [aPayment()], ['m-1', 'm-2', 'm-9'], { dryRun: true })).toEqual({
    discarded: [{ orderId: 'ord-a', messageId: 'm-1', verdict: 'unknown' }],
    refused: [{ orderId: 'ord-1001', messageId: 'm-2', verdict: 'to-be-charged' }],
    notDeleted: [],
    notFound: ['m-9'],
    complete: true,
  });
  expect(await dlq.visible()).toBe(2);
  expect(dlq.log).toEqual([]);
});

it('finds a message behind many others, and stops looking once it has all', async () => {
  const dlq = memoryDlq(Array.from({ length: 95 }, (_, index) => aDeadLetter(`m-${index}`, `ord-${index}`)));
  let receives = 0;
  const receive = (seconds: number) => {
    receives += 1;
    return dlq.receive(seconds);
  };
  const counting = { ...dlq, receive };
  expect(await discard(counting, [], ['m-14'])).toMatchObject({ discarded: [{ messageId: 'm-14' }], complete: true });
  expect(receives).toBe(2);
  expect(await dlq.visible()).toBe(94);
});

it('is not complete while more may lie behind ten of one order', async () => {
  const dlq = memoryDlq(Array.from({ length: 12 }, (_, index) => aDeadLetter(`m-${index}`, 'ord-a')));
  expect(await discard(dlq, [], ['m-11'])).toMatchObject({ notFound: ['m-11'], complete: false });
  expect(
    await discard(
      dlq,
      [],
      [...Array(10).keys(), 11].map((index) => `m-${index}`),
    ),
  ).toMatchObject({ notFound: [], complete: true });
  expect(idsOf(dlq)).toEqual(['m-10']);
});

it('is not complete when time runs out, and everything is receivable again', async () => {
  const dlq = memoryDlq(Array.from({ length: 30 }, (_, index) => aDeadLetter(`m-${index}`, `ord-${index}`)));
  let rounds = 0;
  expect(await discard(dlq, [], ['m-5', 'm-25'], { timeLeft: () => rounds++ < 2 })).toMatchObject({
    discarded: [{ messageId: 'm-5' }],
    notFound: ['m-25'],
    complete: false,
  });
  expect(await dlq.visible()).toBe(29);
});

it('names what could not be deleted, and releases it', async () => {
  const dlq = memoryDlq([aDeadLetter('m-1', 'ord-a'), aDeadLetter('m-2', 'ord-b')]);
  const failing = {
    ...dlq,
    remove: (message: Parameters<typeof dlq.remove>[0]) =>
      message.messageId === 'm-1' ? Promise.reject(new TypeError('no route')) : dlq.remove(message),
  };
  expect(await discard(failing, [], ['m-1', 'm-2'])).toMatchObject({
    discarded: [{ messageId: 'm-2' }],
    notDeleted: [{ orderId: 'ord-a', messageId: 'm-1', verdict: 'unknown', error: 'TypeError' }],
  });
  expect(await dlq.visible()).toBe(1);
});

it('deletes nothing when the ledger cannot be read, and releases everything', async () => {
  const dlq = memoryDlq([aDeadLetter('m-1', 'ord-a')]);
  const payments = { get: () => Promise.reject(new Error('throttled')) };
  const ports = { dlq, payments, record: () => undefined, clock: () => NEXT_MORNING, timeLeft: () => true };
  await expect(discardChosen(['m-1'], false, ports)).rejects.toThrow('throttled');
  expect(await dlq.visible()).toBe(1);
});

it('never tells a body', async () => {
  const dlq = memoryDlq([aDeadLetter('m-1', 'ord-a', { body: '{"paymentMethod":"pm_secret"}' })]);
  const result = await discard(dlq, [], ['m-1']);
  expect(JSON.stringify([result, recorded])).not.toContain('pm_secret');
});
