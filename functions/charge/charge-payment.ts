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
  return settle(started, { askFirst: found.status === 'charging' }, ports);
}

/** accepted → charging | declined | expired. The charge's id is in the row before money can move under it. */
async function startCharging(payment: Payment, { payments, provider, clock }: PaymentPorts): Promise<Payment> {
  const age = clock() - Date.parse(payment.acceptedAt);
  if (age > CHARGE_HORIZON_SECONDS * 1000) return payments.expire(payment);
  const opening = await provider.open(payment);
  if (opening.kind === 'refused') return payments.decline(payment, opening.declineCode);
  return payments.startCharging(payment, opening.chargeId);
}

/** charging → charged | declined, under the id in the row: whoever lost the race to write it goes on with the winner's. */
async function settle(
  payment: Payment,
  options: { askFirst: boolean },
  { payments, provider, countSuppressed }: PaymentPorts,
): Promise<SettledPayment> {
  const { chargeId } = payment;
  if (chargeId === undefined) throw new Error('a row in charging has no chargeId');
  const { outcome, alreadySettled } = await provider.settle({ ...payment, chargeId }, options);
  if (alreadySettled) countSuppressed('Provider');
  const settled = await payments.settle(payment, outcome);
  if (!isTerminal(settled) || settled.status !== outcome.status) throw new PermanentFailure('ledger-contradicts-provider');
  return settled;
}
