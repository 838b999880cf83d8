import { hostname } from 'node:os';
import { OPERATOR_CALL_TIMEOUT_SECONDS } from '../../contract/windows';
import { OperationError } from '../operation-error';
import { type Answer, ask, byFetch } from './http';
import type { SimulatorState } from './simulator-types';
import type { Target } from './target';

export const SIMULATOR_URL = 'http://127.0.0.1:3000';

const PATIENCE_MS = OPERATOR_CALL_TIMEOUT_SECONDS * 1000;

/** The simulator whose API is at `url`. It tells by itself where its AWS endpoint is. Throws `OperationError` when none is there. */
export const simulatorTarget = async (url: string): Promise<Target> => targetOf(url, await stateOf(url));

/** The same for a state that is known already. */
export function targetOf(url: string, { now, outputs }: Pick<SimulatorState, 'now' | 'outputs'>): Target {
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

async function stateOf(url: string): Promise<SimulatorState> {
  let answer: Answer<Partial<SimulatorState> | undefined>;
  try {
    answer = await ask(byFetch, new URL('/_simulator/state', url).href);
  } catch (error) {
    if (error instanceof SyntaxError) throw notTheSimulator(url);
    throw new OperationError(`No simulator answers at ${url}: start it with npm start, or name a stack on AWS with --stack.`);
  }
  if (answer.status !== 200 || answer.json?.outputs?.ChargeQueueUrl === undefined) throw notTheSimulator(url);
  return answer.json as SimulatorState;
}

const notTheSimulator = (url: string): OperationError => new OperationError(`What answers at ${url} is not the simulator.`);
