import { PermanentFailure, TransientFailure } from '../../contract/failures';
import { MAX_RECONCILE_PAGES, RECONCILED_AT_ONCE } from '../../contract/windows';
import { nextRange, type PlannedRange } from './plan';
import type { Page, TimeRange } from './ports';

/** How far a run came in a time range, and what stopped it: `out-of-time`, or the code of a failure of the provider. */
export interface RangeResult {
  readonly range: TimeRange;
  readonly stoppedBy?: string;
}

export interface PageHandling<T> {
  readonly read: (range: TimeRange) => Promise<Page<T>>;
  readonly handle: (items: readonly T[]) => Promise<void>;
  readonly timeLeft: () => boolean;
}

/** Finishes the range that an earlier run left, and goes on with what has come since. */
export async function handlePlanned<T>({ range, upTo }: PlannedRange, handling: PageHandling<T>): Promise<RangeResult> {
  const result = await handlePages(range, handling);
  return result.range.done && result.range.to < upTo ? handlePages(nextRange(result.range, result.range.to, upTo), handling) : result;
}

/**
 * Goes through a range until it is done, time is up or the provider fails. A page counts once all of it was handled; of one that has cursors,
 * each batch does.
 */
async function handlePages<T>(start: TimeRange, { read, handle, timeLeft }: PageHandling<T>): Promise<RangeResult> {
  let range = start;
  try {
    for (let pages = 0; !range.done; pages++) {
      if (pages >= MAX_RECONCILE_PAGES || !timeLeft()) return { range, stoppedBy: 'out-of-time' };
      const { items, next, cursors } = await read(range);
      const batchSize = cursors ? RECONCILED_AT_ONCE : items.length;
      for (let first = 0; first < items.length; first += batchSize) {
        if (first > 0 && !timeLeft()) return { range, stoppedBy: 'out-of-time' };
        await handle(items.slice(first, first + batchSize));
        if (cursors) range = { ...range, after: cursors[Math.min(first + batchSize, items.length) - 1] };
      }
      range = next === undefined ? { from: range.from, to: range.to, done: true } : { ...range, after: next };
    }
    return { range };
  } catch (error) {
    if (error instanceof TransientFailure) return { range, stoppedBy: error.code };
    // Refused, perhaps because the charge to go on after is gone: the next run begins this range anew.
    if (error instanceof PermanentFailure) return { range: { from: range.from, to: range.to, done: false }, stoppedBy: error.code };
    throw error;
  }
}
