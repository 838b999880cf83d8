import type { IncomingMessage } from 'node:http';
import {
  type Simulator as Machine,
  type SimulatorOptions as MachineOptions,
  type Parts,
  type PeerApi,
  startSimulator as startMachine,
} from '@charge-once/simulator';
import { json } from '@charge-once/simulator/http/answer';
import { CONSOLE_PATH, createConsole, isConsole } from '../console/console';
import { CONTROL_PATH, createControl, isControl } from './control/control';
import { queueLabels } from './queue-labels';
import { createStory } from './story';
import { knownPayments } from './timeline/known-payments';
import { createTimeline } from './timeline/timeline';

export interface SimulatorOptions extends Pick<MachineOptions, 'assembly' | 'fresh' | 'port' | 'awsPort' | 'quiet' | 'schedules'> {
  /** @default '.simulator' */
  data?: string;
  /** @default 4242 */
  acquirerPort?: number;
}

export interface Simulator extends Pick<Machine, 'awsEndpoint' | 'port' | 'awsPort' | 'outputs' | 'clock' | 'sqs' | 'lambda' | 'close'> {
  /** `ApiUrl` of the stack, or the bare address when there is none. */
  apiUrl: string;
  acquirerUrl: string;
  acquirerPort: number;
  /** Base of the control endpoints. */
  controlUrl: string;
  /** The page for people, which uses them. */
  consoleUrl: string;
}

/** Runs the product's stacks, with the control endpoints and the console beside the API. Rejects with a message of one line. */
export async function startSimulator({ data = '.simulator', acquirerPort = 4242, ...options }: SimulatorOptions): Promise<Simulator> {
  const machine = await startMachine({ ...options, data, peer: acquirerAt(acquirerPort), extend: addControl });
  const { api, peer, peerPort, ...rest } = machine;
  return {
    ...rest,
    apiUrl: machine.outputs.ApiUrl ?? `${api}/`,
    acquirerUrl: machine.outputs.AcquirerUrl ?? `${peer}/`,
    acquirerPort: peerPort!,
    controlUrl: `${api}${CONTROL_PATH}`,
    consoleUrl: `http://localhost:${machine.port}${CONSOLE_PATH}`,
  };
}

/** The acquirer as a service outside AWS, which fails in Stripe's words. */
const acquirerAt = (port: number): PeerApi => ({
  stack: 'AcquirerStack',
  service: 'acquirer',
  port,
  flag: '--acquirer-port',
  faultAnswer(effect) {
    const error = effect === 'throttle' ? { type: 'invalid_request_error', code: 'rate_limit' } : { type: 'api_error' };
    return json(effect === 'throttle' ? 429 : 500, { error: { ...error, message: `Fault rule: ${effect}` } });
  },
});

async function addControl(parts: Parts) {
  const { outputs, tables } = parts.deployment;
  const timeline = createTimeline(parts.clock, queueLabels(outputs));
  for (const orderId of await knownPayments(parts.dynamodb, tables)) timeline.know(orderId);
  const story = createStory();
  const control = createControl({ ...parts, outputs, timeline, story, onAdvanced: parts.save });
  const page = createConsole();
  const route = (request: IncomingMessage) => (isControl(request) ? control : isConsole(request) ? page : undefined);
  return { observer: timeline, route, close: () => story.close() };
}
