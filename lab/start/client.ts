import { type SimulatorClient, simulatorClient } from '../../ops/client/simulator-client';
import { targetOf } from '../../ops/client/simulator-target';
import type { Simulator } from './start';

/** The client of a simulator that runs in this process. */
export function clientOf({ controlUrl, outputs, clock }: Pick<Simulator, 'controlUrl' | 'outputs' | 'clock'>): SimulatorClient {
  return simulatorClient(targetOf(new URL(controlUrl).origin, { now: new Date(clock.now()).toISOString(), outputs }));
}
