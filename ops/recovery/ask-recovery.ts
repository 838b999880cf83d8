import type { RecoveryState } from '../../functions/recover/recovery-state';
import { invoke } from '../client/functions';
import { EXIT } from '../exit-code';
import type { Outcome, Session } from '../outcome';
import { facts } from '../table';

/** Asks the recover function, and shows its state as it is then. */
export async function askRecovery({ target }: Session, action: 'status' | 'pause' | 'resume'): Promise<Outcome> {
  const result = await invoke<{ readonly state: RecoveryState }>(target, 'RecoverFunctionName', { action });
  return { json: result, text: stateText(result.state), exitCode: EXIT.ok };
}

const PHASES: Readonly<Record<RecoveryState['phase'], string>> = {
  trying: 'one payment at a time, until one is charged',
  sending: 'the rest, since one was charged',
};

export function stateText({ phase, isPaused, canary, triedAt, pauseSeconds, watched }: RecoveryState): string {
  return facts([
    ['paused', isPaused ? 'yes' : 'no'],
    ['sends back', PHASES[phase]],
    ['on trial', canary ? `${canary.orderId}/${canary.attempt} since ${canary.at}` : 'none'],
    ['tried last', triedAt ?? 'never'],
    ['least pause', `${pauseSeconds} s`],
    ['on their way', String(watched.length)],
  ]);
}
