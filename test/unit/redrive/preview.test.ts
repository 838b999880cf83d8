import { preview } from '../../../functions/redrive/preview';
import type { ProviderProbe } from '../../../functions/redrive/provider-probe';
import type { Payment } from '../../../functions/shared/payments';
import { aDeadLetter, type MemoryDlq, memoryDlq } from '../../../testing/memory-dlq';
import { memoryPayments } from '../../../testing/memory-payments';
import { aPayment } from '../../../testing/payment-factory';

const NEXT_MORNING = Date.parse('2026-11-30T09:00:00.000Z');
const answers: ProviderProbe = async () => undefined;

const look = (dlq: MemoryDlq, rows: readonly Payment[], probe = answers) =>
  preview({ dlq, payments: memoryPayments(rows), probe, clock: () => NEXT_MORNING });

it('says that an empty queue is safe', async () => {
  expect(await look(memoryDlq([]), [])).toEqual({
    visible: 0,
    sampled: 0,
    provider: 'not-asked',
    messages: [],
    oldestAcceptedAt: null,
    byStatus: {},
    safe: true,
    reasons: [],
  });
});

it.each([
  { case: 'unreadable', message: aDeadLetter('m-1', 'ord-1001', { body: 'hello' }), byStatus: { unreadable: 1 } },
  { case: 'of no payment', message: aDeadLetter('m-1', 'ord-1002'), byStatus: { unknown: 1 } },
  { case: 'of an attempt that is not there', message: attempt('ord-1001', 2), byStatus: { unknown: 1 } },
  { case: 'of another amount', message: altered('1999', '2000'), byStatus: { differs: 1 } },
  { case: 'of another currency', message: altered('EUR', 'USD'), byStatus: { differs: 1 } },
  { case: 'of another payment method', message: altered('pm_card_visa', 'pm_card_mastercard'), byStatus: { differs: 1 } },
  { case: 'its payment’s', message: aDeadLetter('m-1', 'ord-1001'), byStatus: { charging: 1 } },
])('joins a message that is $case with the ledger', async ({ message, byStatus }) => {
  expect(await look(memoryDlq([message]), [aPayment({ status: 'charging', chargeId: 'pi_1' })])).toMatchObject({ byStatus });
});

it.each([
  { case: 'marked', row: aPayment({ cancelRequestedAt: '2026-11-29T10:01:00.000Z' }), byStatus: { accepted: 1 } },
  { case: 'not marked, so that nobody asked for it', row: aPayment(), byStatus: { differs: 1 } },
  { case: 'cancelled', row: aPayment({ status: 'cancelled' }), byStatus: { cancelled: 1 } },
  { case: 'another', row: aPayment({ attempt: 2 }), byStatus: { unknown: 1 } },
])('joins a request to cancel a payment that is $case', async ({ row, byStatus }) => {
  const body = '{"kind":"cancel","orderId":"ord-1001","attempt":1}';
  expect(await look(memoryDlq([aDeadLetter('m-1', 'ord-1001', { body })]), [row])).toMatchObject({ byStatus });
});

function attempt(orderId: string, number: number) {
  return altered('"attempt":1', `"attempt":${number}`, orderId);
}
function altered(from: string, to: string, orderId = 'ord-1001') {
  return aDeadLetter('m-1', orderId, { body: aDeadLetter('', orderId).body.replace(from, to) });
}

it('names its messages in the order of the queue: order, message id and verdict, never a body', async () => {
  const dlq = memoryDlq([
    aDeadLetter('m-1', 'ord-1001'),
    aDeadLetter('m-2', 'ord-2', { body: 'secret' }),
    aDeadLetter('m-3', '4242424242424242', { body: 'secret' }),
  ]);
  expect((await look(dlq, [aPayment()])).messages).toEqual([
    { orderId: 'ord-1001', messageId: 'm-1', verdict: 'to-be-charged' },
    { orderId: 'ord-2', messageId: 'm-2', verdict: 'unreadable' },
    // A group may be named anything, and the answer is logged.
    { orderId: 'withheld', messageId: 'm-3', verdict: 'unreadable' },
  ]);
});

describe('the provider', () => {
  const asked: (string | undefined)[] = [];
  const probe: ProviderProbe = async (chargeId) => {
    asked.push(chargeId);
    return 'provider-unreachable';
  };
  beforeEach(() => void asked.splice(0));

  it('is asked once, after the charge of a payment in doubt when there is one', async () => {
    const dlq = memoryDlq([aDeadLetter('m-1', 'ord-a'), aDeadLetter('m-2', 'ord-b')]);
    const rows = [aPayment({ orderId: 'ord-a' }), aPayment({ orderId: 'ord-b', status: 'charging', chargeId: 'pi_b' })];
    expect(await look(dlq, rows, probe)).toMatchObject({ provider: 'provider-unreachable', safe: false });
    expect(asked).toEqual(['pi_b']);
  });

  it('is asked after any charge when none was begun', async () => {
    expect(await look(memoryDlq([aDeadLetter('m-1', 'ord-a')]), [aPayment({ orderId: 'ord-a' })])).toMatchObject({ provider: 'answers' });
    await look(memoryDlq([aDeadLetter('m-1', 'ord-a')]), [aPayment({ orderId: 'ord-a' })], probe);
    expect(asked).toEqual([undefined]);
  });

  it('is left alone when no message needs it', async () => {
    const dlq = memoryDlq([aDeadLetter('m-1', 'ord-a'), aDeadLetter('m-2', 'ord-ghost'), aDeadLetter('m-3', 'ord-b', { body: '{' })]);
    expect(await look(dlq, [aPayment({ orderId: 'ord-a', status: 'charged' })], probe)).toMatchObject({ provider: 'not-asked' });
    expect(asked).toEqual([]);
  });
});

describe('consumes nothing', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => aDeadLetter(`m-${index}`, `ord-${index}`));

  it('and can be repeated at once with the same answer', async () => {
    const dlq = memoryDlq(many(25));
    const first = await look(dlq, []);
    expect(first).toMatchObject({ visible: 25, sampled: 25 });
    expect(await look(dlq, [])).toEqual(first);
    expect(await dlq.visible()).toBe(25);
    expect(dlq.log).toEqual([]);
    expect(dlq.queue).toEqual([]);
  });

  it('of more than its sample of 100, and says how many it looked at', async () => {
    const dlq = memoryDlq(many(250));
    const seen = await look(dlq, []);
    expect(seen).toMatchObject({ visible: 250, sampled: 100, byStatus: { unknown: 100 } });
    expect(seen.reasons).toContain('sample: 100 of 250 messages were looked at, the rest may differ');
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

  it('and holds no group while it asks the ledger and the provider', async () => {
    const dlq = memoryDlq([aDeadLetter('m-1', 'ord-a')]);
    const seen: number[] = [];
    await look(dlq, [aPayment({ orderId: 'ord-a' })], async () => {
      seen.push(await dlq.visible());
      return undefined;
    });
    expect(seen).toEqual([1]);
  });

  it('when the ledger cannot be read', async () => {
    const dlq = memoryDlq(many(25));
    const payments = { get: () => Promise.reject(new Error('throttled')) };
    await expect(preview({ dlq, payments, probe: answers, clock: () => NEXT_MORNING })).rejects.toThrow('throttled');
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
