import type { Charge } from '@charge-once/acquirer/client';
import { acquirerOf } from '../client/acquirer';
import { EXIT } from '../exit-code';
import type { Outcome, Session } from '../outcome';
import { money, table } from '../table';

/** What the test acquirer has charged an order. */
export async function showBooks({ target }: Session, orderId: string): Promise<Outcome> {
  const charges = await acquirerOf(target).charges(orderId);
  return { json: { orderId, charges }, text: booksText(orderId, charges), exitCode: charges.length > 1 ? EXIT.attention : EXIT.ok };
}

function booksText(orderId: string, charges: readonly Charge[]): string {
  if (charges.length === 0) return `${orderId} was not charged.`;
  const rows = charges.map((charge) => [charge.attempt, money(charge), charge.chargeId, charge.chargedAt]);
  const verdict = charges.length === 1 ? `${orderId} was charged once.` : `${orderId} was charged ${charges.length} TIMES.`;
  return `${table(['attempt', 'amount', 'charge', 'charged at'], rows)}\n${verdict}`;
}
