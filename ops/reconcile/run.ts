import { ATTENTION_AFTER_SECONDS } from '../../contract/windows';
import type { ReconciliationReport } from '../../functions/reconcile/report';
import { askReconciliation } from '../client/reconcile';
import { EXIT } from '../exit-code';
import type { Outcome, Session } from '../outcome';
import { facts, table } from '../table';

/** Lists of a report and what each entry means. */
const FINDINGS = {
  chargedTwice: 'CHARGED TWICE',
  differing: 'differs from the ledger',
  unknownToProvider: 'unknown to the provider',
  healed: 'healed: charged, and the ledger did not know',
} as const;

export async function runReconciliation({ target }: Session, window: { from?: string; to?: string }): Promise<Outcome> {
  return outcomeOf(await askReconciliation(target, window));
}

export const outcomeOf = (report: ReconciliationReport): Outcome => ({
  json: report,
  text: reportText(report),
  exitCode: isClean(report) ? EXIT.ok : EXIT.attention,
});

/** Nothing for a person to do. What was healed, resent, settled or expired is done. */
const isClean = ({ complete, counts, open }: ReconciliationReport): boolean =>
  complete &&
  counts.chargedTwice + counts.differing + counts.unknownToProvider === 0 &&
  open.overdue === open.resent + open.settled + open.expired;

function reportText(report: ReconciliationReport): string {
  const { from, to, complete, stoppedBy, compared, counts, open } = report;
  const kinds = Object.keys(FINDINGS) as (keyof typeof FINDINGS)[];
  const found = kinds.flatMap((kind) => report[kind].map((finding) => findingRow(kind, finding)));
  return [
    `${compared} charges compared, from ${from} to ${to}`,
    facts([
      ...kinds.map((kind) => [FINDINGS[kind], counts[kind]] as const),
      ['overdue payments', open.overdue],
      ['  new since the last scheduled run', open.newlyOverdue],
      ['  sent to the queue again', open.resent],
      ['  settled by asking the provider', open.settled],
      ['  in doubt', open.inDoubt],
      ['  in the DLQ', open.inDlq],
      ['  expired, never charged', open.expired],
    ]),
    ...(found.length > 0 ? [table(['finding', 'order', 'attempt', 'charge', 'reason'], found)] : []),
    ...(complete ? [] : [whyIncomplete(stoppedBy)]),
    isClean(report) ? 'Clean: ledger and provider agree.' : 'A person should look at this.',
  ].join('\n');
}

const whyIncomplete = (stoppedBy = 'out-of-time'): string =>
  stoppedBy === 'too-early'
    ? `Nothing was compared: what is younger than ${ATTENTION_AFTER_SECONDS / 60} minutes may still be on its way. Run it again later.`
    : `Stopped before everything was compared (${stoppedBy}): run it again, it goes on from there.`;

function findingRow(kind: keyof typeof FINDINGS, finding: ReconciliationReport[typeof kind][number]) {
  const { orderId, attempt } = finding;
  const charge = 'chargeIds' in finding ? finding.chargeIds.join(', ') : finding.chargeId;
  return [FINDINGS[kind], orderId, attempt, charge, 'reason' in finding ? finding.reason : undefined];
}
