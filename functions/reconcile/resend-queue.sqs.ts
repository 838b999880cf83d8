import { GetQueueAttributesCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { toMessage } from '../../contract/payment-event';
import type { ResendQueue } from './ports';

export function sqsResendQueue(client: SQSClient, queueUrl: string): ResendQueue {
  return {
    async backlog() {
      const { Attributes } = await client.send(
        new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['ApproximateNumberOfMessages'] }),
      );
      return Number(Attributes?.ApproximateNumberOfMessages ?? 0);
    },
    async send(event) {
      await client.send(new SendMessageCommand({ QueueUrl: queueUrl, ...toMessage(event) }));
    },
  };
}
