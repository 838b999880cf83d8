import type { PaymentEvent } from '../../contract/payment-event';
import { MAX_WAITING_TO_RESEND } from '../../contract/windows';
import type { Payment, Payments } from '../shared/payments';

/** The charge queue, as far as the reconciliation uses it. */
export interface ResendQueue {
  /** Messages that no worker has taken up yet; approximate. */
  waiting(): Promise<number>;
  /** As the API sends it: same group, same deduplication id. */
  send(event: PaymentEvent): Promise<void>;
}

/**
 * Sends the message of a payment that the queue never delivered. Not while the queue is behind: the message may be waiting there. It may also lie in
 * the DLQ without a trace on the row, when every worker died; one too many is stopped by the guard and the ledger.
 *
 * Sent first, marked then: dying in between sends once more and never loses one. Within five minutes, when Lambda repeats the run, SQS drops
 * the second; later, the first has been delivered and the payment has moved on.
 *
 * @param clock epoch milliseconds
 */
export function createResend(queue: ResendQueue, payments: Pick<Payments, 'noteResent'>, clock: () => number) {
  // Asked once a run, and only when there is something to send.
  let isDrained: Promise<boolean> | undefined;
  return async (payment: Payment): Promise<boolean> => {
    isDrained ??= queue.waiting().then((waiting) => waiting <= MAX_WAITING_TO_RESEND);
    if (!(await isDrained)) return false;
    await queue.send(payment);
    await payments.noteResent(payment, new Date(clock()).toISOString());
    return true;
  };
}
