import type { ExhibitResult, SideResult } from './exhibit';
import { count } from './words';

/** Whether the exhibit shows what it is for: the one side charges twice, loses or debits twice, the other charges once, and says what stopped it. */
export const isAsClaimed = ({ broken, shipped }: ExhibitResult): boolean =>
  (broken.charges > 1 || broken.lost > 0 || (broken.debits ?? 0) > 1) &&
  shipped.charges === 1 &&
  shipped.lost === 0 &&
  shipped.layer !== '';

/** `2 charges, 1 payment lost` */
export function inWords({ charges, lost, debits }: SideResult): string {
  if (debits !== undefined) return `${count(debits, 'debit')} for one payment`;
  const parts = [...(charges > 0 ? [count(charges, 'charge')] : []), ...(lost > 0 ? [`${count(lost, 'payment')} lost`] : [])];
  return parts.join(', ');
}

export const SUMMARY_HEAD = ['#', 'what happens', 'as many teams ship it', 'as this stack ships it', 'stopped by'] as const;

/** A row of the summary, in the order of `SUMMARY_HEAD`. */
export const summaryRow = ({ number, title, broken, shipped }: ExhibitResult): string[] => [
  String(number),
  title,
  inWords(broken),
  inWords(shipped),
  shipped.layer,
];
