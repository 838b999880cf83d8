import type { Charge } from '@charge-once/acquirer/client';
import type { Incident } from './incident';
import type { Order } from './traffic';

/**
 * Holds the acquirer's books and the API against what was accepted: every order charged once, with its own amount, and shown as charged.
 * Returns what is wrong, one sentence each.
 *
 * @param statusOf what `GET /payments/{orderId}` shows
 */
export function audit(accepted: readonly Order[], charges: readonly Charge[], statusOf: ReadonlyMap<string, string>): string[] {
  const byOrder = new Map<string, Charge[]>();
  for (const charge of charges) byOrder.set(charge.orderId, [...(byOrder.get(charge.orderId) ?? []), charge]);
  const known = new Set(accepted.map(({ orderId }) => orderId));
  return [
    ...accepted.flatMap((order) => wrongWith(order, byOrder.get(order.orderId) ?? [], statusOf.get(order.orderId))),
    ...charges.filter(({ orderId }) => !known.has(orderId)).map(({ orderId }) => `${orderId} was charged and never accepted`),
  ];
}

function wrongWith({ orderId, amount, currency }: Order, charges: readonly Charge[], status = 'unknown'): string[] {
  const [charge] = charges;
  if (charge === undefined) return [`${orderId} was not charged; it is shown as ${status}`];
  if (charges.length > 1) return [`${orderId} was charged ${charges.length} times`];
  if (charge.amount !== amount || charge.currency !== currency) {
    return [`${orderId} was charged ${charge.amount} ${charge.currency} instead of ${amount} ${currency}`];
  }
  return status === 'charged' ? [] : [`${orderId} was charged; it is shown as ${status}`];
}

/** The drill's last step. */
export async function auditBooks(incident: Incident): Promise<void> {
  const { accepted, control, payments, print, problems } = incident;
  const charges = await control.charges();
  const { duplicatesSuppressed } = await control.state();
  const statusOf = new Map<string, string>();
  for (const { orderId } of accepted) statusOf.set(orderId, (await payments.get(orderId)).json.status ?? 'unknown');
  const suppressed = Object.entries(duplicatesSuppressed).map(([layer, count]) => `${layer} ${count}`);
  print(`${accepted.length} orders accepted, ${charges.length} charges in the books; duplicates suppressed: ${suppressed.join(', ')}`);
  problems.push(...audit(accepted, charges, statusOf));
}
