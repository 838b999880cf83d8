import { type PaymentEvent, readMessage, sameEvent } from '../../../contract/payment-event';
import type { Payments } from '../payments';
import type { DeadLetter } from './dlq';
import type { Joined } from './verdict';

/** A message with the payment that it speaks of, and the event that it carries, when it carries one. */
export async function join(
  { body }: Pick<DeadLetter, 'body'>,
  payments: Pick<Payments, 'get'>,
): Promise<Joined & { readonly event?: PaymentEvent }> {
  const event = readMessage(body);
  if (!event) return { status: 'unreadable' };
  const payment = await payments.get(event.orderId, event.attempt);
  if (!payment) return { status: 'unknown', event };
  return { status: sameEvent(payment, event) ? payment.status : 'differs', payment, event };
}
