import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import Stripe from 'stripe';
import type { Simulator } from '../start/start';
import { startTemporarySimulator } from '../start/temporary-simulator';

/** A simulator with the stacks as they ship and the broken ones beside them, and clients that talk to it as they would to AWS. */
export interface System {
  readonly simulator: Simulator;
  readonly sqs: SQSClient;
  readonly dynamodb: DynamoDBClient;
  readonly lambda: LambdaClient;
  /** Talks to the acquirer. */
  readonly stripe: Stripe;
  /** Key of the acquirer, for its fault switch. */
  readonly apiKey: string;
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

async function connect({ awsEndpoint, acquirerPort, outputs }: Simulator): Promise<Omit<System, 'simulator' | 'close'>> {
  const client = {
    endpoint: awsEndpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'story', secretAccessKey: 'story' },
  };
  const secrets = new SecretsManagerClient(client);
  const { SecretString: apiKey = '' } = await secrets.send(new GetSecretValueCommand({ SecretId: outputs.AcquirerSecretName }));
  return {
    sqs: new SQSClient(client),
    dynamodb: new DynamoDBClient(client),
    lambda: new LambdaClient(client),
    stripe: new Stripe(apiKey, { host: '127.0.0.1', port: acquirerPort, protocol: 'http', maxNetworkRetries: 0, telemetry: false }),
    apiKey,
  };
}
