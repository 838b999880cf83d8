import { type AcquirerClient, acquirerClient } from '@charge-once/acquirer/client';
import type { Answer } from '@charge-once/simulator/http/answer';
import type { ControlOptions } from './endpoint';
import { problem } from './problem';

export const NO_ACQUIRER: Answer = problem(404, 'no-acquirer', 'The templates deploy no test acquirer');

/** Undefined when the templates deploy none. */
export function acquirerOf({ outputs, secrets }: Pick<ControlOptions, 'outputs' | 'secrets'>): AcquirerClient | undefined {
  const { AcquirerUrl: url, AcquirerSecretName: name } = outputs;
  const apiKey = name === undefined ? undefined : secrets.value(name);
  return url === undefined || apiKey === undefined ? undefined : acquirerClient({ url, apiKey });
}
