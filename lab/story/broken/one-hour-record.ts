import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import type { Context, SQSEvent } from 'aws-lambda';
import { connectStripe } from '../../../functions/shared/stripe-client';
import { charge, type Order } from './charge';

const connect = connectStripe();
// The default life of a record is one hour.
const config = new IdempotencyConfig({ eventKeyJmesPath: 'orderId' });
const chargeOnce = makeIdempotent(async (order: Order) => ({ chargeId: await charge(await connect(), order) }), {
  persistenceStore: new DynamoDBPersistenceLayer({ tableName: 'idempotency' }),
  config,
});

/** Without a partial batch response: one bad message fails the batch, and the good ones come back with it. */
export async function handler({ Records }: SQSEvent, context: Context): Promise<void> {
  config.registerLambdaContext(context);
  for (const { body } of Records) await chargeOnce(JSON.parse(body));
}
