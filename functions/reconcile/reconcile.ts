import type { Payments } from '../shared/payments';
import { createFindings } from './findings';
import { compareCharge } from './follow-charge';
import type { LedgerWalk } from './ledger-walk';
import { walkOverdue } from './open-payments';
import { lookAtOverdue } from './overdue-payment';
import { planAsked, planScheduled } from './plan';
import type { ProgressStore } from './progress';
import type { ProviderBooks } from './provider-books';
import type { ReconcileRequest } from './reconcile-request';
import { confirmRecorded } from './recorded-charges';
import type { ReconciliationReport } from './report';
import { createResend, type ResendQueue } from './resend';
import { walkOn } from './walk';

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
  /** False when the run must come to an end. */
  readonly timeLeft: () => boolean;
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
  const { payments, ledger, books, timeLeft, clock } = ports;
  const before = await ports.progress.load();
  const plan =
    request.from === undefined && request.to === undefined ? planScheduled(before, clock()) : planAsked(request, before, clock());
  const findings = createFindings();

  const compared = [];
  for (const walk of plan.charges) {
    compared.push(
      await walkOn(
        walk,
        (at) => books.succeeded(at),
        async (charges) => void (await Promise.all(charges.map((charge) => compareCharge(charge, { payments, findings, clock })))),
        timeLeft,
      ),
    );
  }
  const mayExpire = plan.isScheduled && compared.every(({ walk }) => walk.done);
  const resend = createResend(ports.queue, payments, clock);
  const open = await walkOverdue(before.open, (key) => lookAtOverdue(key, { payments, books, resend, findings, mayExpire, clock }), ports);
  const recorded = await walkOn(
    plan.recorded,
    (at) => ledger.charged(at),
    (rows) => confirmRecorded(rows, books, findings),
    timeLeft,
  );

  const walked = [...compared, recorded];
  const isOpenDone = Object.keys(open).length === 0;
  const stoppedBy = walked.find((each) => each.stoppedBy !== undefined)?.stoppedBy ?? (isOpenDone ? undefined : 'out-of-time');
  const { from, to } = plan.charges[0]!;
  const report = { from, to, complete: stoppedBy === undefined, ...(stoppedBy !== undefined && { stoppedBy }), ...findings.summary() };
  ports.announce(report);
  await ports.progress.save(
    {
      ...before,
      ...plan.after(
        compared.map(({ walk }) => walk),
        recorded.walk,
      ),
      open,
    },
    report,
  );
  return report;
}
