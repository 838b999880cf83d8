import { PermanentFailure, TransientFailure } from '../../contract/failures';
import { CHARGE_HORIZON_SECONDS, DLQ_RETENTION_SECONDS } from '../../contract/windows';
import { isTerminal, type Payment, type Payments } from '../shared/payments';
import type { Findings } from './findings';
import { CONTRADICTED, type FollowChargePorts, followCharge, sameMoney } from './follow-charge';
import type { OpenKey } from './ledger-walk';
import type { BookedCharge, ProviderBooks } from './provider-books';

export interface OverduePaymentPorts extends FollowChargePorts {
  readonly payments: FollowChargePorts['payments'] & Pick<Payments, 'get' | 'expire'>;
  readonly books: Pick<ProviderBooks, 'find'>;
  /** Sends the payment's message again. Returns false when it may still be waiting in the queue, and was not sent. */
  readonly resend: (payment: Payment) => Promise<boolean>;
  /** True once every charge of the provider was compared: before that, an old payment may turn out to be charged. */
  readonly mayExpire: boolean;
}

const isOlder = (time: string, seconds: number, now: number): boolean => now - Date.parse(time) > seconds * 1000;

/** Does for one overdue payment what can be done without charging anybody. */
export async function lookAtOverdue({ orderId, attempt }: OpenKey, ports: OverduePaymentPorts): Promise<void> {
  const row = await ports.payments.get(orderId, attempt);
  // Settled since: the index is a moment behind.
  if (!row || isTerminal(row)) return;
  ports.findings.count('overdue');
  const isOpen = row.status === 'accepted' ? await lookAtAccepted(row, ports) : await lookAtCharging(row, ports);
  const { lastFailure } = row;
  // Past its retention the message is gone, and there is nothing left to redrive.
  const isInDlq = lastFailure?.deadLettered && !isOlder(lastFailure.at, DLQ_RETENTION_SECONDS, ports.clock());
  if (isOpen && isInDlq) ports.findings.count('inDlq');
}

/** Never started. Returns whether it is still open. */
async function lookAtAccepted(row: Payment, { payments, resend, findings, mayExpire, clock }: OverduePaymentPorts): Promise<boolean> {
  if (isOlder(row.acceptedAt, CHARGE_HORIZON_SECONDS, clock())) {
    if (!mayExpire || row.lastFailure?.code === CONTRADICTED) return true;
    const now = await payments.expire(row);
    if (now.status === 'expired') findings.count('expired');
    return !isTerminal(now);
  }
  // A delivery that fails leaves its failure on the row: without one, no worker has had the message to its end.
  if (row.lastFailure === undefined && row.resentAt === undefined && (await resend(row))) findings.count('resent');
  return true;
}

/** Started, and it is not known how it ended: the provider says, or nobody does yet. Returns whether it is still open. */
async function lookAtCharging(row: Payment, ports: OverduePaymentPorts): Promise<boolean> {
  const { payments, books, findings } = ports;
  const charge = row.chargeId === undefined ? undefined : await find(row.chargeId, books);
  if (!charge?.outcome || !isOf(row, charge, findings)) {
    findings.count('inDoubt');
    return true;
  }
  const { outcome } = charge;
  if (outcome.status === 'charged') {
    findings.sawSucceeded(charge);
    await followCharge({ ...charge, outcome }, row, ports);
  } else {
    const { status } = await payments.settle(row, outcome);
    if (status !== outcome.status) findings.differs(charge, 'ended-otherwise');
  }
  findings.count('settled');
  return false;
}

/** Whether the charge is this payment's, in order, attempt, amount and currency. */
function isOf(row: Payment, charge: BookedCharge, findings: Findings): boolean {
  const isSameEvent = charge.orderId === row.orderId && charge.attempt === row.attempt;
  if (isSameEvent && sameMoney(row, charge)) return true;
  findings.differs({ ...row, chargeId: charge.chargeId }, isSameEvent ? 'amount-or-currency' : 'other-charge');
  return false;
}

/** `undefined` when the provider does not know the charge, or cannot say now. One that fails must not keep the others from being asked for. */
async function find(chargeId: string, books: Pick<ProviderBooks, 'find'>): Promise<BookedCharge | undefined> {
  try {
    return await books.find(chargeId);
  } catch (error) {
    if (error instanceof TransientFailure || error instanceof PermanentFailure) return undefined;
    throw error;
  }
}
