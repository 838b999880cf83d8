import { TransientFailure } from '../../contract/failures';
import { ATTENTION_AFTER_SECONDS } from '../../contract/windows';
import type { Payments } from '../shared/payments';
import { compareWithLedger, confirmAtProvider } from './compare-charges';
import { handleOverdue } from './overdue-payments';
import { handlePlanned, type RangeResult } from './pages';
import { comparedUntil, lagSeconds, type Plan, planRequested, planScheduled } from './plan';
import type { LedgerPages, Progress, ProgressStore, ProviderBooks, ResendQueue, ShardCursors } from './ports';
import type { ReconcileRequest } from './reconcile-request';
import { createFindings, type Findings, type ReconciliationReport } from './report';

export interface ReconcilePorts {
  readonly payments: Pick<Payments, 'get' | 'list' | 'adoptCharge' | 'settle' | 'expire' | 'noteFailure' | 'noteResent'>;
  readonly ledger: LedgerPages;
  readonly books: ProviderBooks;
  readonly queue: ResendQueue;
  readonly progress: ProgressStore;
  /** Tells people of the report, before it is saved: a run that dies in between is repeated, and tells them again. */
  readonly announce: (report: ReconciliationReport) => void;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** False when the run must come to an end, or when no more than the reserved share of its time is left: 0.5 is half of it. */
  readonly timeLeft: (reservedShare?: number) => boolean;
}

/**
 * Compares the provider's succeeded charges with the ledger, and looks at every payment that is open for too long. It reads at the provider and
 * never starts a charge; whatever it writes is one of the worker's own conditional writes, so it may be repeated, stopped or killed anywhere.
 *
 * The provider lists charges by the time their PaymentIntent was created, and money may move later. So there are two passes over the list: 15
 * minutes behind, when a payment should be settled, and `CHARGE_HORIZON` behind, when nothing can be started any more. What was started before
 * and is settled later still, is open until then, and is asked for by its id in every run.
 */
export async function reconcile(request: ReconcileRequest, ports: ReconcilePorts): Promise<ReconciliationReport> {
  const { payments, ledger, queue, clock, timeLeft } = ports;
  const books = stopWhenUnreachable(ports.books);
  const findings = createFindings();
  const timeShare = halvingShares(timeLeft);

  const before = await ports.progress.load();
  const isScheduled = request.from === undefined && request.to === undefined;
  const plan = isScheduled ? planScheduled(before, clock()) : planRequested(request, before, clock());

  const compared: RangeResult[] = [];
  for (const planned of plan.charges) {
    compared.push(
      await handlePlanned(planned, {
        read: (range) => books.succeeded(range),
        handle: (charges) => compareWithLedger(charges, { payments, findings, clock }),
        timeLeft: timeShare(),
      }),
    );
  }
  // Before every charge was compared, an old payment may turn out to be charged.
  const mayExpire = isScheduled && compared.every(({ range }) => range.done);
  // Before the walk: what becomes overdue during it is rather told twice than never.
  const overdueBefore = new Date(clock() - ATTENTION_AFTER_SECONDS * 1000).toISOString();
  const overdue = await handleOverdue(before.overdue, {
    payments,
    ledger,
    books,
    queue,
    findings,
    newSince: before.overdueBefore,
    mayExpire,
    clock,
    timeLeft: timeShare(),
  });
  const confirmed = await handlePlanned(plan.recorded, {
    read: (range) => ledger.charged(range),
    handle: (recorded) => confirmAtProvider(recorded, books, findings),
    timeLeft,
  });

  const rangesAfter = compared.map(({ range }) => range);
  const progress = {
    ...before,
    ...plan.progressAfter(rangesAfter, confirmed.range),
    overdue,
    ...(isScheduled && isThrough(overdue) && { overdueBefore }),
  };
  const report = reportOf({ plan, compared, confirmed, progress, findings, now: clock() });
  ports.announce(report);
  await ports.progress.save(progress, report);
  return report;
}

/** Whether every shard of the overdue payments was gone through. */
const isThrough = (cursors: ShardCursors): boolean => Object.keys(cursors).length === 0;

interface RunResult {
  readonly plan: Plan;
  readonly compared: readonly RangeResult[];
  readonly confirmed: RangeResult;
  readonly progress: Progress;
  readonly findings: Findings;
  readonly now: number;
}

function reportOf({ plan, compared, confirmed, progress, findings, now }: RunResult): ReconciliationReport {
  const stoppedRange = [...compared, confirmed].find((each) => each.stoppedBy !== undefined);
  const stoppedBy =
    stoppedRange?.stoppedBy ?? (isThrough(progress.overdue) ? undefined : 'out-of-time') ?? (plan.isTooEarly ? 'too-early' : undefined);
  return {
    from: plan.charges[0]!.range.from,
    to: compared[0]!.range.to,
    complete: stoppedBy === undefined,
    ...(stoppedBy !== undefined && { stoppedBy }),
    comparedUntil: comparedUntil(progress, now),
    lagSeconds: lagSeconds(progress, now),
    ...findings.summary(),
  };
}

/** Each share of time leaves half of the rest to the parts behind it, so that no backlog of one keeps the others from ever being looked at. */
function halvingShares(timeLeft: ReconcilePorts['timeLeft']): () => () => boolean {
  let reserved = 1;
  return () => {
    reserved /= 2;
    const reservedShare = reserved;
    return () => timeLeft(reservedShare);
  };
}

/**
 * A circuit breaker: once the provider does not answer, each question fails at once, for the rest of the run. Each one would last as long as a
 * time-out, and a run that waits through one for every payment in doubt has no time for anything else.
 */
function stopWhenUnreachable(books: ProviderBooks): ProviderBooks {
  let unreachable: TransientFailure | undefined;
  const ask = async <T>(question: () => Promise<T>): Promise<T> => {
    if (unreachable) throw unreachable;
    try {
      return await question();
    } catch (error) {
      if (error instanceof TransientFailure && error.code === 'provider-unreachable') unreachable = error;
      throw error;
    }
  };
  return { succeeded: (range) => ask(() => books.succeeded(range)), find: (chargeId) => ask(() => books.find(chargeId)) };
}
