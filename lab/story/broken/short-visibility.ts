import { DeleteMessageCommand, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type Stripe from 'stripe';
import { charge } from './charge';

/** A worker in a container: receives, charges, deletes. The queue hides a message for 30 s, which was always enough. Each `yield` may take its time. */
export async function* containerWorker(sqs: SQSClient, queueUrl: string, stripe: Stripe): AsyncGenerator<void, void> {
  const { Messages: [message] = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: queueUrl }));
  if (!message) return;
  await charge(stripe, JSON.parse(message.Body!));
  yield;
  await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: message.ReceiptHandle }));
}
