import type { PaymentEvent } from '../../contract/payment-event';
import type { Outcome, Payment } from '../shared/payments';
import type { ReconciliationReport } from './report';

/** A time range and how far it was compared. Each begins where the one before ended, so nothing falls in between. */
export interface TimeRange {
  /** ISO 8601 at a full second, as the provider counts. */
  readonly from: string;
  /** Belongs to the next range. */
  readonly to: string;
  /** Cursor: the page or item to go on after; opaque. */
  readonly after?: string;
  readonly done: boolean;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Cursor of the page behind this one; absent on the last. */
  readonly next?: string;
  /** Cursor behind each item, where a page may be too long to be handled as a whole. */
  readonly cursors?: readonly string[];
}

/** A payment's key in the index of open payments. */
export type OpenKey = Pick<Payment, 'orderId' | 'attempt' | 'acceptedAt'>;

export type ChargedPayment = Pick<Payment, 'orderId' | 'attempt' | 'amount' | 'currency'> & { readonly chargeId: string };

/** Reads of the ledger beyond single orders, a page at a time. They may be a moment behind, so whoever acts on a row reads it again. */
export interface LedgerPages {
  /** Open payments of one shard, the oldest first, that were accepted before that time. `next` is absent on the last page. */
  open(shard: number, acceptedBefore: string, after?: OpenKey): Promise<{ readonly keys: readonly OpenKey[]; readonly next?: OpenKey }>;
  /** Payments that are recorded as charged within the time range. */
  charged(range: TimeRange): Promise<Page<ChargedPayment>>;
}

/** A charge as the provider's books show it. */
export interface BookedCharge {
  readonly chargeId: string;
  /** The payment that the worker wrote into the charge's metadata. */
  readonly orderId: string;
  readonly attempt: number;
  /** Minor units: what was received, once it was. */
  readonly amount: number;
  /** Upper-case ISO 4217 code. */
  readonly currency: string;
  /** Absent while the provider has not decided. */
  readonly outcome?: Outcome;
}

export type SucceededCharge = BookedCharge & { readonly outcome: { readonly status: 'charged'; readonly chargedAt: string } };

/**
 * The provider, read only: nothing here can start, confirm or cancel a charge. Calls throw `TransientFailure` when the answer is unknown
 * and `PermanentFailure` when the provider refuses the question.
 */
export interface ProviderBooks {
  /** Succeeded charges of this app that were created in the time range. Anything younger than a few minutes may be missing. */
  succeeded(range: TimeRange): Promise<Page<SucceededCharge>>;
  /** `undefined` when the provider does not know the id, or not as a charge of this app. */
  find(chargeId: string): Promise<BookedCharge | undefined>;
}

/** The charge queue, as far as the reconciliation uses it. */
export interface ResendQueue {
  /** Messages that no worker has received yet; approximate. */
  backlog(): Promise<number>;
  /** As the API sends it: same group, same deduplication id. */
  send(event: PaymentEvent): Promise<void>;
}

/** The last payment looked at in each unfinished shard; `null` where there is none. */
export type ShardCursors = Readonly<Record<string, OpenKey | null>>;

/** How far the comparison has come. Written at the end of a run alone: a run that dies is repeated, which finds everything settled. */
export interface Progress {
  /** ISO 8601: when the schedule ran for the first time. */
  readonly firstRunAt?: string;
  /** Through the provider's charges, as soon as their payments should be settled. */
  readonly firstPass?: TimeRange;
  /** Through the same charges again, when none of them can be started any more. */
  readonly secondPass?: TimeRange;
  /** Through the charges that the ledger has recorded. */
  readonly recorded?: TimeRange;
  /** Through the overdue payments. */
  readonly overdue: ShardCursors;
  /** ISO 8601: what was accepted before was overdue already when the schedule last went through all of them. */
  readonly overdueBefore?: string;
  /** A comparison that an operator requested and that is not finished; the same request goes on with it. */
  readonly requested?: { readonly from?: string; readonly to?: string; readonly charges: TimeRange; readonly recorded: TimeRange };
}

/** One item that holds the last report and the progress. */
export interface ProgressStore {
  load(): Promise<Progress>;
  save(progress: Progress, report: ReconciliationReport): Promise<void>;
}
