import type { Payment } from '../shared/payments';
import type { Page, Walk } from './walk';

/** A payment's place in the index `open`. */
export type OpenKey = Pick<Payment, 'orderId' | 'attempt' | 'acceptedAt'>;

export type ChargedPayment = Pick<Payment, 'orderId' | 'attempt' | 'amount' | 'currency'> & { readonly chargeId: string };

/** Reads of the ledger beyond single orders. They may be a moment behind, so whoever acts on a row reads it again. */
export interface LedgerWalk {
  /** Open payments of one shard, the oldest first, that were accepted before that time. `next` is absent on the last page. */
  open(shard: number, acceptedBefore: string, after?: OpenKey): Promise<{ readonly keys: readonly OpenKey[]; readonly next?: OpenKey }>;
  /** Payments that are recorded as charged within the walk's time. */
  charged(walk: Walk): Promise<Page<ChargedPayment>>;
}
