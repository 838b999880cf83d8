import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createClock } from './clock';
import type { MetricSeries } from './metric-series';
import { createMetrics, type Metrics } from './metrics';
import type { Clock } from './types';

/** What must survive a restart and belongs to no service. */
interface SavedState {
  /** Of the virtual clock: time must not go back, or messages and records would come from the future. */
  offsetMs: number;
  metrics: MetricSeries[];
}

/** How much of counts and time a crash may lose. An advance of the clock is saved when it ends: SIGKILL in the middle may take back a part. */
const SAVE_EVERY_MS = 1000;

export interface State {
  /** Nothing was saved before: the stacks are deployed for the first time. */
  isNew: boolean;
  clock: Clock;
  metrics: Metrics;
  /** Writes both down if they have changed. */
  save: () => void;
  close(): void;
}

/** Clock and metrics as the file has them, or new ones. Written down whenever they have changed. */
export function openState(file: string): State {
  const isNew = !existsSync(file);
  const saved: SavedState = !isNew ? JSON.parse(readFileSync(file, 'utf8')) : { offsetMs: 0, metrics: [] };
  const clock = createClock({ startOffsetMs: saved.offsetMs });
  const metrics = createMetrics();
  metrics.restore(saved.metrics);
  let written = '';
  const save = (): void => {
    const text = JSON.stringify({ offsetMs: clock.offsetMs, metrics: metrics.toJSON() } satisfies SavedState);
    if (text === written) return;
    // Written beside and renamed, so that a crash leaves the old state or the new one.
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
    written = text;
  };
  const timer = setInterval(save, SAVE_EVERY_MS).unref();
  return {
    isNew,
    clock,
    metrics,
    save,
    close: () => {
      clearInterval(timer);
      save();
      clock.close();
    },
  };
}
