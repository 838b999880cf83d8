export interface PacerPorts {
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** False when the run must come to an end. */
  readonly timeLeft: () => boolean;
}

/** Waits for the caller's turn. False: there is no turn any more, because time is out. */
export type Turn = () => Promise<boolean>;

/** Gives so many turns a second, one caller after the other, and never makes up for lost time in a burst. Without a rate, at once. */
export function pacer(maxPerSecond: number | undefined, { clock, wait, timeLeft }: PacerPorts): Turn {
  const intervalMs = maxPerSecond === undefined ? 0 : 1000 / maxPerSecond;
  let next = clock();
  const take = async () => {
    if (!timeLeft()) return false;
    // At most one interval, so that a clock that was set back cannot hold the run.
    const waitMs = Math.min(next - clock(), intervalMs);
    if (waitMs > 0) await wait(waitMs);
    next = Math.max(next, clock()) + intervalMs;
    return true;
  };
  let last = Promise.resolve(true);
  return () => {
    last = last.then(take);
    return last;
  };
}
