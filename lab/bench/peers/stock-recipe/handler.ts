import { processPartialResponse, SqsFifoPartialProcessorAsync } from '@aws-lambda-powertools/batch';
import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { PaymentEvent } from '../../../../contract/payment-event';
import { chargeByStripe, eventKey, readEvent } from '../charge';

/**
 * Peer A: the recipes of the Powertools documentation put together. Everything that they leave open is chosen in its favour: the key is the
 * business event and not the message id, the context is registered, and Stripe gets an idempotency key.
 *
 * @see https://docs.aws.amazon.com/powertools/typescript/latest/features/batch/
 * @see https://docs.aws.amazon.com/powertools/typescript/latest/features/idempotency/
 */
const processor = new SqsFifoPartialProcessorAsync();
const persistenceStore = new DynamoDBPersistenceLayer({ tableName: process.env.GUARD_TABLE_NAME! });
const config = new IdempotencyConfig({ eventKeyJmesPath: 'key' });

const chargeOnce = makeIdempotent((claim: PaymentEvent & { key: string }) => chargeByStripe(claim, true), { persistenceStore, config });

const handleRecord = async (record: SQSRecord): Promise<void> => {
  const event = readEvent(record);
  await chargeOnce({ ...event, key: eventKey(event) });
};

export const handler = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  config.registerLambdaContext(context);
  return processPartialResponse(event, handleRecord, processor, { context, skipGroupOnError: true, throwOnFullBatchFailure: false });
};
