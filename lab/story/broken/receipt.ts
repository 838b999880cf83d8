import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Order } from './charge';

// One try: how often it is repeated is not the point.
const sqs = new SQSClient({ maxAttempts: 1 });

/** The small thing that comes after the charge, and can fail. */
export async function sendReceipt({ orderId }: Order): Promise<void> {
  await sqs.send(new SendMessageCommand({ QueueUrl: process.env.RECEIPTS_QUEUE_URL, MessageBody: orderId, MessageGroupId: orderId }));
}
