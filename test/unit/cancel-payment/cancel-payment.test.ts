import { cancelPayment } from '../../../functions/cancel-payment/cancel-payment';
import type { Payment } from '../../../functions/shared/payments';
import { memoryPayments } from '../../../testing/memory-payments';
import { aPayment } from '../../../testing/payment-factory';

const AT = '2026-11-29T10:05:00.000Z';
const key = { orderId: 'ord-1001', attempt: 1 };

function setUp(rows: Payment[], { sendFails = false } = {}) {
  const payments = memoryPayments(rows);
  const sent: unknown[] = [];
  const send = async (message: unknown) => {
    if (sendFails) throw new Error('no SQS');
    sent.push(message);
  };
  return { payments, sent, run: () => cancelPayment(key, { payments, send, clock: () => Date.parse(AT) }) };
}

it.each([
  { case: 'accepted', row: aPayment() },
  { case: 'charging', row: aPayment({ status: 'charging', chargeId: 'pi_1' }) },
])('marks a payment that is $case, then sends, so that a delivery in between already ends it', async ({ row }) => {
  const { payments, sent, run } = setUp([row]);
  expect(await run()).toEqual({ type: 'cancelling', ...key });
  expect(payments.rows()).toEqual([{ ...row, cancelRequestedAt: AT }]);
  expect(sent).toEqual([key]);
});

it.each(['declined', 'expired', 'cancelled'] as const)('has nothing to do for a payment that is %s', async (status) => {
  const { payments, sent, run } = setUp([aPayment({ status })]);
  expect(await run()).toEqual({ type: 'cancelling', ...key });
  expect(payments.rows()).toEqual([aPayment({ status })]);
  expect(sent).toEqual([]);
});

it('refuses when the payment was charged before anybody asked', async () => {
  const { sent, run } = setUp([aPayment({ status: 'charged', chargeId: 'pi_1' })]);
  expect(await run()).toEqual({ type: 'already-charged', detail: 'Attempt 1 was charged before anybody asked to cancel it.' });
  expect(sent).toEqual([]);
});

it('answers a repeat as it answered the first request, although the charge came first', async () => {
  const { run } = setUp([aPayment({ status: 'charged', chargeId: 'pi_1', cancelRequestedAt: AT })]);
  expect(await run()).toEqual({ type: 'cancelling', ...key });
});

it('knows no payment that was never accepted', async () => {
  const { payments, run } = setUp([]);
  expect(await run()).toEqual({ type: 'payment-not-found' });
  expect(payments.rows()).toEqual([]);
});

it('keeps the mark when the send fails, and sends again when it is repeated', async () => {
  const broken = setUp([aPayment()], { sendFails: true });
  await expect(broken.run()).rejects.toThrow('no SQS');
  const { sent, run } = setUp(broken.payments.rows());
  expect(await run()).toEqual({ type: 'cancelling', ...key });
  expect(sent).toEqual([key]);
});
