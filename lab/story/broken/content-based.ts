import { DeleteMessageCommand, ReceiveMessageCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type Stripe from 'stripe';
import { charge, type Order } from './charge';

/**
 * The queue takes a digest of the body for the deduplication id. The order id is an attribute, and so not part of it; nor is the group, unless
 * the queue's deduplication scope says so.
 */
export async function sendContentBased(sqs: SQSClient, queueUrl: string, { orderId, amount }: Order): Promise<void> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: queueUrl,
      MessageBody: JSON.stringify({ amount }),
      MessageGroupId: orderId,
      MessageAttributes: { orderId: { DataType: 'String', StringValue: orderId } },
    }),
  );
}

/** Charges all that the queue delivers. Returns how many. */
export async function drainContentBased(sqs: SQSClient, queueUrl: string, stripe: Stripe): Promise<number> {
  const receive = new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: 10, MessageAttributeNames: ['All'] });
  const { Messages = [] } = await sqs.send(receive);
  for (const { Body, MessageAttributes, ReceiptHandle } of Messages) {
    await charge(stripe, { orderId: MessageAttributes!.orderId!.StringValue!, amount: JSON.parse(Body!).amount });
    await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle }));
  }
  return Messages.length;
}
