import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ChangeMessageVisibilityCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { ENV } from '../../contract/names';
import { AWS_CLIENT_CONFIG } from '../shared/aws-client-config';
import { required } from '../shared/environment';
import { countFailure, countSuppressed, publishMetrics } from '../shared/observability';
import type { Payments } from '../shared/payments';
import { dynamoDbPayments } from '../shared/payments.dynamodb';
import { countingPayments } from '../shared/payments.metrics';
import { connectStripe } from '../shared/stripe-client';
import { chargeBatch } from './charge-batch';
import { deliveryLog, type NoteProviderRequest } from './delivery-log';
import { type PowertoolsGuard, powertoolsGuard } from './guard.powertools';
import { readRecord } from './message';
import type { ChargePorts } from './ports';
import type { Provider } from './provider';
import { stripeProvider } from './provider.stripe';

export interface ChargeDependencies {
  readonly payments: Payments;
  readonly guard: PowertoolsGuard;
  readonly provider: (remainingMs: () => number, noteRequest: NoteProviderRequest) => Provider;
  readonly hide: ChargePorts['hide'];
}

/** The charge queue's event source mapping calls this with up to ten messages and deletes those that are not reported back. */
export function makeHandler({ payments, guard, provider, hide }: ChargeDependencies) {
  return async ({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    guard.register(context);
    const { log, noteProviderRequest } = deliveryLog(context.awsRequestId);
    const returned = await chargeBatch(Records.map(readRecord), {
      payments,
      guard,
      provider: provider(() => context.getRemainingTimeInMillis(), noteProviderRequest),
      hide,
      countSuppressed,
      countFailure,
      log,
      clock: Date.now,
      random: Math.random,
    });
    publishMetrics();
    return { batchItemFailures: returned.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };
}

const dynamoDb = new DynamoDBClient(AWS_CLIENT_CONFIG);
const sqs = new SQSClient(AWS_CLIENT_CONFIG);
const queueUrl = required(ENV.chargeQueueUrl);
const connect = connectStripe();
const livemode = required(ENV.providerLivemode) === 'true';

export const handler = makeHandler({
  payments: countingPayments(dynamoDbPayments(dynamoDb, required(ENV.paymentsTable)), Date.now),
  guard: powertoolsGuard(dynamoDb, required(ENV.guardTable)),
  provider: (remainingMs, noteRequest) => stripeProvider(connect, livemode, remainingMs, noteRequest),
  hide: async ({ receiptHandle }, seconds) => {
    await sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl: queueUrl, ReceiptHandle: receiptHandle, VisibilityTimeout: seconds }));
  },
});
