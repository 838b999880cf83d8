import {
  CancelMessageMoveTaskCommand,
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { RELEASES_AT_ONCE, SQS_BATCH_LIMIT } from '../../../contract/windows';
import type { DeadLetter, Dlq, ReceivedMessage } from './dlq';

export interface QueueAddresses {
  readonly queueUrl: string;
  readonly queueArn: string;
  readonly dlqUrl: string;
  readonly dlqArn: string;
}

/** The dead-letter queue in SQS. The destination of a move is always named, so that messages put into the DLQ by hand have a way back too. */
export function sqsDlq(client: SQSClient, { queueUrl, queueArn, dlqUrl, dlqArn }: QueueAddresses): Dlq {
  const releaseBatch = (messages: readonly ReceivedMessage[]) =>
    client.send(
      new ChangeMessageVisibilityBatchCommand({
        QueueUrl: dlqUrl,
        Entries: messages.map(({ receiptHandle }, index) => ({ Id: String(index), ReceiptHandle: receiptHandle, VisibilityTimeout: 0 })),
      }),
    );

  return {
    async visible() {
      const { Attributes } = await client.send(
        new GetQueueAttributesCommand({ QueueUrl: dlqUrl, AttributeNames: ['ApproximateNumberOfMessages'] }),
      );
      return Number(Attributes?.ApproximateNumberOfMessages ?? 0);
    },

    async receive(hiddenSeconds, { mayWait } = { mayWait: true }) {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({
          QueueUrl: dlqUrl,
          MaxNumberOfMessages: SQS_BATCH_LIMIT,
          // Long polling asks every SQS server, so that an empty answer means an empty queue.
          WaitTimeSeconds: mayWait ? 1 : 0,
          VisibilityTimeout: hiddenSeconds,
          MessageSystemAttributeNames: ['MessageGroupId', 'SentTimestamp', 'ApproximateReceiveCount', 'AWSTraceHeader'],
          MessageAttributeNames: ['All'],
        }),
      );
      return Messages.map(
        (message): DeadLetter => ({
          messageId: message.MessageId!,
          receiptHandle: message.ReceiptHandle!,
          groupId: message.Attributes!.MessageGroupId!,
          body: message.Body!,
          arrivedAt: Number(message.Attributes!.SentTimestamp),
          receives: Number(message.Attributes!.ApproximateReceiveCount),
          attributes: message.MessageAttributes,
          traceHeader: message.Attributes?.AWSTraceHeader,
        }),
      );
    },

    // What cannot be released comes back when its visibility runs out.
    async release(messages) {
      const batches = inSlices(messages, SQS_BATCH_LIMIT);
      for (const atOnce of inSlices(batches, RELEASES_AT_ONCE)) await Promise.allSettled(atOnce.map(releaseBatch));
    },

    async remove({ receiptHandle }) {
      await client.send(new DeleteMessageCommand({ QueueUrl: dlqUrl, ReceiptHandle: receiptHandle }));
    },

    async sendCopy({ body, groupId, attributes, traceHeader }, deduplicationId) {
      await client.send(
        new SendMessageCommand({
          QueueUrl: queueUrl,
          MessageBody: body,
          MessageGroupId: groupId,
          MessageDeduplicationId: deduplicationId,
          MessageAttributes: attributes,
          ...(traceHeader ? { MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue: traceHeader } } } : {}),
        }),
      );
    },

    async startMove(maxMessagesPerSecond) {
      await client.send(
        new StartMessageMoveTaskCommand({
          SourceArn: dlqArn,
          DestinationArn: queueArn,
          MaxNumberOfMessagesPerSecond: maxMessagesPerSecond,
        }),
      );
    },

    async moves() {
      const { Results = [] } = await client.send(new ListMessageMoveTasksCommand({ SourceArn: dlqArn, MaxResults: 10 }));
      return Results.map((task) => ({
        status: task.Status ?? 'UNKNOWN',
        moved: task.ApproximateNumberOfMessagesMoved ?? 0,
        toMove: task.ApproximateNumberOfMessagesToMove,
        startedAt: task.StartedTimestamp === undefined ? undefined : new Date(task.StartedTimestamp).toISOString(),
        failureReason: task.FailureReason,
        handle: task.TaskHandle,
      }));
    },

    async cancelMove(handle) {
      const { ApproximateNumberOfMessagesMoved } = await client.send(new CancelMessageMoveTaskCommand({ TaskHandle: handle }));
      return ApproximateNumberOfMessagesMoved ?? 0;
    },
  };
}

function inSlices<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));
}
