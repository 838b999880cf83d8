import { PermanentFailure } from '../../contract/failures';
import type { Payment, Payments } from '../shared/payments';
import type { BookedCharge, ChargedPayment, ProviderBooks, SucceededCharge } from './ports';
import type { Contradiction, Findings } from './report';

export interface RecordChargePorts {
  /** The writes by which the ledger follows the provider: the worker's own, each conditional on the row's status. */
  readonly payments: Pick<Payments, 'adoptCharge' | 'settle' | 'noteFailure'>;
  readonly findings: Findings;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

type CompareChargesPorts = RecordChargePorts & { readonly payments: Pick<Payments, 'list'> };

/** Failure on the row of an open payment whose charge contradicts it. */
export const CONTRADICTED = 'provider-reply-differs';

export const sameMoney = (a: Pick<Payment, 'amount' | 'currency'>, b: Pick<Payment, 'amount' | 'currency'>): boolean =>
  a.amount === b.amount && a.currency === b.currency;

/** Compares the provider's succeeded charges with their orders in the ledger, which follows them where it may. */
export async function compareWithLedger(charges: readonly SucceededCharge[], ports: CompareChargesPorts): Promise<void> {
  await Promise.all(charges.map((charge) => compareCharge(charge, ports)));
}

async function compareCharge(charge: SucceededCharge, ports: CompareChargesPorts): Promise<void> {
  const { payments, findings } = ports;
  findings.sawSucceeded(charge);
  const rows = await payments.list(charge.orderId);
  for (const { orderId, attempt, status, chargeId } of rows)
    if (status === 'charged' && chargeId !== undefined) findings.charged({ orderId, attempt, chargeId });
  const row = rows.find(({ attempt }) => attempt === charge.attempt);
  if (!row) findings.differs(charge, 'no-payment');
  else await recordCharge(charge, row, ports);
}

/**
 * Takes an open row to `charged`, if this is its charge in amount, currency and id. A terminal row is never touched. An accepted row names no
 * charge yet, so it takes this one: the worker then finds the id in the row and confirms no other.
 */
export async function recordCharge(charge: SucceededCharge, row: Payment, ports: RecordChargePorts): Promise<void> {
  const { payments, findings } = ports;
  switch (row.status) {
    case 'accepted':
      if (!sameMoney(row, charge)) return contradict(charge, row, 'amount-or-currency', ports);
      return recordCharge(charge, await payments.adoptCharge(row, charge.chargeId), ports);
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
    case 'cancelled':
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
  { payments, findings, clock }: RecordChargePorts,
): Promise<void> {
  findings.differs(charge, reason);
  const deadLettered = row.lastFailure?.deadLettered ?? false;
  await payments.noteFailure(row, { code: CONTRADICTED, at: new Date(clock()).toISOString(), deadLettered });
}

/** Asks the provider for each recorded charge that it has not shown in this run. Fails as the provider does: not known now is not unknown. */
export async function confirmAtProvider(
  recorded: readonly ChargedPayment[],
  books: Pick<ProviderBooks, 'find'>,
  findings: Findings,
): Promise<void> {
  const unseen = recorded.filter((payment) => !findings.hasSeen(payment));
  await Promise.all(unseen.map((payment) => confirmCharge(payment, books, findings)));
}

async function confirmCharge(payment: ChargedPayment, books: Pick<ProviderBooks, 'find'>, findings: Findings): Promise<void> {
  const charge = await findUnlessRefused(payment.chargeId, books);
  const isKnown = charge?.outcome?.status === 'charged' && charge.orderId === payment.orderId && charge.attempt === payment.attempt;
  if (!isKnown) findings.unknown(payment);
  else if (!sameMoney(payment, charge)) findings.differs(charge, 'amount-or-currency');
}

/** `undefined` also when the provider refuses the question: asked again it would, and the rows behind this one would never be asked for. */
async function findUnlessRefused(chargeId: string, books: Pick<ProviderBooks, 'find'>): Promise<BookedCharge | undefined> {
  try {
    return await books.find(chargeId);
  } catch (error) {
    if (error instanceof PermanentFailure) return undefined;
    throw error;
  }
}
