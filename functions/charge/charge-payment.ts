import { PermanentFailure } from '../../contract/failures';
import { type PaymentEvent, sameEvent } from '../../contract/payment-event';
import { CHARGE_HORIZON_SECONDS } from '../../contract/windows';
import { isTerminal, type Payment, type SettledPayment } from '../shared/payments';
import type { PaymentPorts } from './ports';

/**
 * Takes one payment to its end, from wherever an earlier delivery left it. Each step ends with a conditional write, so that whoever
 * comes later, or at the same time, goes on from the row and never from memory. Returns the terminal row.
 */
export async function chargePayment(event: PaymentEvent, ports: PaymentPorts): Promise<SettledPayment> {
  const found = await ports.payments.get(event.orderId, event.attempt);
  if (!found) throw new PermanentFailure('payment-unknown');
  if (!sameEvent(found, event)) throw new PermanentFailure('message-differs-from-payment');
  if (isTerminal(found)) {
    ports.countSuppressed('Ledger');
    return found;
  }
  const started = found.status === 'accepted' ? await startCharging(found, ports) : found;
  if (isTerminal(started)) return started;
  // Read again with the write: somebody may have asked to cancel it meanwhile.
  const reason = endReasonOf(started, ports);
  return reason === undefined ? settle(started, { askFirst: found.status === 'charging' }, ports) : end(started, reason, ports);
}

/** Why the payment is to be ended instead of charged; `undefined` while it may be charged. */
function endReasonOf(payment: Payment, { clock }: PaymentPorts): 'cancelled' | 'expired' | undefined {
  if (payment.cancelRequestedAt !== undefined) return 'cancelled';
  return clock() - Date.parse(payment.acceptedAt) > CHARGE_HORIZON_SECONDS * 1000 ? 'expired' : undefined;
}

/** accepted → charging | declined | expired | cancelled. The charge's id is in the row before money can move under it. */
async function startCharging(payment: Payment, ports: PaymentPorts): Promise<Payment> {
  const { payments, provider } = ports;
  switch (endReasonOf(payment, ports)) {
    case 'cancelled':
      return payments.cancel(payment);
    case 'expired':
      return payments.expire(payment);
    default: {
      const opening = await provider.open(payment);
      if (opening.kind === 'refused') return payments.decline(payment, opening.declineCode);
      const started = await payments.startCharging(payment, opening.chargeId);
      // Somebody asked to cancel it in between, and the write was refused for that.
      return started.status === 'accepted' ? payments.cancel(started) : started;
    }
  }
}

/** charging → charged | declined, under the id in the row: whoever lost the race to write it goes on with the winner's. */
async function settle(payment: Payment, options: { askFirst: boolean }, ports: PaymentPorts): Promise<SettledPayment> {
  return record(payment, await ports.provider.settle(withChargeId(payment), options), ports);
}

/** charging → expired | cancelled, or what the provider says: it may have charged before. Nothing is confirmed any more. */
async function end(payment: Payment, reason: 'cancelled' | 'expired', ports: PaymentPorts): Promise<SettledPayment> {
  return record(payment, await ports.provider.end(withChargeId(payment), reason), ports);
}

async function record(
  payment: Payment,
  { outcome, alreadySettled }: Awaited<ReturnType<PaymentPorts['provider']['settle']>>,
  { payments, countSuppressed }: PaymentPorts,
): Promise<SettledPayment> {
  if (alreadySettled) countSuppressed('Provider');
  const settled = await payments.settle(payment, outcome);
  // Ends without a charge do not contradict each other: the first one to be written stands.
  if (!isTerminal(settled) || (settled.status === 'charged') !== (outcome.status === 'charged'))
    throw new PermanentFailure('ledger-contradicts-provider');
  return settled;
}

function withChargeId(payment: Payment): Payment & { readonly chargeId: string } {
  const { chargeId } = payment;
  if (chargeId === undefined) throw new Error('a row in charging has no chargeId');
  return { ...payment, chargeId };
}
