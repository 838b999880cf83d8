import { eventKey } from '../../contract/payment-event';
import { MAX_FINDINGS_LISTED } from '../../contract/windows';

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
  /** Of these, the ones that became overdue since the last scheduled run. */
  readonly newlyOverdue: number;
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

/** What a run has found so far. */
export interface Findings {
  /** Notes that money moved under this id, as the provider or the ledger says. Two ids of one order are a double charge. */
  charged(charge: Finding): void;
  /** Whether the provider has shown the charge as succeeded in this run, and as one of this payment. */
  hasSeen(charge: Finding): boolean;
  sawSucceeded(charge: Finding): void;
  healed(charge: Finding): void;
  unknown(payment: Finding): void;
  differs(charge: Finding, reason: Contradiction): void;
  count(what: keyof OpenCounts): void;
  /** The part of the report that was found. */
  summary(): Omit<ReconciliationReport, 'from' | 'to' | 'complete' | 'stoppedBy' | 'comparedUntil' | 'lagSeconds'>;
}

const idsOf = ({ orderId, attempt, chargeId }: Finding): Finding => ({ orderId, attempt, chargeId });

export function createFindings(): Findings {
  /** Attempt of each charge, by order. Bounded by the pages of a run. */
  const charges = new Map<string, Map<string, number>>();
  /** Payment of each charge that succeeded. */
  const succeeded = new Map<string, string>();
  const healed: Finding[] = [];
  const unknown: Finding[] = [];
  /** By charge: the provider's list and an open payment may lead to the same one. */
  const differing = new Map<string, Finding & { reason: Contradiction }>();
  const open = { overdue: 0, newlyOverdue: 0, resent: 0, settled: 0, inDlq: 0, expired: 0, inDoubt: 0 };

  const charged = ({ orderId, attempt, chargeId }: Finding): void => {
    const attemptByCharge = charges.get(orderId) ?? new Map<string, number>();
    charges.set(orderId, attemptByCharge.set(chargeId, attempt));
  };

  return {
    charged,
    hasSeen: (charge) => succeeded.get(charge.chargeId) === eventKey(charge),
    sawSucceeded(charge) {
      succeeded.set(charge.chargeId, eventKey(charge));
      charged(charge);
    },
    healed: (charge) => void healed.push(idsOf(charge)),
    unknown: (payment) => void unknown.push(idsOf(payment)),
    differs: (charge, reason) => void differing.set(charge.chargeId, { ...idsOf(charge), reason }),
    count: (what) => {
      open[what] += 1;
    },
    summary() {
      const chargedTwice = [...charges].filter(([, attemptByCharge]) => attemptByCharge.size > 1).map(toDoubleCharge);
      const shortened = <T>(list: readonly T[]): readonly T[] => list.slice(0, MAX_FINDINGS_LISTED);
      return {
        compared: succeeded.size,
        chargedTwice: shortened(chargedTwice),
        healed: shortened(healed),
        unknownToProvider: shortened(unknown),
        differing: shortened([...differing.values()]),
        open: { ...open },
        counts: {
          chargedTwice: chargedTwice.length,
          healed: healed.length,
          unknownToProvider: unknown.length,
          differing: differing.size,
        },
      };
    },
  };
}

function toDoubleCharge([orderId, attemptByCharge]: [string, Map<string, number>]): DoubleCharge {
  const [attempt, ...others] = new Set(attemptByCharge.values());
  // Somebody else's charges may name one order without end.
  return { orderId, ...(others.length === 0 && { attempt }), chargeIds: [...attemptByCharge.keys()].sort().slice(0, MAX_FINDINGS_LISTED) };
}
