import { hostname } from 'node:os';
import { OPERATOR_CALL_TIMEOUT_SECONDS } from '../contract/windows';
import { OperationError } from './operation-error';
import type { Outputs, Target } from './target';

export const SIMULATOR_URL = 'http://127.0.0.1:3000';

const PATIENCE_MS = OPERATOR_CALL_TIMEOUT_SECONDS * 1000;

/** The simulator whose API is at `url`. It tells by itself where its AWS endpoint is. */
export async function simulatorTarget(url: string): Promise<Target> {
  const { now, outputs } = await stateOf(url);
  return {
    name: `the simulator at ${url}`,
    client: {
      endpoint: new URL(outputs.ChargeQueueUrl!).origin,
      region: 'us-east-1',
      // The simulator lets people do everything, but a client signs whatever it sends.
      credentials: { accessKeyId: 'operator', secretAccessKey: 'operator' },
      requestHandler: { connectionTimeout: PATIENCE_MS, requestTimeout: PATIENCE_MS },
    },
    outputs,
    acquirerOutputs: async () => outputs,
    requestedBy: async () => `${process.env.USER || process.env.USERNAME || 'somebody'}@${hostname()}`,
    now: Date.parse(now),
  };
}

async function stateOf(url: string): Promise<{ now: string; outputs: Outputs }> {
  let response: Response;
  try {
    response = await fetch(new URL('/_simulator/state', url), { signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch {
    throw new OperationError(`No simulator answers at ${url}: start it with npm start, or name a stack on AWS with --stack.`);
  }
  const state = (await response.json().catch(() => undefined)) as { now: string; outputs?: Outputs } | undefined;
  if (!response.ok || state?.outputs?.ChargeQueueUrl === undefined)
    throw new OperationError(`What answers at ${url} is not the simulator.`);
  return state as { now: string; outputs: Outputs };
}
