import { readCancelMessage } from '../../../contract/cancel-message';
import { readMessage, sameEvent } from '../../../contract/payment-event';
import { isTerminal, type Payments } from '../payments';
import type { DeadLetter } from './dlq';
import type { Joined } from './verdict';

/** A message with the payment that it speaks of, as the worker reads both. */
export async function join({ body }: Pick<DeadLetter, 'body'>, payments: Pick<Payments, 'get'>): Promise<Joined> {
  const cancelled = readCancelMessage(body);
  const event = cancelled === undefined ? readMessage(body) : undefined;
  const key = cancelled ?? event;
  if (key === undefined) return { status: 'unreadable' };
  const payment = await payments.get(key.orderId, key.attempt);
  if (!payment) return { status: 'unknown' };
  // Without the mark nobody asked to cancel it: the API writes it first.
  const isOfPayment = event ? sameEvent(payment, event) : isTerminal(payment) || payment.cancelRequestedAt !== undefined;
  return { status: isOfPayment ? payment.status : 'differs', payment };
}
