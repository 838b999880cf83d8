import { preview } from '../../../functions/redrive/preview';
import type { Payment } from '../../../functions/shared/payments';
import { memoryPayments } from '../shared/memory-payments';
import { aPayment } from '../shared/payment-factory';
import { aLetter, type MemoryDlq, memoryDlq } from './memory-dlq';

const DAY = 86_400_000;
const NEXT_MORNING = Date.parse('2026-11-30T09:00:00.000Z');

const look = (dlq: MemoryDlq, rows: readonly Payment[], now = NEXT_MORNING) =>
  preview({ dlq, payments: memoryPayments(rows), clock: () => now });
const one = (status: Payment['status'], over: Partial<Payment> = {}) => aPayment({ status, ...over });

it('says that an empty queue is safe', async () => {
  expect(await look(memoryDlq([]), [])).toEqual({ visible: 0, sampled: 0, oldestAcceptedAt: null, byStatus: {}, safe: true, reasons: [] });
});

it.each([
  { case: 'accepted', row: one('accepted'), status: 'accepted', safe: true, reasons: [] },
  { case: 'charging', row: one('charging', { chargeId: 'pi_1' }), status: 'charging', safe: true, reasons: [] },
  { case: 'charged', row: one('charged'), status: 'charged', safe: true, reasons: ['1 are settled already: redriving them is harmless'] },
  {
    case: 'declined',
    row: one('declined'),
    status: 'declined',
    safe: true,
    reasons: ['1 are settled already: redriving them is harmless'],
  },
  { case: 'expired', row: one('expired'), status: 'expired', safe: true, reasons: ['1 are settled already: redriving them is harmless'] },
])('joins a message with its payment that is $case', async ({ row, status, safe, reasons }) => {
  expect(await look(memoryDlq([aLetter('m-1', 'ord-1001')]), [row])).toEqual({
    visible: 1,
    sampled: 1,
    oldestAcceptedAt: '2026-11-29T10:00:00.000Z',
    byStatus: { [status]: 1 },
    safe,
    reasons,
  });
});

describe('is not safe, because the message would come back to the DLQ, when it', () => {
  const reasons = ['1 can never be charged (unreadable, unknown or differing from their payment) and will come back to the DLQ'];
  it.each([
    { case: 'is unreadable', letter: aLetter('m-1', 'ord-1001', { body: 'hello' }), byStatus: { unreadable: 1 }, oldestAcceptedAt: null },
    { case: 'has no payment', letter: aLetter('m-1', 'ord-1002'), byStatus: { unknown: 1 }, oldestAcceptedAt: null },
    {
      case: 'carries another amount',
      letter: aLetter('m-1', 'ord-1001', { body: aLetter('', 'ord-1001').body.replace('1999', '2000') }),
      byStatus: { differs: 1 },
      oldestAcceptedAt: '2026-11-29T10:00:00.000Z',
    },
  ])('$case', async ({ letter, byStatus, oldestAcceptedAt }) => {
    expect(await look(memoryDlq([letter]), [one('accepted')])).toEqual({
      visible: 1,
      sampled: 1,
      oldestAcceptedAt,
      byStatus,
      safe: false,
      reasons,
    });
  });
});

it('counts each status, gives every reason and the oldest acceptance', async () => {
  const letters = [
    aLetter('m-1', 'ord-a'),
    aLetter('m-2', 'ord-b'),
    aLetter('m-3', 'ord-b', { body: aLetter('', 'ord-b').body.replace('"attempt":1', '"attempt":2') }),
    aLetter('m-4', 'ord-c'),
    aLetter('m-5', 'ord-d', { body: '{}' }),
    aLetter('m-6', 'ord-e'),
  ];
  const rows = [
    one('accepted', { orderId: 'ord-a', acceptedAt: '2026-11-28T23:59:59.999Z' }),
    one('declined', { orderId: 'ord-b' }),
    one('accepted', { orderId: 'ord-b', attempt: 2, acceptedAt: '2026-10-01T00:00:00.000Z' }),
    one('charged', { orderId: 'ord-c' }),
  ];
  expect(await look(memoryDlq(letters), rows)).toEqual({
    visible: 6,
    sampled: 6,
    oldestAcceptedAt: '2026-10-01T00:00:00.000Z',
    byStatus: { accepted: 2, declined: 1, charged: 1, unreadable: 1, unknown: 1 },
    safe: false,
    reasons: [
      '2 can never be charged (unreadable, unknown or differing from their payment) and will come back to the DLQ',
      '1 were accepted too long ago to be charged safely and will expire',
      '2 are settled already: redriving them is harmless',
    ],
  });
});

describe('a payment accepted more than 40 days ago', () => {
  const FORTY_DAYS_LATER = Date.parse('2026-11-29T10:00:00.000Z') + 40 * DAY;
  const reasonsAt = async (now: number, row: Payment, letter = aLetter('m-1', 'ord-1001')) =>
    (await look(memoryDlq([letter]), [row], now)).reasons;

  it('is said to expire, from the first millisecond after them', async () => {
    expect(await reasonsAt(FORTY_DAYS_LATER, one('accepted'))).toEqual([]);
    expect(await reasonsAt(FORTY_DAYS_LATER + 1, one('accepted'))).toEqual([
      '1 were accepted too long ago to be charged safely and will expire',
    ]);
  });

  it('is counted once when its message was copied', async () => {
    const dlq = memoryDlq([aLetter('m-1', 'ord-1001'), aLetter('m-2', 'ord-1001')]);
    expect((await look(dlq, [one('accepted')], FORTY_DAYS_LATER + 1)).reasons).toEqual([
      '1 were accepted too long ago to be charged safely and will expire',
    ]);
  });

  it('does not expire once its charge was begun', async () => {
    expect(await reasonsAt(FORTY_DAYS_LATER + 1, one('charging', { chargeId: 'pi_1' }))).toEqual([]);
  });

  it('does not expire by a message that differs from it', async () => {
    const differing = aLetter('m-1', 'ord-1001', { body: aLetter('', 'ord-1001').body.replace('EUR', 'USD') });
    expect(await reasonsAt(FORTY_DAYS_LATER + 1, one('accepted'), differing)).toEqual([
      '1 can never be charged (unreadable, unknown or differing from their payment) and will come back to the DLQ',
    ]);
  });
});

describe('consumes nothing', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => aLetter(`m-${index}`, `ord-${index}`));

  it('and can be repeated at once with the same answer', async () => {
    const dlq = memoryDlq(many(25));
    const first = await look(dlq, []);
    expect(first).toMatchObject({ visible: 25, sampled: 25 });
    expect(await look(dlq, [])).toEqual(first);
    expect(await dlq.visible()).toBe(25);
    expect(dlq.log).toEqual([]);
    expect(dlq.queue).toEqual([]);
  });

  it('of more than its sample of 100', async () => {
    const dlq = memoryDlq(many(250));
    expect(await look(dlq, [])).toMatchObject({ visible: 250, sampled: 100, byStatus: { unknown: 100 } });
    expect(await dlq.visible()).toBe(250);
  });

  it('and keeps to 100 when SQS hands out fewer than ten at a time', async () => {
    const dlq = memoryDlq(many(250));
    // SQS may answer with any number up to ten; nine do not divide a hundred.
    const nine = {
      ...dlq,
      receive: async (seconds: number) => {
        const [tenth, ...rest] = (await dlq.receive(seconds)).reverse();
        await dlq.release(tenth ? [tenth] : []);
        return rest.reverse();
      },
    };
    expect(await look(nine, [])).toMatchObject({ sampled: 100, byStatus: { unknown: 100 } });
    expect(await dlq.visible()).toBe(250);
  });

  it('when the ledger cannot be read', async () => {
    const dlq = memoryDlq(many(25));
    const payments = { get: () => Promise.reject(new Error('throttled')) };
    await expect(preview({ dlq, payments, clock: () => NEXT_MORNING })).rejects.toThrow('throttled');
    expect(await dlq.visible()).toBe(25);
  });

  it('when receiving fails half-way', async () => {
    const dlq = memoryDlq(many(25));
    let receives = 0;
    const failing = {
      ...dlq,
      receive: (seconds: number) => (++receives === 3 ? Promise.reject(new Error('refused')) : dlq.receive(seconds)),
    };
    await expect(look(failing, [])).rejects.toThrow('refused');
    expect(await dlq.visible()).toBe(25);
  });

  it('when the queue cannot be counted', async () => {
    const dlq = memoryDlq(many(5));
    await expect(look({ ...dlq, visible: () => Promise.reject(new Error('refused')) }, [])).rejects.toThrow('refused');
    expect(await dlq.visible()).toBe(5);
  });
});
