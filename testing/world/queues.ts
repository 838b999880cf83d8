import { ACTIONS } from '@charge-once/simulator/sqs/actions/actions';
import { Broker } from '@charge-once/simulator/sqs/broker';
import type { QueueEvent } from '@charge-once/simulator/sqs/events';
import { formatWhole } from '@charge-once/simulator/sqs/message-format';
import { MoveTaskRunner } from '@charge-once/simulator/sqs/move-task-runner';
import { receiveMessages } from '@charge-once/simulator/sqs/receive';
import { ReceiveAttempts } from '@charge-once/simulator/sqs/receive-attempts';
import { AwsError, type Clock, type SqsReceivedMessage } from '@charge-once/simulator/types';
import { readCancelMessage } from '../../contract/cancel-message';
import { readMessage } from '../../contract/payment-event';
import { DLQ_RETENTION_SECONDS, QUEUE_RETENTION_SECONDS, SHORT_PATIENCE_RECEIVES, VISIBILITY_SECONDS } from '../../contract/windows';

const IDENTITY = { region: 'eu-central-1', accountId: '123456789012', endpoint: 'http://127.0.0.1' };
const url = (name: string) => `${IDENTITY.endpoint}/${IDENTITY.accountId}/${name}`;
const arn = (name: string) => `arn:aws:sqs:${IDENTITY.region}:${IDENTITY.accountId}:${name}`;

export const QUEUE = { name: 'charge.fifo', url: url('charge.fifo'), arn: arn('charge.fifo') };
export const DLQ = { name: 'charge-dlq.fifo', url: url('charge-dlq.fifo'), arn: arn('charge-dlq.fifo') };
const HIGH_THROUGHPUT = { FifoQueue: 'true', DeduplicationScope: 'messageGroup', FifoThroughputLimit: 'perMessageGroupId' };

/** A broker that remembers what retention took away. */
class WatchedBroker extends Broker {
  /** Bodies of messages that outlived the retention of their queue. */
  readonly outlived: string[] = [];
  sent = 0;

  override commit(event: QueueEvent): void {
    if (event.type === 'sent') this.sent += 1;
    if (event.type === 'removed') {
      const queue = this.state.queues.get(event.queue);
      for (const id of event.messageIds) {
        const message = queue?.get(id)?.message;
        if (queue && message && message.sentAt + queue.settings.retentionMs <= event.at) this.outlived.push(message.body);
      }
    }
    super.commit(event);
  }
}

/** The charge queue and its dead-letter queue with the attributes that the stack ships, in the simulator's own engine. */
export function createQueues(clock: Clock, visibilitySeconds: number = VISIBILITY_SECONDS) {
  const broker = new WatchedBroker(clock, IDENTITY);
  const context = { broker, moveTasks: new MoveTaskRunner(broker), attempts: new ReceiveAttempts(), openPolls: new Set<() => void>() };

  /** One call of the SQS API. Throws `AwsError`. A receive answers with a promise, and has received when this returns. */
  function call(action: string, input: Record<string, unknown>): unknown {
    const run = ACTIONS.get(action);
    if (!run) throw new AwsError('UnknownOperationException', action);
    return broker.transact(() => run(context, input));
  }

  call('CreateQueue', { QueueName: DLQ.name, Attributes: { ...HIGH_THROUGHPUT, MessageRetentionPeriod: String(DLQ_RETENTION_SECONDS) } });
  call('CreateQueue', {
    QueueName: QUEUE.name,
    Attributes: {
      ...HIGH_THROUGHPUT,
      VisibilityTimeout: String(visibilitySeconds),
      MessageRetentionPeriod: String(QUEUE_RETENTION_SECONDS),
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn: DLQ.arn, maxReceiveCount: SHORT_PATIENCE_RECEIVES }),
    },
  });

  const bodies = (name: string): string[] => [...broker.state.queues.get(name)!.messages()].map(({ body }) => body);
  const keys = new Map<string, string | undefined>();
  const keyOf = (body: string): string | undefined => {
    if (!keys.has(body)) keys.set(body, keyOfBody(body));
    return keys.get(body);
  };
  const events = (list: readonly string[]) => new Set(list.map(keyOf).filter((key) => key !== undefined));
  return {
    call,
    /** What an event source mapping receives. */
    receive: (queueUrl: string, max: number): SqsReceivedMessage[] =>
      broker.transact(() => {
        const queue = broker.queueOf(queueUrl);
        const { visibilityMs } = queue.settings;
        return receiveMessages(broker, queue, { max, visibilityMs }).map((message) => formatWhole(message, queue.arn, IDENTITY.accountId));
      }),
    /** Messages that SQS took, redriven ones and dropped duplicates apart. */
    sent: () => broker.sent,
    bodies: () => ({ queue: bodies(QUEUE.name), dlq: bodies(DLQ.name) }),
    /** Keys of the events that still have a message somewhere. */
    present: () => events([...bodies(QUEUE.name), ...bodies(DLQ.name)]),
    /** Keys of the events of which a message outlived its queue's retention. */
    outlived: () => events(broker.outlived),
    size: () => ({ queue: bodies(QUEUE.name).length, dlq: bodies(DLQ.name).length }),
  };
}

function keyOfBody(body: string): string | undefined {
  const event = readMessage(body) ?? readCancelMessage(body);
  return event && `${event.orderId}/${event.attempt}`;
}
