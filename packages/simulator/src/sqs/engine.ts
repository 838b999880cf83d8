import { AwsError, type Clock, type SqsEngine } from '../types';
import type { ActionContext } from './actions/action';
import { ACTIONS } from './actions/actions';
import { deleteByHandle } from './actions/delete-message';
import { Broker, type QueueObserver } from './broker';
import { parseQueueUrl } from './identity';
import { formatWhole } from './message-format';
import { MoveTaskRunner } from './move-task-runner';
import { receiveMessages } from './receive';
import { ReceiveAttempts } from './receive-attempts';

export interface SqsEngineOptions {
  clock: Clock;
  region: string;
  accountId: string;
  /** Base of the queue URLs, such as `http://127.0.0.1:4566`. */
  endpoint: string;
  /** Journal that keeps queues, messages, receives and move tasks. Absent: memory only. */
  dataFile?: string;
  /** Told of every event just before it is applied. Not of those of the journal, which have happened. */
  onEvent?: QueueObserver;
}

/** SQS FIFO queues in this process. Throws when `dataFile` exists and cannot be read. */
export async function createSqsEngine({ clock, dataFile, onEvent, ...identity }: SqsEngineOptions): Promise<SqsEngine> {
  const broker = new Broker(clock, { ...identity, endpoint: identity.endpoint.replace(/\/$/, '') }, { dataFile, onEvent });
  const openPolls = new Set<() => void>();
  const context: ActionContext = { broker, moveTasks: new MoveTaskRunner(broker), attempts: new ReceiveAttempts(), openPolls };
  return {
    async handle(action, input, signal) {
      const run = ACTIONS.get(action);
      if (!run) throw new AwsError('UnknownOperationException', `The action ${action} is not valid for this endpoint.`);
      return broker.transact(() => run(context, input, signal));
    },
    onDeliverable: (queueUrl, listener) => broker.subscribe(parseQueueUrl(queueUrl).name, listener),
    receiveNow(queueUrl, max) {
      return broker.transact(() => {
        const queue = broker.queueOf(queueUrl);
        const messages = receiveMessages(broker, queue, { max, visibilityMs: queue.settings.visibilityMs });
        return messages.map((message) => formatWhole(message, queue.arn, broker.identity.accountId));
      });
    },
    deleteNow(queueUrl, receiptHandle) {
      broker.transact(() => deleteByHandle(broker, broker.queueOf(queueUrl), receiptHandle));
    },
    counts: (queueUrl) => broker.transact(() => broker.queueOf(queueUrl).counts),
    oldestSentAt: (queueUrl) => broker.transact(() => broker.queueOf(queueUrl).oldestSentAt),
    async close() {
      for (const giveUp of openPolls) giveUp();
      context.moveTasks.close();
      broker.close();
    },
  };
}
