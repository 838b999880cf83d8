import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import type { Context, SQSEvent } from 'aws-lambda';
import { connectStripe } from '../../../functions/shared/stripe-client';
import { charge, type Order } from './charge';
import { sendReceipt } from './receipt';

const connect = connectStripe();
const config = new IdempotencyConfig({ eventKeyJmesPath: 'orderId' });

/** Whatever throws in here makes Powertools delete the record: as if nothing had been done. */
async function collect(order: Order): Promise<{ chargeId: string }> {
  const chargeId = await charge(await connect(), order);
  await sendReceipt(order);
  return { chargeId };
}

const collectOnce = makeIdempotent(collect, { persistenceStore: new DynamoDBPersistenceLayer({ tableName: 'idempotency' }), config });

export async function handler({ Records }: SQSEvent, context: Context): Promise<void> {
  config.registerLambdaContext(context);
  for (const { body } of Records) await collectOnce(JSON.parse(body));
}
