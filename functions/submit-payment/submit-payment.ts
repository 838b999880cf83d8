import type { Layer } from '../../contract/names';
import { type PaymentEvent, sameEvent } from '../../contract/payment-event';
import type { Problem } from '../shared/http';
import { isTerminal, type Payment, type Payments } from '../shared/payments';
import type { ClientTokens } from './client-tokens';

export interface SubmitPaymentPorts {
  readonly payments: Pick<Payments, 'create' | 'get'>;
  readonly clientTokens: ClientTokens;
  /** Puts the event on the charge queue; resolves once SQS has it. */
  readonly send: (event: PaymentEvent) => Promise<void>;
  readonly countSuppressed: (layer: Layer) => void;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

export interface Accepted {
  readonly type: 'accepted';
  readonly payment: Payment;
  /** The event had been accepted before: by an earlier request, not by this one. */
  readonly replayed: boolean;
}

/**
 * Accepts a payment event once. The row comes first, because it alone decides whether the event is new; then the message. A failure in
 * between is an error to the client, and the next request with the same event sends again, as long as the row is not terminal.
 */
export async function submitPayment(
  event: PaymentEvent,
  { clientToken, requestId }: { clientToken?: string; requestId: string },
  { payments, clientTokens, send, countSuppressed, clock }: SubmitPaymentPorts,
): Promise<Accepted | Problem> {
  if (clientToken !== undefined && (await clientTokens.claim(clientToken, event)) === 'used-for-another-event') {
    return { type: 'idempotency-mismatch', detail: 'This Idempotency-Key was sent with another body.' };
  }
  const refusal = await refuseAttempt(event, payments);
  if (refusal) return refusal;

  const acceptedAt = new Date(clock()).toISOString();
  const payment = await payments.create({ ...event, status: 'accepted', acceptedAt, requestId });
  if (!sameEvent(payment, event)) {
    return { type: 'idempotency-mismatch', detail: 'This attempt was accepted with another amount, currency or payment method.' };
  }
  // By request id: the SDK repeats a put whose answer was lost, and the repeat then finds our own row.
  const replayed = payment.requestId !== requestId;
  if (replayed) countSuppressed('Api');
  // Also when it is charging: its message may have expired in the DLQ. If it did not, the worker stops the second one.
  if (!isTerminal(payment)) await send(event);
  return { type: 'accepted', payment, replayed };
}

/** A further attempt needs the one before to have ended without a charge. That never changes again, so reading it first is no race. */
async function refuseAttempt(event: PaymentEvent, payments: SubmitPaymentPorts['payments']): Promise<Problem | undefined> {
  if (event.attempt === 1) return undefined;
  const previous = await payments.get(event.orderId, event.attempt - 1);
  if (previous && isTerminal(previous) && previous.status !== 'charged') return undefined;
  const because = previous ? `is ${previous.status}` : 'was never made';
  return {
    type: 'attempt-not-allowed',
    detail: `Attempt ${event.attempt} needs attempt ${event.attempt - 1} to have ended without a charge; it ${because}.`,
  };
}
