/** A charge in a report. Ids only. */
export interface Finding {
  readonly orderId: string;
  readonly attempt: number;
  readonly chargeId: string;
}

/** Why the ledger cannot follow a charge that the provider made; it then needs a person. */
export type Contradiction = 'amount-or-currency' | 'no-payment' | 'ended-otherwise' | 'other-charge';

export interface DoubleCharge {
  readonly orderId: string;
  /** Absent when the charges belong to different attempts. */
  readonly attempt?: number;
  readonly chargeIds: readonly string[];
}

/** Open payments that were accepted longer than `ATTENTION_AFTER` ago, and what this run did about them. */
export interface OpenCounts {
  /** Open when this run looked at them. */
  readonly overdue: number;
  readonly resent: number;
  /** Ended as the provider said. */
  readonly settled: number;
  /** Still open, and their messages wait for a redrive. */
  readonly inDlq: number;
  readonly expired: number;
  /** Started, and the provider could not say how they ended. */
  readonly inDoubt: number;
}

/** What one reconciliation found. Lists name the first `MAX_FINDINGS_LISTED` of a kind; `counts` are of all. */
export interface ReconciliationReport {
  /** ISO 8601: charges created from this time on, and before the other. */
  readonly from: string;
  readonly to: string;
  /** False when something is left for the next run, which goes on from there. */
  readonly complete: boolean;
  /** Why it is not complete: `out-of-time`; the code of a failure of the provider; `too-early` when all that was asked for is younger than `ATTENTION_AFTER`. */
  readonly stoppedBy?: string;
  /** ISO 8601. The runs without times have compared every charge that was created before. */
  readonly comparedUntil: string;
  /** Since then, or since the first of these runs if that was later: `ReconciliationLag`. */
  readonly lagSeconds: number;
  /** Succeeded charges that were compared with the ledger. */
  readonly compared: number;
  readonly chargedTwice: readonly DoubleCharge[];
  /** Charged, and the ledger did not know: it does now. */
  readonly healed: readonly Finding[];
  /** Recorded as charged; the provider does not know the charge, or not as one that succeeded. */
  readonly unknownToProvider: readonly Finding[];
  readonly differing: readonly (Finding & { readonly reason: Contradiction })[];
  readonly open: OpenCounts;
  readonly counts: Readonly<Record<'chargedTwice' | 'healed' | 'unknownToProvider' | 'differing', number>>;
}
