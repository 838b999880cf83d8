import { PermanentFailure } from '../../contract/failures';
import type { Findings } from './findings';
import { sameMoney } from './follow-charge';
import type { ChargedPayment } from './ledger-walk';
import type { BookedCharge, ProviderBooks } from './provider-books';

/** Asks the provider for each recorded charge that it has not shown in this run. Fails as the provider does: not known now is not unknown. */
export async function confirmRecorded(
  payments: readonly ChargedPayment[],
  books: Pick<ProviderBooks, 'find'>,
  findings: Findings,
): Promise<void> {
  const unseen = payments.filter((payment) => !findings.hasSeen(payment));
  await Promise.all(unseen.map((payment) => confirm(payment, books, findings)));
}

async function confirm(payment: ChargedPayment, books: Pick<ProviderBooks, 'find'>, findings: Findings): Promise<void> {
  const charge = await find(payment.chargeId, books);
  const isKnown = charge?.outcome?.status === 'charged' && charge.orderId === payment.orderId && charge.attempt === payment.attempt;
  if (!isKnown) findings.unknown(payment);
  else if (!sameMoney(payment, charge)) findings.differs(charge, 'amount-or-currency');
}

/** `undefined` also when the provider refuses the question: asked again it would, and the rows behind this one would never be asked for. */
async function find(chargeId: string, books: Pick<ProviderBooks, 'find'>): Promise<BookedCharge | undefined> {
  try {
    return await books.find(chargeId);
  } catch (error) {
    if (error instanceof PermanentFailure) return undefined;
    throw error;
  }
}
