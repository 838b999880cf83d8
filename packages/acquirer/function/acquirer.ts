import type { FaultMemory } from './fault-memory';
import type { Store } from './store';

/** Real time, also where the clock is virtual: it keeps a caller waiting. */
export type Sleep = (ms: number) => Promise<void>;

/** What one execution environment works with, from its first request to its last. */
export interface Acquirer {
  readonly store: Store;
  readonly sleep: Sleep;
  readonly faults: FaultMemory;
}
