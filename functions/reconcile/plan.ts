import { ATTENTION_AFTER_SECONDS, CHARGE_HORIZON_SECONDS } from '../../contract/windows';
import type { Progress } from './progress';
import type { ReconcileRequest } from './reconcile-request';
import { nextWalk, type Walk } from './walk';

/** A walk, and how far this run takes it: further than its own end when an earlier run left it. */
export interface Stretch {
  readonly walk: Walk;
  readonly upTo: string;
}

/** What one run goes through. */
export interface Plan {
  readonly isScheduled: boolean;
  /** Nothing of what was asked for is old enough to be compared. */
  readonly isTooEarly: boolean;
  /** The first one is the range that the report names. */
  readonly charges: readonly Stretch[];
  readonly recorded: Stretch;
  /** The progress once it has come so far. */
  readonly after: (charges: readonly Walk[], recorded: Walk) => Partial<Progress>;
}

/** Each walk goes on where its last one ended. */
export function planScheduled({ since, fresh, final, recorded }: Progress, now: number): Plan {
  const settledBefore = secondsAgo(now, ATTENTION_AFTER_SECONDS);
  const upTo = (previous: Walk | undefined, to: string): Stretch => ({ walk: nextWalk(previous, firstBeginning(now), to), upTo: to });
  return {
    isScheduled: true,
    isTooEarly: false,
    charges: [upTo(fresh, settledBefore), upTo(final, secondsAgo(now, CHARGE_HORIZON_SECONDS))],
    recorded: upTo(recorded, settledBefore),
    after: ([freshNow, finalNow], recordedNow) => ({
      since: since ?? atSecond(now),
      fresh: freshNow,
      final: finalNow,
      recorded: recordedNow,
    }),
  };
}

/** Goes on with the comparison that was asked for last, if it is the same and was not finished. */
export function planAsked({ from, to }: ReconcileRequest, { asked }: Progress, now: number): Plan {
  const latest = secondsAgo(now, ATTENTION_AFTER_SECONDS);
  const before = to === undefined || Date.parse(to) > Date.parse(latest) ? latest : atSecond(Date.parse(to));
  const start = from === undefined ? secondsAgo(Date.parse(before), CHARGE_HORIZON_SECONDS) : atSecond(Date.parse(from));
  const isTooEarly = start >= before;
  const end = isTooEarly ? start : before;
  const same = asked?.from === from && asked?.to === to ? asked : undefined;
  const begin = { from: start, to: end, done: isTooEarly };
  const asItIs = (walk: Walk): Stretch => ({ walk, upTo: walk.to });
  return {
    isScheduled: false,
    isTooEarly,
    charges: [asItIs(same?.charges ?? begin)],
    recorded: asItIs(same?.recorded ?? begin),
    after: ([charges], recorded) => ({ asked: charges!.done && recorded.done ? undefined : { from, to, charges: charges!, recorded } }),
  };
}

/** The time up to which the schedule has compared all charges. */
export function comparedUntil({ fresh }: Progress, now: number): string {
  if (!fresh) return firstBeginning(now);
  return fresh.done ? fresh.to : fresh.from;
}

/** How long the schedule has been behind. A first run has 40 days before it, and is not 40 days late. */
export function lagSeconds(progress: Progress, now: number): number {
  const { since = atSecond(now) } = progress;
  return (now - Math.max(Date.parse(comparedUntil(progress, now)), Date.parse(since))) / 1000;
}

/** Where the schedule begins when it has never run. */
const firstBeginning = (now: number): string => secondsAgo(now, ATTENTION_AFTER_SECONDS + CHARGE_HORIZON_SECONDS);
const atSecond = (ms: number): string => new Date(Math.floor(ms / 1000) * 1000).toISOString();
const secondsAgo = (now: number, seconds: number): string => atSecond(now - seconds * 1000);
