import { INITIAL_STATE, type RecoveryState, type RecoveryStates } from '../../functions/recover/recovery-state';

/** The recovery's state in memory. */
export function memoryStates(initial: Partial<RecoveryState> = {}): RecoveryStates {
  let stored = { state: { ...INITIAL_STATE, ...initial }, version: 0 };
  return {
    load: async () => copy(stored),
    async save(state, version) {
      if (version !== stored.version) return undefined;
      stored = { state: copy(state), version: version + 1 };
      return stored.version;
    },
  };
}

/** As a table gives it back: what is undefined is not there. */
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value));
