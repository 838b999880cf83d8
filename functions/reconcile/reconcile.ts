import type { Payments } from '../shared/payments';
import { createFindings } from './findings';
import { compareCharge } from './follow-charge';
import type { ChargedPayment, LedgerWalk } from './ledger-walk';
import { walkOverdue } from './open-payments';
import { lookAtOverdue } from './overdue-payment';
import { comparedUntil, lagSeconds, planAsked, planScheduled } from './plan';
import type { ProgressStore } from './progress';
import type { ProviderBooks, SucceededCharge } from './provider-books';
import type { ReconcileRequest } from './reconcile-request';
import { confirmRecorded } from './recorded-charges';
import type { ReconciliationReport } from './report';
import { createResend, type ResendQueue } from './resend';
import { untilSilent } from './silent-provider';
import { type Walk, walkOn, walkUpTo } from './walk';

export interface ReconcilePorts {
  readonly payments: Pick<Payments, 'get' | 'list' | 'startCharging' | 'settle' | 'expire' | 'noteFailure' | 'noteResent'>;
  readonly ledger: LedgerWalk;
  readonly books: ProviderBooks;
  readonly queue: ResendQueue;
  readonly progress: ProgressStore;
  /** Tells people of the report, before it is saved: a run that dies in between is repeated, and tells them again. */
  readonly announce: (report: ReconciliationReport) => void;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** False when the run must come to an end, or when no more of its time is left than the part of it that is to be kept. */
  readonly timeLeft: (kept?: number) => boolean;
}

/**
 * Compares the provider's succeeded charges with the ledger, and looks at every payment that is open for too long. It reads at the provider and
 * never starts a charge; whatever it writes is one of the worker's own conditional writes, so it may be repeated, stopped or killed anywhere.
 *
 * The provider lists charges by the time their PaymentIntent was created, and money may move later. So the list is followed twice: 15 minutes
 * behind, when a payment should be settled, and again `CHARGE_HORIZON` behind, when nothing can be started any more. What was started before
 * and is settled later still, is open until then, and is asked for by its id in every run.
 */
export async function reconcile(request: ReconcileRequest, ports: ReconcilePorts): Promise<ReconciliationReport> {
  const { payments, ledger, timeLeft, clock } = ports;
  const books = untilSilent(ports.books);
  const before = await ports.progress.load();
  const plan =
    request.from === undefined && request.to === undefined ? planScheduled(before, clock()) : planAsked(request, before, clock());
  const findings = createFindings();

  // Each part leaves half of the time for those behind it, so that no backlog of one keeps the others from ever being looked at.
  let kept = 1;
  const half = () => {
    kept /= 2;
    const keep = kept;
    return () => timeLeft(keep);
  };
  const readCharges = (at: Walk) => books.succeeded(at);
  const compare = async (charges: readonly SucceededCharge[]) =>
    void (await Promise.all(charges.map((charge) => compareCharge(charge, { payments, findings, clock }))));
  const compared = [];
  for (const { walk, upTo } of plan.charges) {
    const timeForCharges = half();
    compared.push(await walkUpTo(upTo, walk, (at) => walkOn(at, readCharges, compare, timeForCharges)));
  }
  const mayExpire = plan.isScheduled && compared.every(({ walk }) => walk.done);
  const resend = createResend(ports.queue, payments, clock);
  const open = await walkOverdue(before.open, (key) => lookAtOverdue(key, { payments, books, resend, findings, mayExpire, clock }), {
    ledger,
    clock,
    timeLeft: half(),
  });
  const readRecorded = (at: Walk) => ledger.charged(at);
  const confirm = (rows: readonly ChargedPayment[]) => confirmRecorded(rows, books, findings);
  const recorded = await walkUpTo(plan.recorded.upTo, plan.recorded.walk, (at) => walkOn(at, readRecorded, confirm, timeLeft));

  const walked = [...compared, recorded];
  const isOpenDone = Object.keys(open).length === 0;
  const stoppedBy =
    walked.find((each) => each.stoppedBy !== undefined)?.stoppedBy ??
    (isOpenDone ? undefined : 'out-of-time') ??
    (plan.isTooEarly ? 'too-early' : undefined);
  const after = plan.after(
    compared.map(({ walk }) => walk),
    recorded.walk,
  );
  const progress = { ...before, ...after, open };
  const report = {
    from: plan.charges[0]!.walk.from,
    to: compared[0]!.walk.to,
    complete: stoppedBy === undefined,
    ...(stoppedBy !== undefined && { stoppedBy }),
    comparedUntil: comparedUntil(progress, clock()),
    lagSeconds: lagSeconds(progress, clock()),
    ...findings.summary(),
  };
  ports.announce(report);
  await ports.progress.save(progress, report);
  return report;
}
