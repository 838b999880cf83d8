import { toMessage } from '../../../contract/payment-event';
import { memoryPayments } from '../../../testing/memory-payments';
import { anEvent, aPayment } from '../../../testing/payment-factory';
import { anApi } from '../../../testing/submit-payment/submit-payment-fixture';

const ROW = {
  orderId: 'ord-1001',
  attempt: 1,
  amount: 1999,
  currency: 'EUR',
  paymentMethod: 'pm_card_visa',
  status: 'accepted',
  acceptedAt: '2026-11-29T10:00:00.000Z',
  requestId: 'request-1',
};

describe('a first request', () => {
  it('stores the row, sends the event and is no replay', async () => {
    const api = anApi();
    expect(await api.post()).toEqual({ type: 'accepted', payment: ROW, replayed: false });
    expect(api.payments.rows()).toEqual([ROW]);
    expect(api.sent).toEqual([{ orderId: 'ord-1001', attempt: 1, amount: 1999, currency: 'EUR', paymentMethod: 'pm_card_visa' }]);
    expect(api.suppressed).toEqual([]);
  });

  it('has its row before it sends, because the row is the only arbiter', async () => {
    const payments = memoryPayments();
    let rowsWhenSent = 0;
    const api = anApi({
      payments,
      send: async () => {
        rowsWhenSent = payments.rows().length;
      },
    });
    await api.post();
    expect(rowsWhenSent).toBe(1);
  });

  it('sends nothing when the row cannot be stored', async () => {
    const payments = { ...memoryPayments(), create: () => Promise.reject(new Error('throttled')) };
    const api = anApi({ payments });
    await expect(api.post()).rejects.toThrow('throttled');
    expect(api.sent).toEqual([]);
  });

  it('is not taken for a replay when the SDK repeated a put whose answer was lost', async () => {
    const api = anApi({ payments: memoryPayments([aPayment({ requestId: 'request-1' })]) });
    expect(await api.post()).toEqual({ type: 'accepted', payment: ROW, replayed: false });
    expect(api.sent).toHaveLength(1);
    expect(api.suppressed).toEqual([]);
  });
});

describe('a repeated request', () => {
  it('is answered with the same row, counted once, and sent again while the row is accepted', async () => {
    const api = anApi();
    await api.post();
    api.pass(360_000);
    expect(await api.post()).toEqual({ type: 'accepted', payment: ROW, replayed: true });
    expect(api.payments.rows()).toEqual([ROW]);
    expect(api.suppressed).toEqual(['Api']);
    // Within five minutes SQS drops the second send; after them the guard or the ledger does.
    expect(api.sent.map(toMessage)).toEqual([toMessage(anEvent()), toMessage(anEvent())]);
  });

  it.each(['charged', 'declined', 'expired'] as const)('sends nothing once the payment is %s', async (status) => {
    const api = anApi({ payments: memoryPayments([aPayment({ status, requestId: 'earlier' })]) });
    expect(await api.post()).toEqual({ type: 'accepted', payment: { ...ROW, status, requestId: 'earlier' }, replayed: true });
    expect(api.sent).toEqual([]);
    expect(api.suppressed).toEqual(['Api']);
  });

  it('sends again while the payment is charging: its first message may have died with its worker', async () => {
    const api = anApi({ payments: memoryPayments([aPayment({ status: 'charging', chargeId: 'pi_1', requestId: 'earlier' })]) });
    expect(await api.post()).toMatchObject({ type: 'accepted', replayed: true });
    expect(api.sent).toEqual([anEvent()]);
  });

  it('leaves a charged payment as it is', async () => {
    const charged = aPayment({ status: 'charged', chargeId: 'pi_1', chargedAt: '2026-11-29T10:00:01.000Z', requestId: 'earlier' });
    const api = anApi({ payments: memoryPayments([charged]) });
    await api.post();
    expect(api.payments.rows()).toEqual([charged]);
  });
});

describe('a failed send', () => {
  it('is an error, and the next request with the event sends again', async () => {
    const failures = [new Error('throttled'), new Error('connection reset')];
    const sent: unknown[] = [];
    const api = anApi({
      send: async (event) => {
        const failure = failures.shift();
        if (failure) throw failure;
        sent.push(event);
      },
    });
    await expect(api.post()).rejects.toThrow('throttled');
    await expect(api.post()).rejects.toThrow('connection reset');
    expect(await api.post()).toEqual({ type: 'accepted', payment: ROW, replayed: true });
    expect(sent).toEqual([anEvent()]);
    expect(api.payments.rows()).toEqual([ROW]);
  });
});

describe('the same order and attempt', () => {
  it.each([
    { case: 'another amount', over: { amount: 2000 } },
    { case: 'another currency', over: { currency: 'USD' } },
    { case: 'another payment method', over: { paymentMethod: 'pm_card_mastercard' } },
  ])('with $case is a mismatch: nothing is sent, counted or changed', async ({ over }) => {
    const api = anApi();
    await api.post();
    expect(await api.post(over)).toEqual({
      type: 'idempotency-mismatch',
      detail: 'This attempt was accepted with another amount, currency or payment method.',
    });
    expect(api.payments.rows()).toEqual([ROW]);
    expect(api.sent).toHaveLength(1);
    expect(api.suppressed).toEqual([]);
  });

  it('with another amount is a mismatch too after the payment was charged or declined', async () => {
    for (const status of ['charged', 'declined'] as const) {
      const api = anApi({ payments: memoryPayments([aPayment({ status })]) });
      expect(await api.post({ amount: 2000 })).toMatchObject({ type: 'idempotency-mismatch' });
      expect(api.sent).toEqual([]);
    }
  });

  it('in another case is another order', async () => {
    const api = anApi();
    expect(await api.post({ orderId: 'ord-a' })).toMatchObject({ replayed: false });
    expect(await api.post({ orderId: 'ORD-A', amount: 5 })).toMatchObject({ replayed: false });
    expect(api.sent).toHaveLength(2);
  });
});
