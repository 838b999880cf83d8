import type { Clock, Timer } from './types';

/** Longest delay that `setTimeout` takes; beyond it Node fires at once. https://nodejs.org/api/timers.html */
const MAX_REAL_DELAY_MS = 2 ** 31 - 1;

/** Turns of the event loop without work before the simulator counts as idle: an event reaches its listener within one. */
const QUIET_TURNS = 2;

interface Entry {
  whenMs: number;
  /** Order of registration, which decides between equal times. */
  order: number;
  fire: () => void;
}

/** Entries sorted by time, then by registration. Unlike a heap with lazy deletion, a cancelled entry leaves nothing behind. */
function createSchedule() {
  const entries: Entry[] = [];
  const position = (entry: Entry): number => {
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = entries[middle]!;
      if (other.whenMs < entry.whenMs || (other.whenMs === entry.whenMs && other.order < entry.order)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    first: (): Entry | undefined => entries[0],
    take: (): Entry => entries.shift()!,
    add: (entry: Entry): void => void entries.splice(position(entry), 0, entry),
    remove(entry: Entry): void {
      const index = position(entry);
      if (entries[index] === entry) entries.splice(index, 1);
    },
    clear: (): void => void entries.splice(0),
  };
}

/** Counts unfinished work. Its failures are for those who started it to handle; here they only end it. */
function createTracker() {
  let pending = 0;
  let wake: (() => void)[] = [];
  const done = (): void => {
    pending -= 1;
    if (pending > 0) return;
    for (const resolve of wake) resolve();
    wake = [];
  };
  return {
    track<T>(work: Promise<T>): Promise<T> {
      pending += 1;
      work.then(done, done);
      return work;
    },
    async idle(): Promise<void> {
      // Work may also start in the last quiet turn.
      for (let quiet = 0; quiet < QUIET_TURNS || pending > 0; ) {
        if (pending > 0) {
          quiet = 0;
          await new Promise<void>((resolve) => wake.push(resolve));
        } else {
          // What has just ended may have caused work that starts in the next turn, such as a poll of a queue.
          await new Promise((resolve) => setImmediate(resolve));
          quiet += 1;
        }
      }
    },
  };
}

/** One real timer, which does not keep the process alive. */
function createAlarm(ring: () => void) {
  let timeout: NodeJS.Timeout | undefined;
  return {
    set(delayMs: number): void {
      clearTimeout(timeout);
      // Node may fire a timer a millisecond early: never ask for 0, or the alarm would spin.
      timeout = setTimeout(ring, Math.min(Math.max(delayMs, 1), MAX_REAL_DELAY_MS)).unref();
    },
    stop: (): void => clearTimeout(timeout),
  };
}

/**
 * Virtual clock: real time plus an offset that only grows. `startOffsetMs` is the `offsetMs` that an earlier process had reached.
 * Timers also fire by themselves when real time reaches them, without keeping the process alive.
 * Tracked work must not wait for `advance` or `idle`, which wait for it; under constant load they wait for a gap.
 */
export function createClock({ startOffsetMs = 0 }: { startOffsetMs?: number } = {}): Clock {
  const schedule = createSchedule();
  const tracker = createTracker();
  let offsetMs = startOffsetMs;
  let registered = 0;
  let advances: Promise<unknown> = Promise.resolve();

  const now = (): number => Date.now() + offsetMs;
  const alarm = createAlarm(fireDue);
  const jumpTo = (whenMs: number): void => {
    offsetMs = Math.max(offsetMs, Math.ceil(whenMs - Date.now()));
  };

  function armAlarm(): void {
    const next = schedule.first();
    if (next) alarm.set(next.whenMs - now());
    else alarm.stop();
  }

  function fireDue(): void {
    try {
      for (let next = schedule.first(); next && next.whenMs <= now(); next = schedule.first()) schedule.take().fire();
    } finally {
      armAlarm();
    }
  }

  async function advanceNow(ms: number): Promise<void> {
    const targetMs = now() + ms;
    await tracker.idle();
    for (let next = schedule.first(); next && next.whenMs <= targetMs; next = schedule.first()) {
      jumpTo(next.whenMs);
      schedule.take().fire();
      await tracker.idle();
    }
    jumpTo(targetMs);
    armAlarm();
    await tracker.idle();
  }

  return {
    now,
    get offsetMs() {
      return offsetMs;
    },
    at(whenMs, fire): Timer {
      const entry: Entry = { whenMs, order: registered++, fire };
      schedule.add(entry);
      if (schedule.first() === entry) armAlarm();
      return { cancel: () => schedule.remove(entry) };
    },
    track: (work) => tracker.track(work),
    idle: () => tracker.idle(),
    advance(ms) {
      if (!(ms >= 0 && ms < Number.POSITIVE_INFINITY)) throw new RangeError(`Time moves forward by a number of milliseconds, not by ${ms}`);
      const done = advances.then(() => advanceNow(ms));
      advances = done.catch(() => {});
      return done;
    },
    close() {
      alarm.stop();
      schedule.clear();
    },
  };
}
