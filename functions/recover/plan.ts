import { eventKey } from '../../contract/payment-event';
import { RECOVERED_WATCHED, RECOVERY_INTERVAL_SECONDS, RECOVERY_PAUSE_SECONDS } from '../../contract/windows';
import { isTerminal, type Payment } from '../shared/payments';
import { type DeadPayment, isRecoverable } from './look';
import type { Canary, RecoveryState, Sent } from './recovery-state';

/** What was found, for the decision what goes back. */
export interface Seen {
  /** What may go back by the verdict, in the order of the queue. */
  readonly dead: readonly DeadPayment[];
  /** Of these, what the recovery had sent back before, and has come back since the last look. */
  readonly returned: readonly DeadPayment[];
  /** The canary's payment as it stands now. */
  readonly canaryRow: Payment | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  /** How long a message is tried, visibility included. */
  readonly patienceSeconds: number;
}

export interface Plan {
  readonly state: RecoveryState;
  /** In order. */
  readonly send: readonly DeadPayment[];
}

/** Decides what goes back now: nothing, one canary, or the rest. */
export function plan(state: RecoveryState, seen: Seen): Plan {
  switch (state.phase) {
    case 'trying':
      return planTrying(state, seen);
    case 'sending':
      return planSending(state, seen);
    default:
      return state.phase satisfies never;
  }
}

function planTrying(state: RecoveryState, seen: Seen): Plan {
  const { canary, ...without } = state;
  if (canary === undefined) return tryCanary(without, seen);
  const outcome = outcomeOf(canary, seen);
  switch (outcome) {
    case 'ended':
      return planSending({ ...without, phase: 'sending', sendingSince: iso(seen.now), triedAt: undefined, pauseSeconds: 0 }, seen);
    case 'returned':
      return tryCanary({ ...without, pauseSeconds: longer(state.pauseSeconds) }, seen);
    case 'superseded':
      return tryCanary({ ...without, triedAt: undefined, pauseSeconds: 0 }, seen);
    case 'on-its-way':
      return { state, send: [] };
    default:
      return outcome satisfies never;
  }
}

function outcomeOf(canary: Canary, seen: Seen): 'ended' | 'returned' | 'superseded' | 'on-its-way' {
  const { dead, now, patienceSeconds, canaryRow } = seen;
  const sentAt = Date.parse(canary.at);
  const isOver = now - sentAt > patienceSeconds * 1000;
  const isBack = dead.some(({ payment, arrivedAt }) => eventKey(payment) === eventKey(canary) && arrivedAt > sentAt);
  if (!canary.isSettled) {
    if (canaryRow === undefined || !isTerminal(canaryRow)) return isBack || isOver ? 'returned' : 'on-its-way';
    // Only the provider can have charged or declined it. To cancel one, or to let it expire, may need no provider.
    return canaryRow.status === 'charged' || canaryRow.status === 'declined' ? 'ended' : 'superseded';
  }
  if (isBack) return 'returned';
  // One that waits for its money is never kept waiting by one that does not.
  if (dead.some((each) => !isTerminal(each.payment) && isRecoverable(each, now))) return 'superseded';
  return isOver ? 'ended' : 'on-its-way';
}

const longer = (pauseSeconds: number): number =>
  Math.min(pauseSeconds === 0 ? RECOVERY_INTERVAL_SECONDS : 2 * pauseSeconds, RECOVERY_PAUSE_SECONDS);

function tryCanary(state: RecoveryState, seen: Seen): Plan {
  const chosen = isDue(state, seen.now) ? chooseCanary(seen) : undefined;
  if (chosen === undefined) return { state, send: [] };
  const canary = { ...sent(chosen, seen.now), isSettled: isTerminal(chosen.payment) };
  return { state: { ...watching(state, [chosen], seen.now), canary, triedAt: canary.at }, send: [chosen] };
}

/** Runs begin a moment earlier or later than planned, so half an interval early is in time. */
const isDue = ({ triedAt, pauseSeconds }: RecoveryState, now: number): boolean =>
  triedAt === undefined || now - Date.parse(triedAt) >= (pauseSeconds - RECOVERY_INTERVAL_SECONDS / 2) * 1000;

/** The one with the fewest recoveries, then the oldest; one that has ended only when nobody waits. What comes back, comes back as the newest. */
function chooseCanary({ dead, now }: Seen): DeadPayment | undefined {
  const recoverable = dead.filter((each) => isRecoverable(each, now));
  const open = recoverable.filter(({ payment }) => !isTerminal(payment));
  if (open.length === 0) return recoverable.sort((a, b) => a.arrivedAt - b.arrivedAt)[0];
  const recoveries = ({ payment }: DeadPayment) => payment.recoveries ?? 0;
  return open.sort((a, b) => recoveries(a) - recoveries(b) || Date.parse(a.payment.acceptedAt) - Date.parse(b.payment.acceptedAt))[0];
}

function planSending(state: RecoveryState, seen: Seen): Plan {
  const since = Date.parse(state.sendingSince ?? iso(seen.now));
  const isBack = seen.returned.some(({ payment }) => Date.parse(payment.recoveredAt!) >= since);
  const { sendingSince: _, ...trying } = { ...state, phase: 'trying' as const };
  // Perhaps it is broken again: one is tried before any other goes back.
  if (isBack) return { state: { ...trying, triedAt: iso(seen.now), pauseSeconds: RECOVERY_INTERVAL_SECONDS }, send: [] };
  // What came after is none of the rest: it waits for a canary of its own.
  const send = seen.dead.filter((each) => each.arrivedAt <= since && isRecoverable(each, seen.now));
  return send.length === 0 ? { state: trying, send } : { state: watching(state, send, seen.now), send };
}

const iso = (now: number): string => new Date(now).toISOString();

const sent = ({ payment: { orderId, attempt } }: DeadPayment, now: number): Sent => ({ orderId, attempt, at: iso(now) });

const watching = (state: RecoveryState, send: readonly DeadPayment[], now: number): RecoveryState => ({
  ...state,
  watched: [...state.watched, ...send.filter(({ payment }) => !isTerminal(payment)).map((each) => sent(each, now))].slice(
    -RECOVERED_WATCHED,
  ),
});
