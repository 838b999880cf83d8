import { PermanentFailure, TransientFailure } from '../../contract/failures';
import { MAX_RECONCILE_PAGES, RECONCILED_AT_ONCE } from '../../contract/windows';

/** A stretch of time that is gone through page by page, over several runs if need be. Each begins where the one before ended, so nothing falls in between. */
export interface Walk {
  /** ISO 8601 at a full second, as the provider counts. */
  readonly from: string;
  /** Belongs to the next walk. */
  readonly to: string;
  /** Page to go on after; opaque. */
  readonly after?: string;
  readonly done: boolean;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** `after` of the page behind this one; absent on the last. */
  readonly next?: string;
  /** `after` of what is behind each item, where a page may be too long to be handled as a whole. */
  readonly places?: readonly string[];
}

/** The walk that was left unfinished, or else the one from its end to `to`. `first` is where the very first one begins. */
export function nextWalk(previous: Walk | undefined, first: string, to: string): Walk {
  if (previous && !previous.done) return previous;
  const from = previous?.to ?? first;
  // A second run within the same second has nothing to do.
  return from < to ? { from, to, done: false } : { from, to: from, done: true };
}

/** Where a walk stands, and the failure of the provider that stopped it, if one did. */
export interface Walked {
  readonly walk: Walk;
  readonly stoppedBy?: string;
}

/**
 * Goes on with a walk until it is done, time is up or the provider fails. A page counts once all of it was handled; of one that tells its
 * places, each handful does.
 */
export async function walkOn<T>(
  walk: Walk,
  read: (walk: Walk) => Promise<Page<T>>,
  handle: (items: readonly T[]) => Promise<void>,
  timeLeft: () => boolean,
): Promise<Walked> {
  let at = walk;
  try {
    for (let pages = 0; !at.done; pages++) {
      if (pages >= MAX_RECONCILE_PAGES || !timeLeft()) return { walk: at, stoppedBy: 'out-of-time' };
      const { items, next, places } = await read(at);
      const atOnce = places ? RECONCILED_AT_ONCE : items.length;
      for (let start = 0; start < items.length; start += atOnce) {
        if (start > 0 && !timeLeft()) return { walk: at, stoppedBy: 'out-of-time' };
        await handle(items.slice(start, start + atOnce));
        if (places) at = { ...at, after: places[Math.min(start + atOnce, items.length) - 1] };
      }
      at = next === undefined ? { from: at.from, to: at.to, done: true } : { ...at, after: next };
    }
    return { walk: at };
  } catch (error) {
    if (error instanceof TransientFailure) return { walk: at, stoppedBy: error.code };
    // Refused, perhaps because the charge to go on after is gone: the next run begins this stretch anew.
    if (error instanceof PermanentFailure) return { walk: { from: at.from, to: at.to, done: false }, stoppedBy: error.code };
    throw error;
  }
}

/** Ends a walk that an earlier run left, and goes on with what has come since. */
export async function walkUpTo(to: string, walk: Walk, step: (walk: Walk) => Promise<Walked>): Promise<Walked> {
  const walked = await step(walk);
  return walked.walk.done && walked.walk.to < to ? step(nextWalk(walked.walk, walked.walk.to, to)) : walked;
}
