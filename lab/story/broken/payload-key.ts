import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import type { Context } from 'aws-lambda';
import { connectStripe } from '../../../functions/shared/stripe-client';
import { charge, type Order } from './charge';

const connect = connectStripe();
// No `eventKeyJmesPath`: the key is a digest of the whole payload.
const config = new IdempotencyConfig({});
const chargeOnce = makeIdempotent(async (order: Order & { traceId: string }) => ({ chargeId: await charge(await connect(), order) }), {
  persistenceStore: new DynamoDBPersistenceLayer({ tableName: 'idempotency' }),
  config,
});

export async function handler(order: Order & { traceId: string }, context: Context) {
  config.registerLambdaContext(context);
  return chargeOnce(order);
}
