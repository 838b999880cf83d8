import { ATTENTION_AFTER_SECONDS, CHARGE_HORIZON_SECONDS } from '../../contract/windows';
import type { Progress, TimeRange } from './ports';
import type { ReconcileRequest } from './reconcile-request';

/** A time range, and the time up to which this run compares: later than the range's end when an earlier run left it unfinished. */
export interface PlannedRange {
  readonly range: TimeRange;
  readonly upTo: string;
}

/** The time ranges of one run. */
export interface Plan {
  /** Nothing of what was asked for is old enough to be compared. */
  readonly isTooEarly: boolean;
  /** Of the provider's charges. The first one is the range that the report names. */
  readonly charges: readonly PlannedRange[];
  /** Of the charges that the ledger has recorded. */
  readonly recorded: PlannedRange;
  /** What to keep of the run, given how far it came in each range. */
  readonly progressAfter: (charges: readonly TimeRange[], recorded: TimeRange) => Partial<Progress>;
}

/** Each range begins where its last one ended. */
export function planScheduled({ firstRunAt, firstPass, secondPass, recorded }: Progress, now: number): Plan {
  const settledBefore = secondsAgo(now, ATTENTION_AFTER_SECONDS);
  const upTo = (previous: TimeRange | undefined, to: string): PlannedRange => ({
    range: nextRange(previous, firstStart(now), to),
    upTo: to,
  });
  return {
    isTooEarly: false,
    charges: [upTo(firstPass, settledBefore), upTo(secondPass, secondsAgo(now, CHARGE_HORIZON_SECONDS))],
    recorded: upTo(recorded, settledBefore),
    progressAfter: ([first, second], recordedAfter) => ({
      firstRunAt: firstRunAt ?? atSecond(now),
      firstPass: first,
      secondPass: second,
      recorded: recordedAfter,
    }),
  };
}

/** The range that was left unfinished, or else the one from its end to `to`. `first` is where the very first one begins. */
export function nextRange(previous: TimeRange | undefined, first: string, to: string): TimeRange {
  if (previous && !previous.done) return previous;
  const from = previous?.to ?? first;
  // A second run within the same second has nothing to do.
  return from < to ? { from, to, done: false } : { from, to: from, done: true };
}

/** Goes on with the last comparison that was requested, if it is the same and was not finished. */
export function planRequested({ from, to }: ReconcileRequest, { requested }: Progress, now: number): Plan {
  const latest = secondsAgo(now, ATTENTION_AFTER_SECONDS);
  const before = to === undefined || Date.parse(to) > Date.parse(latest) ? latest : atSecond(Date.parse(to));
  const start = from === undefined ? secondsAgo(Date.parse(before), CHARGE_HORIZON_SECONDS) : atSecond(Date.parse(from));
  const isTooEarly = start >= before;
  const whole = { from: start, to: isTooEarly ? start : before, done: isTooEarly };
  const unfinished = requested?.from === from && requested?.to === to ? requested : undefined;
  const toItsEnd = (range: TimeRange): PlannedRange => ({ range, upTo: range.to });
  return {
    isTooEarly,
    charges: [toItsEnd(unfinished?.charges ?? whole)],
    recorded: toItsEnd(unfinished?.recorded ?? whole),
    progressAfter: ([charges], recorded) => ({
      requested: charges!.done && recorded.done ? undefined : { from, to, charges: charges!, recorded },
    }),
  };
}

/** The time up to which the schedule has compared all charges. */
export function comparedUntil({ firstPass }: Progress, now: number): string {
  if (!firstPass) return firstStart(now);
  return firstPass.done ? firstPass.to : firstPass.from;
}

/** How far the schedule is behind. A first run has 40 days before it, and is not 40 days late. */
export function lagSeconds(progress: Progress, now: number): number {
  const { firstRunAt = atSecond(now) } = progress;
  return (now - Math.max(Date.parse(comparedUntil(progress, now)), Date.parse(firstRunAt))) / 1000;
}

/** Where the schedule begins when it has never run. */
const firstStart = (now: number): string => secondsAgo(now, ATTENTION_AFTER_SECONDS + CHARGE_HORIZON_SECONDS);
const atSecond = (ms: number): string => new Date(Math.floor(ms / 1000) * 1000).toISOString();
const secondsAgo = (now: number, seconds: number): string => atSecond(now - seconds * 1000);
