import type { Charge } from '@charge-once/acquirer/client';
import type { AttemptView } from '../../../functions/get-payment/payment-view';
import type { operator } from '../../../testing/operator';
import type { Told } from './clients';
import type { Order } from './plan';

type Shop = ReturnType<typeof operator>;

const READERS = 8;

export interface Audit {
  readonly statuses: Readonly<Record<string, number>>;
  readonly charges: number;
  /** Orders that were charged more than once. */
  readonly doubleCharges: number;
  /** Orders that were answered 202 and came to no end: no row, one that is open, one that expired although young, a success without a charge. */
  readonly lostPayments: number;
  readonly problems: readonly string[];
}

/** Holds every row against the acquirer's books and against what the clients were told. */
export async function audit(shop: Shop, orders: readonly Order[], told: ReadonlyMap<string, Told>): Promise<Audit> {
  const books = await readBooks(shop);
  const statuses: Record<string, number> = {};
  const problems: string[] = [];
  let doubleCharges = 0;
  let lostPayments = 0;
  const waiting = orders.values();
  const reader = async () => {
    for (const order of waiting) {
      const row = (await shop.get(order.orderId)).attempts?.[0];
      const charges = books.get(order.orderId) ?? [];
      const status = row?.status ?? 'missing';
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (charges.length > 1) doubleCharges += 1;
      if (isLost(row, charges)) lostPayments += 1;
      for (const problem of judge(order, row, charges, told.get(order.orderId))) problems.push(`${order.orderId}: ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: READERS }, reader));
  const known = new Set(orders.map(({ orderId }) => orderId));
  for (const orderId of books.keys()) if (!known.has(orderId)) problems.push(`${orderId}: charged, and nobody ordered it`);
  const charges = [...books.values()].reduce((sum, { length }) => sum + length, 0);
  return { statuses, charges, doubleCharges, lostPayments, problems };
}

const isLost = (row: AttemptView | undefined, charges: readonly Charge[]): boolean =>
  row?.status !== 'charged' && row?.status !== 'declined' ? true : row.status === 'charged' && charges.length === 0;

function judge({ paymentMethod }: Order, row: AttemptView | undefined, charges: readonly Charge[], told: Told | undefined): string[] {
  if (!row) return ['was accepted and has no row'];
  const right = paymentMethod === 'pm_card_visa' ? 'charged' : 'declined';
  const [charge] = charges;
  const amounts = [...(told?.accepted ?? [])].map((body) => (JSON.parse(body) as { amount: number }).amount);
  const problems = [
    row.status !== right && `ended ${row.status}, not ${right}`,
    charges.length > 1 && `${charges.length} charges`,
    row.status === 'charged' && charge?.chargeId !== row.chargeId && 'row and books name different charges',
    row.status !== 'charged' && charge && `charged, and the row says ${row.status}`,
    charge && (charge.amount !== row.amount || charge.currency !== 'EUR') && 'row and books name different amounts',
    amounts.length !== 1 && `${amounts.length} different answers with 202`,
    amounts.some((amount) => amount !== row.amount) && 'another amount was promised',
    told?.refused.has(row.amount) && 'the amount of the row was refused',
  ];
  return problems.filter((problem) => typeof problem === 'string');
}

async function readBooks(shop: Shop): Promise<Map<string, Charge[]>> {
  const books = new Map<string, Charge[]>();
  for (const charge of await shop.charges()) books.set(charge.orderId, [...(books.get(charge.orderId) ?? []), charge]);
  return books;
}
