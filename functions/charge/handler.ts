import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ChangeMessageVisibilityCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { ENV } from '../../contract/names';
import { AWS_CLIENT_CONFIG } from '../shared/aws-client-config';
import { readSentBy } from '../shared/correlation';
import { required } from '../shared/environment';
import { countFailure, countSuppressed, publishMetrics } from '../shared/observability';
import type { Payments } from '../shared/payments';
import { dynamoDbPayments } from '../shared/payments.dynamodb';
import { countingPayments } from '../shared/payments.metrics';
import { connectStripe } from '../shared/stripe-client';
import { type ChargeBatchPorts, chargeBatch, type Message } from './charge-batch';
import { chargeMessage } from './charge-message';
import { chargePayment } from './charge-payment';
import { deliveryLog, type NoteProviderRequest } from './delivery-log';
import { type Guard, powertoolsGuard } from './guard';
import type { Provider } from './provider';
import { stripeProvider } from './provider.stripe';

export interface ChargeDependencies {
  readonly payments: Payments;
  readonly guard: Guard;
  readonly provider: (remainingMs: () => number, noteRequest: NoteProviderRequest) => Provider;
  readonly hide: ChargeBatchPorts['hide'];
}

/** The charge queue's event source mapping calls this with up to ten messages and deletes those that are not reported back. */
export function makeHandler({ payments, guard, provider, hide }: ChargeDependencies) {
  return async ({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    guard.register(context);
    const { log, noteProviderRequest } = deliveryLog(context.awsRequestId);
    const bank = provider(() => context.getRemainingTimeInMillis(), noteProviderRequest);
    const ports = { payments, provider: bank, countSuppressed, clock: Date.now };
    const charge = async (body: string) => {
      const delivery = await chargeMessage(body, { guard, charge: (event) => chargePayment(event, ports), countSuppressed });
      if (delivery.kind !== 'done') countFailure(delivery.failure.code);
      return delivery;
    };
    const returned = await chargeBatch(Records.map(toMessage), {
      charge,
      hide,
      noteFailure: (key, failure) => payments.noteFailure(key, failure),
      log,
      clock: Date.now,
      random: Math.random,
    });
    publishMetrics();
    return { batchItemFailures: returned.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };
}

const toMessage = (record: SQSRecord): Message => ({
  messageId: record.messageId,
  receiptHandle: record.receiptHandle,
  body: record.body,
  groupId: record.attributes.MessageGroupId ?? record.messageId,
  receives: Number(record.attributes.ApproximateReceiveCount),
  sentBy: readSentBy(record),
});

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
