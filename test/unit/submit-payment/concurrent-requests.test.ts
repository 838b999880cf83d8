import { toMessage } from '../../../contract/payment-event';
import type { Payment, Payments } from '../../../functions/shared/payments';
import { memoryPayments } from '../../../testing/memory-payments';
import { anApi } from '../../../testing/submit-payment/submit-payment-fixture';

const TWENTY = Array.from({ length: 20 }, (_, index) => index);
const half = (index: number) => ({ amount: index % 2 === 0 ? 1000 : 2000 });

it('accepts 20 identical requests at once as one payment', async () => {
  const api = anApi();
  const results = await Promise.all(TWENTY.map(() => api.post()));
  expect(results.every(({ type }) => type === 'accepted')).toBe(true);
  expect(new Set(results.map((result) => result.type === 'accepted' && result.payment.requestId)).size).toBe(1);
  expect(results.filter((result) => result.type === 'accepted' && !result.replayed)).toHaveLength(1);
  expect(api.payments.rows()).toHaveLength(1);
  expect(api.suppressed).toHaveLength(19);
  // However often it is sent, it is one message to SQS.
  expect(new Set(api.sent.map((event) => toMessage(event).MessageDeduplicationId))).toEqual(new Set(['ord-1001/1']));
});

it('lets exactly one amount win when 20 requests at once carry two', async () => {
  const api = anApi();
  const results = await Promise.all(TWENTY.map((index) => api.post(half(index))));
  const [row] = api.payments.rows();
  expect(results.map(({ type }) => type)).toEqual(
    TWENTY.map((index) => (half(index).amount === row?.amount ? 'accepted' : 'idempotency-mismatch')),
  );
  expect(results.filter(({ type }) => type === 'accepted')).toHaveLength(10);
  expect(new Set(api.sent.map(({ amount }) => amount))).toEqual(new Set([row?.amount]));
});

it('accepts 20 different orders at once as 20 payments', async () => {
  const api = anApi();
  const results = await Promise.all(TWENTY.map((index) => api.post({ orderId: `ord-${index}` })));
  expect(results.every((result) => result.type === 'accepted' && !result.replayed)).toBe(true);
  expect(new Set(api.sent.map(({ orderId }) => orderId)).size).toBe(20);
  expect(api.suppressed).toEqual([]);
});

describe('without the condition on the put', () => {
  const bothSent = async (create: Payments['create']) => {
    const api = anApi({ payments: { ...memoryPayments(), create } });
    const results = await Promise.all(TWENTY.map((index) => api.post(half(index))));
    expect(results.filter(({ type }) => type === 'accepted')).toHaveLength(20);
    expect(new Set(api.sent.map(({ amount }) => amount))).toEqual(new Set([1000, 2000]));
  };

  it('both amounts are accepted and sent, so the tests above hold the guard', async () => {
    await bothSent(async (payment) => payment);
  });

  it('they are also when the code looks before it puts, since requests look at once', async () => {
    const table = new Map<string, Payment>();
    await bothSent(async (payment) => {
      const found = await Promise.resolve(table.get(payment.orderId));
      await Promise.resolve();
      if (!found) table.set(payment.orderId, payment);
      return found ?? payment;
    });
  });
});
