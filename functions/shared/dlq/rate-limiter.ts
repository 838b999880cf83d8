export interface RateLimiterPorts {
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** False when the run must come to an end. */
  readonly timeLeft: () => boolean;
}

/** Waits until the caller may send. False: it may not any more, because time is out. */
export type AcquirePermit = () => Promise<boolean>;

/** Gives so many permits a second, one caller after the other, and never makes up for lost time in a burst. Without a rate, at once. */
export function rateLimiter(maxPerSecond: number | undefined, { clock, wait, timeLeft }: RateLimiterPorts): AcquirePermit {
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
