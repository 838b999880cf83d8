import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import type { Context, SQSEvent } from 'aws-lambda';
import { connectStripe } from '../../../functions/shared/stripe-client';
import { charge, type Order } from './charge';

const DAY_SECONDS = 86_400;

const connect = connectStripe();
// Every setting right: a business key, a life longer than any replay, a key prefix of its own, the context registered.
const config = new IdempotencyConfig({ eventKeyJmesPath: 'orderId', expiresAfterSeconds: 41 * DAY_SECONDS, throwOnNoIdempotencyKey: true });
const chargeOnce = makeIdempotent(async (order: Order) => ({ chargeId: await charge(await connect(), order) }), {
  persistenceStore: new DynamoDBPersistenceLayer({ tableName: 'idempotency' }),
  keyPrefix: 'wrapped-worker',
  config,
});

export async function handler({ Records }: SQSEvent, context: Context): Promise<void> {
  config.registerLambdaContext(context);
  for (const { body } of Records) await chargeOnce(JSON.parse(body));
}
