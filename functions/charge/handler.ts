import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ChangeMessageVisibilityCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { AWS_CLIENT_CONFIG } from '../shared/aws-client-config';
import { required } from '../shared/environment';
import { ENV } from '../shared/names';
import { countSuppressed, logger } from '../shared/observability';
import type { Payments } from '../shared/payments';
import { dynamoDbPayments } from '../shared/payments.dynamodb';
import { type ChargeBatchPorts, chargeBatch, type Message } from './charge-batch';
import { chargeMessage } from './charge-message';
import { chargePayment } from './charge-payment';
import { type Guard, powertoolsGuard } from './guard';
import type { Provider } from './provider';
import { stripeProvider } from './provider.stripe';
import { connectStripe } from './stripe-client';

export interface ChargeDependencies {
  readonly payments: Payments;
  readonly guard: Guard;
  readonly provider: (remainingMs: () => number) => Provider;
  readonly hide: ChargeBatchPorts['hide'];
}

/** The charge queue's event source mapping calls this with up to ten messages and deletes those that are not reported back. */
export function makeHandler({ payments, guard, provider, hide }: ChargeDependencies) {
  return async ({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    guard.register(context);
    const ports = { payments, provider: provider(() => context.getRemainingTimeInMillis()), countSuppressed, clock: Date.now };
    const charge = (body: string) => chargeMessage(body, { guard, charge: (event) => chargePayment(event, ports), countSuppressed });
    const returned = await chargeBatch(Records.map(toMessage), {
      charge,
      hide,
      noteFailure: (key, failure) => payments.noteFailure(key, failure),
      log,
      clock: Date.now,
      random: Math.random,
    });
    return { batchItemFailures: returned.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };
}

const toMessage = ({ messageId, receiptHandle, body, attributes }: SQSRecord): Message => ({
  messageId,
  receiptHandle,
  body,
  groupId: attributes.MessageGroupId ?? messageId,
  receives: Number(attributes.ApproximateReceiveCount),
});

const log: ChargeBatchPorts['log'] = (text, { messageId, receives }, delivery, error) => {
  const ids = { messageId, receives, orderId: delivery.event?.orderId, attempt: delivery.event?.attempt };
  if (delivery.kind === 'done') logger.info(text, ids);
  else logger.warn(text, { ...ids, kind: delivery.kind, causes: causesOf(error ?? delivery.failure.cause) });
};

/** Names of an error and of what caused it: enough to find it, and nothing that a service quoted in its message. */
function causesOf(error: unknown): string[] {
  return error instanceof Error ? [error.name, ...causesOf(error.cause)] : [];
}

const dynamoDb = new DynamoDBClient(AWS_CLIENT_CONFIG);
const sqs = new SQSClient(AWS_CLIENT_CONFIG);
const queueUrl = required(ENV.chargeQueueUrl);
const connect = connectStripe();

export const handler = makeHandler({
  payments: dynamoDbPayments(dynamoDb, required(ENV.paymentsTable)),
  guard: powertoolsGuard(dynamoDb, required(ENV.guardTable)),
  provider: (remainingMs) => stripeProvider(connect, remainingMs),
  hide: async ({ receiptHandle }, seconds) => {
    await sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl: queueUrl, ReceiptHandle: receiptHandle, VisibilityTimeout: seconds }));
  },
});
