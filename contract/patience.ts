import {
  HOUR_PATIENCE_BACKOFF_SECONDS,
  HOUR_PATIENCE_RECEIVES,
  RETRY_BASE_SECONDS,
  SHORT_PATIENCE_BACKOFF_SECONDS,
  SHORT_PATIENCE_RECEIVES,
} from './windows';

/** How long a payment is retried before its message goes to the dead-letter queue. */
export interface Patience {
  /** Receives, the last one included. The queue's `maxReceiveCount`. */
  readonly receives: number;
  /** Longest wait between two of them. */
  readonly backoffSeconds: number;
}

export type PatienceName = 'short' | 'hour';

/** `short`: about two minutes, so that the dead-letter queue can be seen at work. `hour`: an outage of an hour sends nothing there. */
export const PATIENCE: Readonly<Record<PatienceName, Patience>> = {
  short: { receives: SHORT_PATIENCE_RECEIVES, backoffSeconds: SHORT_PATIENCE_BACKOFF_SECONDS },
  hour: { receives: HOUR_PATIENCE_RECEIVES, backoffSeconds: HOUR_PATIENCE_BACKOFF_SECONDS },
};

/** The patience of that name. Throws for another name: a queue and a worker that disagree would give messages up early, or never. */
export function patienceOf(name: string): Patience {
  if (!Object.hasOwn(PATIENCE, name)) throw new Error(`there is no patience ${JSON.stringify(name)}: it is short or hour`);
  return PATIENCE[name as PatienceName];
}

/** Share of the wait that jitter leaves at least. */
const LEAST_JITTER = 0.5;

/**
 * Seconds to wait after a failed receive: doubled each time up to the cap, and never for all payments the same.
 *
 * @param receives receives so far, this one included
 * @param random 0 ≤ number < 1
 */
export const backoffSeconds = (receives: number, { backoffSeconds: cap }: Pick<Patience, 'backoffSeconds'>, random: number): number =>
  Math.ceil(Math.min(RETRY_BASE_SECONDS * 2 ** (receives - 1), cap) * (LEAST_JITTER + random * (1 - LEAST_JITTER)));

/** Seconds from the first failed receive to the last one when every wait is as short as jitter makes it. */
export const shortestPatienceSeconds = (patience: Patience): number => patienceSeconds(patience, 0);

/** Seconds from the first failed receive to the last one when every wait is as long as it can be. */
export const longestPatienceSeconds = (patience: Patience): number => patienceSeconds(patience, 1);

function patienceSeconds(patience: Patience, random: number): number {
  let seconds = 0;
  for (let receives = 1; receives < patience.receives; receives += 1) seconds += backoffSeconds(receives, patience, random);
  return seconds;
}
