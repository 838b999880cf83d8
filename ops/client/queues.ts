import {
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import type { Target } from './target';

export interface QueueCounts {
  readonly visible: number;
  readonly inFlight: number;
}

export interface NewMessage {
  readonly body: string;
  readonly groupId: string;
  readonly deduplicationId: string;
}

/** The queues of an installation, each by its URL, with the operator's own rights. */
export interface Queues {
  /** On AWS a moment old. */
  counts(queueUrl: string): Promise<QueueCounts>;
  /** Up to ten messages with all that SQS knows of them. They stay visible; each receive counts. */
  look(queueUrl: string): Promise<Message[]>;
  enqueue(queueUrl: string, message: NewMessage): Promise<void>;
  /** What the SQS console's "Start DLQ redrive" does: back to each message's source queue, or to the queue that is named. */
  startMoveTask(dlqUrl: string, destinationUrl?: string): Promise<void>;
}

export function queuesOf({ client }: Pick<Target, 'client'>): Queues {
  const sqs = new SQSClient(client);

  async function arnOf(QueueUrl: string): Promise<string | undefined> {
    const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }));
    return Attributes?.QueueArn;
  }

  return {
    async counts(QueueUrl) {
      const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
      const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] }));
      const [visible, inFlight] = AttributeNames.map((name) => Number(Attributes?.[name] ?? 0)) as [number, number];
      return { visible, inFlight };
    },
    async look(QueueUrl) {
      const request = { QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 0, MessageSystemAttributeNames: ['All' as const] };
      const { Messages = [] } = await sqs.send(new ReceiveMessageCommand(request));
      return Messages;
    },
    async enqueue(QueueUrl, { body, groupId, deduplicationId }) {
      const ids = { MessageGroupId: groupId, MessageDeduplicationId: deduplicationId };
      await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: body, ...ids }));
    },
    async startMoveTask(dlqUrl, destinationUrl) {
      const DestinationArn = destinationUrl === undefined ? undefined : await arnOf(destinationUrl);
      await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: await arnOf(dlqUrl), DestinationArn }));
    },
  };
}
