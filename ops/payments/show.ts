import { type AttemptView, type PaymentView, viewPayment } from '../../functions/get-payment/payment-view';
import { EXIT } from '../exit-code';
import { OperationError } from '../operation-error';
import type { Outcome, Session } from '../outcome';
import { money, table } from '../table';
import { ledgerOf } from './ledger';

/** A payment as the API shows it. */
export async function showPayment({ target }: Session, orderId: string): Promise<Outcome> {
  const payment = viewPayment(orderId, await ledgerOf(target).payments.list(orderId), target.now);
  if (!payment) throw new OperationError(`There is no payment ${orderId} in ${target.name}.`);
  const needsAttention = payment.attempts.some(({ status }) => status === 'needs_attention');
  return { json: payment, text: paymentText(payment), exitCode: needsAttention ? EXIT.attention : EXIT.ok };
}

function paymentText({ orderId, status, attempts }: PaymentView): string {
  const rows = attempts.map((each) => [each.attempt, each.status, money(each), each.acceptedAt, each.chargeId, ending(each)]);
  return `${orderId}: ${status}\n${table(['attempt', 'status', 'amount', 'accepted at', 'charge', 'ending'], rows)}`;
}

/** What the attempt came to, or why it has not yet. */
function ending({ chargedAt, declineCode, lastFailure }: AttemptView): string | undefined {
  if (chargedAt) return `charged at ${chargedAt}`;
  if (declineCode) return `declined: ${declineCode}`;
  return lastFailure && `${lastFailure.code} at ${lastFailure.at}`;
}
