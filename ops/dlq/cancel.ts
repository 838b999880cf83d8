import { askRedrive } from '../client/redrive';
import { EXIT } from '../exit-code';
import type { Outcome, Session } from '../outcome';

/** Stops the redrive of the whole queue. What was moved stays moved. */
export async function cancelRedrive({ target }: Session): Promise<Outcome> {
  const json = await askRedrive(target, { action: 'cancel' });
  const text = json.result === 'cancelling' ? `Cancelling; ${json.moved} were moved so far.` : 'No redrive is running.';
  return { json, text, exitCode: EXIT.ok };
}
