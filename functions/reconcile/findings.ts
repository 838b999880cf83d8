import { eventKey } from '../../contract/payment-event';
import { MAX_FINDINGS_LISTED } from '../../contract/windows';
import type { Contradiction, DoubleCharge, Finding, OpenCounts, ReconciliationReport } from './report';

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

const named = ({ orderId, attempt, chargeId }: Finding): Finding => ({ orderId, attempt, chargeId });

export function createFindings(): Findings {
  /** Attempt of each charge, by order. Bounded by the pages of a run. */
  const charges = new Map<string, Map<string, number>>();
  /** Payment of each charge that succeeded. */
  const succeeded = new Map<string, string>();
  const healed: Finding[] = [];
  const unknown: Finding[] = [];
  /** By charge: the provider's list and an open payment may lead to the same one. */
  const differing = new Map<string, Finding & { reason: Contradiction }>();
  const open = { overdue: 0, resent: 0, settled: 0, inDlq: 0, expired: 0, inDoubt: 0 };

  const charged = ({ orderId, attempt, chargeId }: Finding): void => {
    const ofOrder = charges.get(orderId) ?? new Map<string, number>();
    charges.set(orderId, ofOrder.set(chargeId, attempt));
  };

  return {
    charged,
    hasSeen: (charge) => succeeded.get(charge.chargeId) === eventKey(charge),
    sawSucceeded(charge) {
      succeeded.set(charge.chargeId, eventKey(charge));
      charged(charge);
    },
    healed: (charge) => void healed.push(named(charge)),
    unknown: (payment) => void unknown.push(named(payment)),
    differs: (charge, reason) => void differing.set(charge.chargeId, { ...named(charge), reason }),
    count: (what) => {
      open[what] += 1;
    },
    summary() {
      const chargedTwice = [...charges].filter(([, ofOrder]) => ofOrder.size > 1).map(toDoubleCharge);
      const listed = <T>(list: readonly T[]): readonly T[] => list.slice(0, MAX_FINDINGS_LISTED);
      return {
        compared: succeeded.size,
        chargedTwice: listed(chargedTwice),
        healed: listed(healed),
        unknownToProvider: listed(unknown),
        differing: listed([...differing.values()]),
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

function toDoubleCharge([orderId, ofOrder]: [string, Map<string, number>]): DoubleCharge {
  const [attempt, ...others] = new Set(ofOrder.values());
  // Somebody else's charges may name one order without end.
  return { orderId, ...(others.length === 0 && { attempt }), chargeIds: [...ofOrder.keys()].sort().slice(0, MAX_FINDINGS_LISTED) };
}
