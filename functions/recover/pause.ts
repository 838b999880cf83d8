import type { RecoveryState, RecoveryStates } from './recovery-state';

/** Writes of others that it gives way to: a run writes a few times a minute at most. */
const TRIES = 5;

/** Sets or clears the flag, whatever runs at the same time. A run that is at work ends with the look that it is at. */
export async function setPaused(isPaused: boolean, states: RecoveryStates): Promise<RecoveryState> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { state, version } = await states.load();
    if (state.isPaused === isPaused) return state;
    const changed = { ...state, isPaused };
    if ((await states.save(changed, version)) !== undefined) return changed;
  }
  throw new Error('the state of the recovery is written by others all the time; nothing was changed');
}
