import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { MetricSeries } from './metrics';

/** What must survive a restart and belongs to no service. */
export interface SavedState {
  /** Of the virtual clock: time never goes back, or messages and records would come from the future. */
  offsetMs: number;
  metrics: MetricSeries[];
}

export function loadState(file: string): SavedState {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SavedState) : { offsetMs: 0, metrics: [] };
}

/** How much of the counts a crash may lose. An advance of the clock is saved at once. */
const SAVE_EVERY_MS = 1000;

export interface StateKeeper {
  /** Writes the state if it has changed. */
  save: () => void;
  close(): void;
}

/** Writes down what `read` gives whenever it has changed. */
export function keepState(file: string, read: () => SavedState): StateKeeper {
  let written = '';
  const save = (): void => {
    const text = JSON.stringify(read());
    if (text === written) return;
    // Written beside and renamed, so that a crash leaves the old state or the new one.
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
    written = text;
  };
  const timer = setInterval(save, SAVE_EVERY_MS).unref();
  return {
    save,
    close: () => {
      clearInterval(timer);
      save();
    },
  };
}
