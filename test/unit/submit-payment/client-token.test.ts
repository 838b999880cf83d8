import { memoryPayments } from '../../../testing/memory-payments';
import { aPayment } from '../../../testing/payment-factory';
import { anApi } from '../../../testing/submit-payment/submit-payment-fixture';

const MISMATCH = { type: 'idempotency-mismatch', detail: 'This Idempotency-Key was sent with another body.' };
const HOUR = 3_600_000;

it.each([
  { case: 'another amount', over: { amount: 2000 } },
  { case: 'another order', over: { orderId: 'ord-1016b' } },
  { case: 'another attempt', over: { attempt: 2 } },
  { case: 'another payment method', over: { paymentMethod: 'pm_card_mastercard' } },
])('refuses a client token that was sent with $case, and writes nothing', async ({ over }) => {
  const api = anApi();
  await api.post({}, { clientToken: 'k-1016' });
  expect(await api.post(over, { clientToken: 'k-1016' })).toEqual(MISMATCH);
  expect(api.payments.rows()).toHaveLength(1);
  expect(api.sent).toHaveLength(1);
});

it('compares the body first, even while the first request with the token is running', async () => {
  let finish = (): void => undefined;
  const sending = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const api = anApi({ send: () => sending });
  const first = api.post({}, { clientToken: 'k-1016' });
  expect(await api.post({ amount: 2000 }, { clientToken: 'k-1016' })).toEqual(MISMATCH);
  expect(await api.post({ orderId: 'ord-1016b' }, { clientToken: 'k-1016' })).toEqual(MISMATCH);
  const same = api.post({}, { clientToken: 'k-1016' });
  finish();
  expect(await first).toMatchObject({ type: 'accepted', replayed: false });
  expect(await same).toMatchObject({ type: 'accepted', replayed: true });
  expect(api.payments.rows()).toHaveLength(1);
});

it('replays the answer for the same token and body', async () => {
  const api = anApi();
  const first = await api.post({}, { clientToken: 'k-1016' });
  expect(await api.post({}, { clientToken: 'k-1016' })).toEqual({ ...first, replayed: true });
});

it('replays an old order under a fresh token: a token never replaces the business key', async () => {
  const api = anApi();
  await api.post({}, { clientToken: 'k-1' });
  expect(await api.post({}, { clientToken: 'k-2' })).toMatchObject({ type: 'accepted', replayed: true });
  expect(await api.post({})).toMatchObject({ type: 'accepted', replayed: true });
  expect(await api.post({ amount: 2000 }, { clientToken: 'k-3' })).toMatchObject({ type: 'idempotency-mismatch' });
  expect(api.payments.rows()).toHaveLength(1);
});

it('lets a token go after 24 hours, and keeps the order', async () => {
  const api = anApi();
  await api.post({}, { clientToken: 'k-1016' });
  api.pass(24 * HOUR - 1);
  expect(await api.post({ orderId: 'ord-1016b' }, { clientToken: 'k-1016' })).toEqual(MISMATCH);
  api.pass(1);
  expect(await api.post({ orderId: 'ord-1016b' }, { clientToken: 'k-1016' })).toMatchObject({ type: 'accepted', replayed: false });
  expect(await api.post({ amount: 2000 })).toMatchObject({ type: 'idempotency-mismatch' });
});

it('keeps the token usable for the same body after its attempt was refused', async () => {
  const payments = memoryPayments([aPayment()]);
  const api = anApi({ payments });
  expect(await api.post({ attempt: 2 }, { clientToken: 'k-1016' })).toMatchObject({ type: 'attempt-not-allowed' });
  const row = await payments.startCharging(aPayment(), 'pi_1');
  await payments.settle(row, { status: 'declined', declineCode: 'card_declined' });
  expect(await api.post({ attempt: 2 }, { clientToken: 'k-1016' })).toMatchObject({ type: 'accepted', replayed: false });
});

it('accepts nothing when tokens cannot be read', async () => {
  const api = anApi({ clientTokens: { claim: () => Promise.reject(new Error('throttled')) } });
  await expect(api.post({}, { clientToken: 'k-1016' })).rejects.toThrow('throttled');
  expect(api.payments.rows()).toEqual([]);
  expect(api.sent).toEqual([]);
});
