import { Logger } from '@aws-lambda-powertools/logger';
import { getSecret } from '@aws-lambda-powertools/parameters/secrets';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Acquirer, Sleep } from './acquirer';
import { authenticate } from './authentication';
import { AWS_CLIENT_CONFIG } from './aws-client-config';
import { faultMemory } from './fault-memory';
import { newRequestId } from './ids';
import { SECRET_CACHE_SECONDS } from './limits';
import { ENV } from './names';
import { headerOf, requestOf, resultOf } from './proxy-event';
import { type Reply, settled } from './reply';
import { type Served, serve } from './serve';
import type { Store } from './store';
import { dynamoDbStore } from './store.dynamodb';

export interface Dependencies {
  readonly store: Store;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Milliseconds that have passed, by a clock that nobody sets. */
  readonly monotonicClock: () => number;
  readonly sleep: Sleep;
  /** The API key that callers must show. */
  readonly readSecret: () => Promise<string>;
}

/** Ids, statuses and codes only. */
const logger = new Logger();

const FAILED: Reply = {
  statusCode: 500,
  body: { error: { type: 'api_error', message: 'Something went wrong on our side. Whether the request was carried out is not known.' } },
};

/** The test acquirer: a small Stripe, behind API Gateway's stage `v1`. */
export function makeHandler({ store, clock, monotonicClock, sleep, readSecret }: Dependencies) {
  const acquirer: Acquirer = { store, sleep, faults: faultMemory([monotonicClock, clock]) };
  return async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const requestId = newRequestId();
    let reply: Served;
    try {
      reply = await settled(async () => {
        authenticate(headerOf(event, 'authorization'), await readSecret());
        return serve(acquirer, requestOf(event, requestId, clock()));
      });
    } catch (error) {
      // Names only: an error of the SDK may carry what it was sent.
      logger.error('request failed', { requestId, error: error instanceof Error ? error.name : 'unknown' });
      reply = FAILED;
    }
    // A broken answer in a log must be recognisable as one that was asked for.
    if (reply.fault) logger.info('fault', { requestId, fault: reply.fault, statusCode: reply.statusCode });
    return resultOf(reply, event, requestId);
  };
}

/** Throws while the function starts: a deployment mistake must not wait for a request to show it. */
function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`environment variable ${name} is not set`);
  return value;
}

const secretArn = required(ENV.secretArn);

async function readSecret(): Promise<string> {
  const secret = await getSecret(secretArn, { maxAge: SECRET_CACHE_SECONDS });
  if (typeof secret !== 'string' || secret === '') throw new Error('the API key is missing from its secret');
  return secret;
}

export const handler = makeHandler({
  store: dynamoDbStore(new DynamoDBClient(AWS_CLIENT_CONFIG), required(ENV.table)),
  clock: Date.now,
  monotonicClock: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  readSecret,
});
