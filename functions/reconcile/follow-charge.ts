import type { Payment, Payments } from '../shared/payments';
import type { Findings } from './findings';
import type { SucceededCharge } from './provider-books';
import type { Contradiction } from './report';

export interface FollowChargePorts {
  /** The writes by which the ledger follows the provider: the worker's own, each conditional on the row's status. */
  readonly payments: Pick<Payments, 'startCharging' | 'settle' | 'noteFailure'>;
  readonly findings: Findings;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Failure on the row of an open payment whose charge contradicts it. */
export const CONTRADICTED = 'provider-reply-differs';

export const sameMoney = (a: Pick<Payment, 'amount' | 'currency'>, b: Pick<Payment, 'amount' | 'currency'>): boolean =>
  a.amount === b.amount && a.currency === b.currency;

/** Compares one succeeded charge with its order in the ledger, which follows it where it may. */
export async function compareCharge(
  charge: SucceededCharge,
  ports: FollowChargePorts & { readonly payments: Pick<Payments, 'list'> },
): Promise<void> {
  const { payments, findings } = ports;
  findings.sawSucceeded(charge);
  const rows = await payments.list(charge.orderId);
  for (const { orderId, attempt, status, chargeId } of rows)
    if (status === 'charged' && chargeId !== undefined) findings.charged({ orderId, attempt, chargeId });
  const row = rows.find(({ attempt }) => attempt === charge.attempt);
  if (!row) findings.differs(charge, 'no-payment');
  else await followCharge(charge, row, ports);
}

/**
 * Takes an open row to `charged`, if this is its charge in amount, currency and id. A terminal row is never touched. An accepted row names no
 * charge yet, so it takes this one: the worker then finds the id in the row and confirms no other.
 */
export async function followCharge(charge: SucceededCharge, row: Payment, ports: FollowChargePorts): Promise<void> {
  const { payments, findings } = ports;
  switch (row.status) {
    case 'accepted':
      if (!sameMoney(row, charge)) return contradict(charge, row, 'amount-or-currency', ports);
      return followCharge(charge, await payments.startCharging(row, charge.chargeId), ports);
    case 'charging': {
      if (!sameMoney(row, charge)) return contradict(charge, row, 'amount-or-currency', ports);
      if (row.chargeId !== charge.chargeId) return contradict(charge, row, 'other-charge', ports);
      const { status } = await payments.settle(row, charge.outcome);
      return status === 'charged' ? findings.healed(charge) : findings.differs(charge, 'ended-otherwise');
    }
    case 'charged':
      // Under another id it is a double charge, which the findings tell by the order.
      if (row.chargeId === charge.chargeId && !sameMoney(row, charge)) findings.differs(charge, 'amount-or-currency');
      return row.chargeId === undefined ? undefined : findings.charged({ ...charge, chargeId: row.chargeId });
    case 'declined':
    case 'expired':
      return findings.differs(charge, 'ended-otherwise');
    default:
      return row.status satisfies never;
  }
}

/** The failure on the row keeps the payment from being sent again or expired: money has moved for it, in a way that only a person can judge. */
async function contradict(
  charge: SucceededCharge,
  row: Payment,
  reason: Contradiction,
  { payments, findings, clock }: FollowChargePorts,
): Promise<void> {
  findings.differs(charge, reason);
  const deadLettered = row.lastFailure?.deadLettered ?? false;
  await payments.noteFailure(row, { code: CONTRADICTED, at: new Date(clock()).toISOString(), deadLettered });
}
