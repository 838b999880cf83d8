import { decimalsOf } from '../../contract/currencies';
import { isTerminal, type Payment, shownStatus } from '../../functions/shared/payments';
import type { World } from './world';

const keyOf = ({ orderId, attempt }: { orderId: string; attempt: number }) => `${orderId}/${attempt}`;

/** Holds a world to its invariants again and again. It remembers what it saw: terminal rows must still be what they were. */
export function createInvariants(world: World) {
  const terminal = new Map<string, string>();

  /** True after every step, whatever is still under way. */
  function always(): void {
    const rows = world.ledger.rows();
    checkCharges(world, rows);
    for (const row of rows) {
      if (!isTerminal(row)) continue;
      const now = JSON.stringify(row);
      const before = terminal.get(keyOf(row)) ?? now;
      if (before !== now) world.violated(`I3: a terminal row changed, of ${keyOf(row)}`);
      terminal.set(keyOf(row), before);
    }
    const byKey = new Map(rows.map((row) => [keyOf(row), row]));
    const present = world.queues.present();
    const outlived = world.queues.outlived();
    for (const key of world.promised) {
      const row = byKey.get(key);
      if (!row) world.violated(`I2: a promised row is missing, of ${key}`);
      else if (!isTerminal(row) && !present.has(key) && !outlived.has(key)) world.violated(`I2: a promised payment was lost, ${key}`);
    }
  }

  /** True once all is mended, redriven and quiet. */
  function atTheEnd(): void {
    always();
    const outlived = world.queues.outlived();
    for (const row of world.ledger.rows()) {
      const key = keyOf(row);
      if (world.promised.has(key) && !isTerminal(row) && !outlived.has(key))
        world.violated(`I2: a promised payment was never settled, ${key}`);
      if (!isTerminal(row) && shownStatus(row, world.clock.now()) !== 'needs_attention')
        world.violated(`I2: ${key} is open, and nobody is told`);
      const charges = world.bank.charges.filter((charge) => keyOf(charge) === key);
      if (row.status === 'charged' && (charges.length !== 1 || charges[0]!.chargeId !== row.chargeId))
        world.violated(`books: ${key} is charged, and the provider has ${charges.length} charges under its id`);
      if (['declined', 'expired', 'cancelled', 'accepted'].includes(row.status) && charges.length > 0)
        world.violated(`books: ${key} is ${row.status}, and the provider charged it`);
    }
  }

  return { always, atTheEnd };
}

function checkCharges({ bank, violated }: World, rows: readonly Payment[]): void {
  const orders = new Set<string>();
  for (const charge of bank.charges) {
    if (orders.has(charge.orderId)) violated(`I1: charged twice, order ${charge.orderId}`);
    orders.add(charge.orderId);
    const row = rows.find((candidate) => keyOf(candidate) === keyOf(charge));
    if (!row) violated(`I5: charged what nobody accepted, ${keyOf(charge)}`);
    else if (row.amount !== charge.amount || row.currency.toLowerCase() !== charge.currency || decimalsOf(row.currency) === undefined)
      violated(`I5: charged something else than was accepted, ${keyOf(charge)}`);
    const earlier = rows.filter(({ orderId, attempt }) => orderId === charge.orderId && attempt < charge.attempt);
    if (earlier.some(({ status }) => !['declined', 'expired', 'cancelled'].includes(status)))
      violated(`I6: an attempt was charged before the one before it ended, ${keyOf(charge)}`);
  }
}
