import { isDeepStrictEqual } from 'node:util';
import { RECOVERY_LOOK_SECONDS } from '../../contract/windows';
import { activeMove } from '../shared/dlq/active-move';
import type { DeadLetter, Dlq } from '../shared/dlq/dlq';
import type { AcquirePermit } from '../shared/dlq/rate-limiter';
import { isTerminal, type Payments } from '../shared/payments';
import { type DeadPayment, type Held, hasReturned, isGivenUp, look } from './look';
import { plan } from './plan';
import type { RecoveryState, RecoveryStates, StoredState } from './recovery-state';
import { afterReturn, countsAgainst, observe } from './watched';

export interface RecoverPorts {
  readonly dlq: Pick<Dlq, 'receive' | 'release' | 'remove' | 'sendCopy' | 'moves'>;
  readonly payments: Pick<Payments, 'get' | 'noteRecovery' | 'noteReturn'>;
  readonly states: RecoveryStates;
  /** Lets so many messages a second go back. */
  readonly acquirePermit: AcquirePermit;
  /** How long a message is tried before it is in the DLQ again, a visibility time-out included. */
  readonly patienceSeconds: number;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** False when the run must come to an end. */
  readonly timeLeft: () => boolean;
  /** The same for a repeated run, so that SQS drops what that run sends twice; never the message's own deduplication id. */
  readonly runId: string;
}

/** What a run did. `stood-back`: a move task is at work, or another run is. */
export interface RecoveryReport {
  readonly result: 'looked' | 'paused' | 'stood-back';
  /** Messages sent back. */
  readonly sent: number;
  /** The rest is what the last look has found: messages. */
  readonly seen: number;
  /** Payments that wait for a person, because they came back too often. */
  readonly gaveUp: number;
  /** Ids of the first of them. */
  readonly givenUp: readonly string[];
  readonly oldestAgeSeconds: number;
  readonly phase: RecoveryState['phase'];
}

const GIVEN_UP_LISTED = 20;

/**
 * Sends back what lies in the DLQ because the worker or the provider was broken: one payment as a canary, and the others once it has ended. It
 * charges nobody: each message takes the way through the queue, the guard and the ledger. It may be stopped or killed anywhere, and run twice
 * at once.
 */
export async function recover(ports: RecoverPorts): Promise<RecoveryReport> {
  let stored = await ports.states.load();
  let report: RecoveryReport = {
    result: 'looked',
    sent: 0,
    seen: 0,
    gaveUp: 0,
    givenUp: [],
    oldestAgeSeconds: 0,
    phase: stored.state.phase,
  };
  if (stored.state.isPaused) return { ...report, result: 'paused' };
  do {
    const step = await lookOnce(stored, ports);
    if (step === undefined) return { ...report, result: 'stood-back' };
    stored = step.stored;
    report = { ...step.report, sent: report.sent + step.report.sent };
    // What is left goes back in the same run, as long as there is time.
    if (step.report.sent === 0 || stored.state.phase !== 'sending') return report;
  } while (ports.timeLeft());
  return report;
}

/** `undefined` when it stood back. Everything that it does not move is receivable again when it ends, also with an error. */
async function lookOnce(
  { state: before, version }: StoredState,
  ports: RecoverPorts,
): Promise<{ readonly stored: StoredState; readonly report: RecoveryReport } | undefined> {
  const { dlq, payments, states, clock, timeLeft, patienceSeconds } = ports;
  // A look hides messages, and a move task that finds nothing ends as if it had moved all.
  if (await activeMove(dlq)) return undefined;
  const begin = clock();
  const isWithin = (seconds: number) => timeLeft() && clock() - begin < seconds * 1000;
  const maySend = () => isWithin(RECOVERY_LOOK_SECONDS);
  const observed = await observe(before, { payments, now: clock(), patienceSeconds });
  const { canary } = before;
  const canaryRow = canary && (await payments.get(canary.orderId, canary.attempt));

  const held = new Map<string, Held>();
  let seen = 0;
  let oldest = clock();
  try {
    const found = await look(
      ports,
      () => isWithin(RECOVERY_LOOK_SECONDS / 2),
      (message) => {
        held.set(message.messageId, message);
        seen += 1;
        oldest = Math.min(oldest, message.arrivedAt);
      },
    );
    const dead = found.map((each) => afterReturn(each, observed));
    const returned = found.filter(hasReturned);
    const next = plan(observed, { dead, returned, canaryRow, now: clock(), patienceSeconds });
    // A run that changes nothing must not be in the way of one that does.
    const isUnchanged = next.send.length === 0 && isDeepStrictEqual(next.state, before);
    const written = isUnchanged ? version : await states.save(next.state, version);
    // Another run was first, or a person has paused it.
    if (written === undefined) return undefined;
    for (const each of returned) await payments.noteReturn(each.payment, countsAgainst(each, observed));
    const sent = await sendBack(next.send, maySend, ports, ({ messageId }) => held.delete(messageId));
    const { phase } = next.state;
    const oldestAgeSeconds = (clock() - oldest) / 1000;
    return {
      stored: { state: next.state, version: written },
      report: { result: 'looked', sent, seen, ...gaveUpOn(dead), oldestAgeSeconds, phase },
    };
  } finally {
    await dlq.release([...held.values()]);
  }
}

/** Sends one copy of each payment's messages, in order. Returns how many messages are gone from the DLQ. */
async function sendBack(
  payments: readonly DeadPayment[],
  maySend: () => boolean,
  ports: RecoverPorts,
  removed: (message: DeadLetter) => void,
): Promise<number> {
  let sent = 0;
  for (const { payment, messages } of payments) {
    if (!maySend() || !(await ports.acquirePermit())) break;
    const isCounted = isTerminal(payment) || (await ports.payments.noteRecovery(payment, new Date(ports.clock()).toISOString()));
    // It has ended since, or another run was first.
    if (!isCounted) continue;
    const [first] = messages;
    await ports.dlq.sendCopy(first!, `${ports.runId}/${first!.messageId}`);
    // Sent before it is removed: dying in between leaves two copies and never none.
    for (const message of messages) {
      if (!maySend()) break;
      await ports.dlq.remove(message);
      removed(message);
      sent += 1;
    }
  }
  return sent;
}

function gaveUpOn(dead: readonly DeadPayment[]): Pick<RecoveryReport, 'gaveUp' | 'givenUp'> {
  const givenUp = dead.filter(isGivenUp).map(({ payment }) => `${payment.orderId}/${payment.attempt}`);
  return { gaveUp: givenUp.length, givenUp: givenUp.slice(0, GIVEN_UP_LISTED) };
}
