import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import Stripe from 'stripe';
import { acquirerAccess } from '../../ops/client/acquirer';
import type { SimulatorClient } from '../../ops/client/simulator-client';
import { clientOf } from '../start/client';
import type { Simulator } from '../start/start';
import { startTemporarySimulator } from '../start/temporary-simulator';

/** A simulator with the stacks as they ship and the broken ones beside them, and clients that talk to it as they would to AWS. */
export interface System {
  readonly simulator: Simulator;
  readonly client: SimulatorClient;
  readonly sqs: SQSClient;
  readonly dynamodb: DynamoDBClient;
  /** Talks to the acquirer. */
  readonly stripe: Stripe;
  close(): Promise<void>;
}

/** Starts on free ports and a folder of its own, which goes when the process or the system ends. */
export async function startSystem(): Promise<System> {
  // Without schedules: what a pipeline does by itself is the point, and the reconciliation would come to its help.
  const simulator = await startTemporarySimulator({ app: 'lab/story/app.ts', quiet: true, schedules: false });
  try {
    return { simulator, ...(await connect(simulator)), close: () => simulator.close() };
  } catch (error) {
    await simulator.close();
    throw error;
  }
}

async function connect(simulator: Simulator): Promise<Omit<System, 'simulator' | 'close'>> {
  const client = clientOf(simulator);
  const { apiKey } = await acquirerAccess(client.target);
  const host = { host: '127.0.0.1', port: simulator.acquirerPort, protocol: 'http' } as const;
  return {
    client,
    sqs: new SQSClient(client.target.client),
    dynamodb: new DynamoDBClient(client.target.client),
    stripe: new Stripe(apiKey, { ...host, maxNetworkRetries: 0, telemetry: false }),
  };
}
