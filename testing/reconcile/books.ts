import { TransientFailure } from '../../contract/failures';
import type { BookedCharge, ProviderBooks, SucceededCharge } from '../../functions/reconcile/ports';

/** A charge in the books, with the time at which its PaymentIntent was created. */
export interface Entry extends BookedCharge {
  readonly createdAt: string;
}

/** A succeeded charge of 19.99 EUR for `ord-1001`, attempt 1; what a test is about goes into `over`. */
export const aCharge = (over: Partial<Entry> = {}): Entry => ({
  chargeId: 'pi_1',
  orderId: 'ord-1001',
  attempt: 1,
  amount: 1999,
  currency: 'EUR',
  createdAt: '2026-11-29T10:00:01.000Z',
  outcome: { status: 'charged', chargedAt: '2026-11-29T10:00:02.000Z' },
  ...over,
});

/** The provider's books in memory: lists the newest first, two to a page, as of the moment of each call. */
export function memoryBooks(entries: Entry[]) {
  let isDown = false;
  const asked: string[] = [];
  const books: ProviderBooks = {
    async succeeded({ from, to, after }) {
      asked.push('list');
      await answer();
      const inTime = entries
        .filter(({ createdAt }) => createdAt >= from && createdAt < to)
        .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
      const start = after === undefined ? 0 : inTime.findIndex(({ chargeId }) => chargeId === after) + 1;
      const page = inTime.slice(start, start + 2);
      return {
        items: page.filter((each): each is Entry & SucceededCharge => each.outcome?.status === 'charged'),
        next: start + 2 < inTime.length ? page.at(-1)?.chargeId : undefined,
      };
    },
    async find(chargeId) {
      asked.push(`find ${chargeId}`);
      await answer();
      return entries.find((each) => each.chargeId === chargeId);
    },
  };
  async function answer(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    if (isDown) throw new TransientFailure('provider-unreachable');
  }
  return {
    books,
    entries,
    asked,
    down: (down: boolean) => {
      isDown = down;
    },
  };
}
