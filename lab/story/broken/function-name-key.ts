import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import type { Context } from 'aws-lambda';
import { connectStripe } from '../../../functions/shared/stripe-client';
import { charge, type Order } from './charge';

const connect = connectStripe();
const config = new IdempotencyConfig({ eventKeyJmesPath: 'orderId' });
// No `keyPrefix`: it is the function's name.
const chargeOnce = makeIdempotent(async (order: Order) => ({ chargeId: await charge(await connect(), order) }), {
  persistenceStore: new DynamoDBPersistenceLayer({ tableName: 'idempotency' }),
  config,
});

export async function handler(order: Order, context: Context) {
  config.registerLambdaContext(context);
  return chargeOnce(order);
}
