import { PermanentFailure, TransientFailure } from '../../contract/failures';
import { type PaymentEvent, sameEvent } from '../../contract/payment-event';
import { type EndStatus, isTerminal, type Outcome, type Payment } from '../shared/payments';
import type { Charged } from './guard';
import type { PaymentPorts } from './ports';

type HealPorts = Pick<PaymentPorts, 'payments' | 'provider'>;

/**
 * A finished guard record beside an open row contradict each other: a table was restored. The row is read after the guard has answered, so it is
 * no older than the record. The provider decides: its charge is looked up under the record's id, believed only when it is this payment's, and
 * the row follows it. Nothing is confirmed. Returns how the payment ended.
 */
export async function healOpenRow(
  event: PaymentEvent,
  { status, chargeId }: Charged,
  { payments, provider }: HealPorts,
): Promise<EndStatus> {
  const row = await payments.get(event.orderId, event.attempt);
  // A record without the member is of an earlier release: the row decides, and the reconciliation heals it.
  if (!row || isTerminal(row) || chargeId === undefined) return status;
  if (!sameEvent(row, event)) throw new PermanentFailure('message-differs-from-payment');
  if (chargeId === null) return (await endUncharged(row, status, payments)).status as EndStatus;
  if (row.status === 'charging' && row.chargeId !== chargeId) throw new PermanentFailure('ledger-contradicts-provider');

  const outcome = await provider.look({ ...row, chargeId });
  if (!outcome) throw new TransientFailure('provider-processing');
  const adopted = row.status === 'accepted' ? await payments.adoptCharge(row, chargeId) : row;
  return recorded(await payments.settle(adopted, outcome), outcome);
}

/**
 * A finished record whose content differs from a message that agrees with its row: the row was lost, and the order came again with other
 * content. If the record's charge was made, the failure that this throws stays on the row, which then is neither charged nor expired.
 */
export async function checkRecordOfOther(
  event: PaymentEvent,
  record: Charged | undefined,
  { payments, provider }: HealPorts,
): Promise<void> {
  if (record?.status !== 'charged' || typeof record.chargeId !== 'string') return;
  const row = await payments.get(event.orderId, event.attempt);
  if (!row || isTerminal(row) || !sameEvent(row, event)) return;
  // Throws when the charge is of another content, as it is when nothing is forged.
  await provider.look({ ...row, chargeId: record.chargeId });
  throw new PermanentFailure('ledger-contradicts-provider');
}

/** The payment had ended before any charge was opened, so there is nothing to ask for. */
function endUncharged(row: Payment, status: EndStatus, payments: HealPorts['payments']): Promise<Payment> {
  switch (status) {
    case 'cancelled':
      return payments.cancel(row);
    case 'expired':
      return payments.expire(row);
    case 'declined':
      // Its code was lost with the row.
      return payments.decline(row, 'unknown');
    case 'charged':
      throw new PermanentFailure('ledger-contradicts-provider');
    default:
      return status satisfies never;
  }
}

function recorded(row: Payment, outcome: Outcome): EndStatus {
  if (!isTerminal(row) || (row.status === 'charged') !== (outcome.status === 'charged')) {
    throw new PermanentFailure('ledger-contradicts-provider');
  }
  return row.status;
}
