import type { PaymentEvent } from '../contract/payment-event';
import type { Payment, PaymentStatus, Payments } from '../functions/shared/payments';

type Key = Pick<PaymentEvent, 'orderId' | 'attempt'>;

/** The ledger in memory, with a look inside for assertions. */
export interface MemoryPayments extends Payments {
  /** Every row, by order and then attempt. */
  rows(): Payment[];
}

/**
 * Keeps the contract of `Payments` as DynamoDB does: each write is one condition and one change, with nothing in between, and each call gives way to
 * others before and after, so that callers at the same time really interleave. Rows go in and come out as copies.
 */
export function memoryPayments(initial: readonly Payment[] = []): MemoryPayments {
  const table = new Map<string, Payment>();
  for (const row of initial) table.set(keyOf(row), structuredClone(row));

  /** One call over the network: `step` itself runs without interruption. */
  async function call<T>(step: () => T): Promise<T> {
    await turn();
    const answer = structuredClone(step());
    await turn();
    return answer;
  }

  const transition = (payment: Payment, from: PaymentStatus, change: Partial<Payment>, holds = (_stored: Payment) => true) =>
    call(() => {
      const stored = table.get(keyOf(payment));
      if (!stored) throw new Error(`payment ${payment.orderId}/${payment.attempt} is missing from the ledger`);
      if (stored.status !== from || !holds(stored)) return stored;
      const changed = { ...stored, ...change };
      table.set(keyOf(payment), changed);
      return changed;
    });

  const note = (key: Key, change: Partial<Payment>) =>
    call(() => {
      const stored = table.get(keyOf(key));
      if (stored?.status === 'accepted' || stored?.status === 'charging') table.set(keyOf(key), { ...stored, ...change });
    });

  return {
    create: (payment) =>
      call(() => {
        const stored = table.get(keyOf(payment));
        if (stored) return stored;
        table.set(keyOf(payment), structuredClone(payment));
        return payment;
      }),
    get: (orderId, attempt) => call(() => table.get(keyOf({ orderId, attempt }))),
    list: (orderId) => call(() => sorted(table).filter((row) => row.orderId === orderId)),
    startCharging: (payment, chargeId) =>
      transition(payment, 'accepted', { status: 'charging', chargeId }, ({ cancelRequestedAt }) => cancelRequestedAt === undefined),
    adoptCharge: (payment, chargeId) => transition(payment, 'accepted', { status: 'charging', chargeId }),
    settle: (payment, outcome) =>
      transition(payment, 'charging', outcome, ({ chargeId }) => payment.chargeId === undefined || payment.chargeId === chargeId),
    decline: (payment, declineCode) => transition(payment, 'accepted', { status: 'declined', declineCode }),
    expire: (payment) => transition(payment, 'accepted', { status: 'expired' }),
    cancel: (payment) => transition(payment, 'accepted', { status: 'cancelled' }),
    requestCancel: (key, at) =>
      call(() => {
        const stored = table.get(keyOf(key));
        if (stored?.status !== 'accepted' && stored?.status !== 'charging') return stored;
        const changed = { ...stored, cancelRequestedAt: stored.cancelRequestedAt ?? at };
        table.set(keyOf(key), changed);
        return changed;
      }),
    noteFailure: (key, failure) => note(key, { lastFailure: failure }),
    noteResent: (key, at) => note(key, { resentAt: at }),
    rows: () => structuredClone(sorted(table)),
  };
}

const keyOf = ({ orderId, attempt }: Key): string => `${orderId}/${attempt}`;

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

const sorted = (table: ReadonlyMap<string, Payment>): Payment[] =>
  [...table.values()].sort((a, b) => (a.orderId === b.orderId ? a.attempt - b.attempt : a.orderId < b.orderId ? -1 : 1));
