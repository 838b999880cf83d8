import type { PaymentEvent } from '../../../contract/payment-event';
import type { Contestant } from './contestants';
import type { Installation } from './installation';

let made = 0;

/**
 * Fresh orders; for charge-once their rows are in the ledger.
 *
 * @param offsetMs milliseconds that the time of acceptance is ahead of real time
 */
export async function acceptOrders(
  installation: Installation,
  { name, hasLedger }: Contestant,
  count: number,
  offsetMs = 0,
): Promise<PaymentEvent[]> {
  const prefix = name.replace(/[^A-Za-z]+/g, '-');
  const events = Array.from({ length: count }, () => ({
    orderId: `${prefix}-${++made}`,
    attempt: 1,
    amount: 1999,
    currency: 'EUR',
    paymentMethod: 'pm_card_visa',
  }));
  const acceptedAt = new Date(Date.now() + offsetMs).toISOString();
  if (hasLedger)
    await Promise.all(
      events.map((event) => installation.payments.create({ ...event, status: 'accepted', acceptedAt, requestId: 'bench' })),
    );
  return events;
}
