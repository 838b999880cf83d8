import type { Findings } from './findings';
import { sameMoney } from './follow-charge';
import type { ChargedPayment } from './ledger-walk';
import type { ProviderBooks } from './provider-books';

/** Questions to the provider at once. */
const SIDE_BY_SIDE = 10;

/** Asks the provider for each recorded charge that it has not shown in this run. Fails as the provider does: not known now is not unknown. */
export async function confirmRecorded(
  payments: readonly ChargedPayment[],
  books: Pick<ProviderBooks, 'find'>,
  findings: Findings,
): Promise<void> {
  const unseen = payments.filter(({ chargeId }) => !findings.hasSeen(chargeId));
  for (let start = 0; start < unseen.length; start += SIDE_BY_SIDE)
    await Promise.all(unseen.slice(start, start + SIDE_BY_SIDE).map((payment) => confirm(payment, books, findings)));
}

async function confirm(payment: ChargedPayment, books: Pick<ProviderBooks, 'find'>, findings: Findings): Promise<void> {
  const charge = await books.find(payment.chargeId);
  const isKnown = charge?.outcome?.status === 'charged' && charge.orderId === payment.orderId && charge.attempt === payment.attempt;
  if (!isKnown) findings.unknown(payment);
  else if (!sameMoney(payment, charge)) findings.differs(charge, 'amount-or-currency');
}
