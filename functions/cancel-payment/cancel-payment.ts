import type { PaymentEvent } from '../../contract/payment-event';
import type { Problem } from '../shared/http';
import { isTerminal, type Payments } from '../shared/payments';

export interface CancelPaymentPorts {
  readonly payments: Pick<Payments, 'requestCancel'>;
  /** Puts the cancellation on the charge queue; resolves once SQS has it. */
  readonly send: (payment: Pick<PaymentEvent, 'orderId' | 'attempt'>) => Promise<void>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

export interface Cancelling {
  readonly type: 'cancelling';
  readonly orderId: string;
  readonly attempt: number;
}

/**
 * Asks to cancel a payment: marks the row first, because every delivery that reads the mark ends the payment instead of charging it, whatever
 * the order in which messages arrive. Then sends, so that nobody has to wait for a delivery that is due later.
 *
 * A repeat is answered as the first request was, whatever came of it. A failure in between is an error to the client; the mark may stand then,
 * and repeating is safe.
 */
export async function cancelPayment(
  { orderId, attempt }: Pick<PaymentEvent, 'orderId' | 'attempt'>,
  { payments, send, clock }: CancelPaymentPorts,
): Promise<Cancelling | Problem> {
  const row = await payments.requestCancel({ orderId, attempt }, new Date(clock()).toISOString());
  if (!row) return { type: 'payment-not-found' };
  if (row.status === 'charged' && row.cancelRequestedAt === undefined) {
    return { type: 'already-charged', detail: `Attempt ${attempt} was charged before anybody asked to cancel it.` };
  }
  if (!isTerminal(row)) await send({ orderId, attempt });
  return { type: 'cancelling', orderId, attempt };
}
