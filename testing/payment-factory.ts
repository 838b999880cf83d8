import type { PaymentEvent } from '../contract/payment-event';
import type { Payment } from '../functions/shared/payments';

/** A valid event; what a test is about goes into `over`. */
export const anEvent = (over: Partial<PaymentEvent> = {}): PaymentEvent => ({
  orderId: 'ord-1001',
  attempt: 1,
  amount: 1999,
  currency: 'EUR',
  paymentMethod: 'pm_card_visa',
  ...over,
});

/** A row as the API creates it; what a test is about goes into `over`. */
export const aPayment = (over: Partial<Payment> = {}): Payment => ({
  ...anEvent(),
  status: 'accepted',
  acceptedAt: '2026-11-29T10:00:00.000Z',
  requestId: 'request-1',
  ...over,
});
