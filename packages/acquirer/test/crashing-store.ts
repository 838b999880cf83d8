import type { Store } from '../function/store';

export interface CrashingStore extends Store {
  /** Lets the process die at its n-th call from now: before the call reaches the table, or after it has. */
  dieAt(call: number, when: 'before' | 'after'): void;
  /** The next process starts. */
  restart(): void;
  /** Calls since the last `restart` or `dieAt`. */
  calls(): number;
}

/** A store as a process sees it that dies: from that call on, nothing of the process reaches the table any more. */
export function crashingStore(store: Store): CrashingStore {
  let count = 0;
  let fatal: { call: number; when: 'before' | 'after' } | undefined;

  async function through<T>(work: () => Promise<T>): Promise<T> {
    count += 1;
    if (fatal && (count > fatal.call || (count === fatal.call && fatal.when === 'before'))) throw new Error('died');
    const result = await work();
    if (count === fatal?.call) throw new Error('died');
    return result;
  }

  return {
    read: (addresses) => through(() => store.read(addresses)),
    write: (address, body, seen, marks) => through(() => store.write(address, body, seen, marks)),
    list: (pk, range) => through(() => store.list(pk, range)),
    timeline: (range) => through(() => store.timeline(range)),
    dieAt(call, when) {
      count = 0;
      fatal = { call, when };
    },
    restart() {
      count = 0;
      fatal = undefined;
    },
    calls: () => count,
  };
}
