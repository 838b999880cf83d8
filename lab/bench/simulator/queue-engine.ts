import { createClock } from '@charge-once/simulator/clock';
import { createSqsEngine } from '@charge-once/simulator/sqs/engine';
import type { Sizes } from '../sizes';

/** Microseconds of one message, in tenths of the run: the first tenth meets the shortest queue when sending and the longest when receiving. */
export interface QueueEngine {
  readonly sendMicros: readonly number[];
  readonly receiveMicros: readonly number[];
}

const TENTHS = 10;
const MESSAGES_A_RECEIVE = 10;

/** Fills a queue of many groups and empties it again, as a poller does. In memory, without HTTP: the engine alone. */
export async function measureQueueEngine({ queueMessages, queueGroups }: Sizes): Promise<QueueEngine> {
  const clock = createClock({ startOffsetMs: 0 });
  const sqs = await createSqsEngine({ clock, region: 'us-east-1', accountId: '000000000000', endpoint: 'http://127.0.0.1' });
  const Attributes = {
    FifoQueue: 'true',
    DeduplicationScope: 'messageGroup',
    FifoThroughputLimit: 'perMessageGroupId',
    VisibilityTimeout: '180',
  };
  const { QueueUrl } = (await sqs.handle('CreateQueue', { QueueName: 'bench.fifo', Attributes })) as { QueueUrl: string };
  const tenth = queueMessages / TENTHS;
  const sendMicros: number[] = [];
  const receiveMicros: number[] = [];
  for (let part = 0; part < TENTHS; part++) {
    const startedMs = performance.now();
    for (let index = part * tenth; index < (part + 1) * tenth; index++) {
      const MessageGroupId = `group-${index % queueGroups}`;
      await sqs.handle('SendMessage', {
        QueueUrl,
        MessageGroupId,
        MessageDeduplicationId: String(index),
        MessageBody: '{"orderId":"ord-1001"}',
      });
    }
    sendMicros.push(((performance.now() - startedMs) * 1000) / tenth);
  }
  for (let part = 0; part < TENTHS; part++) {
    const startedMs = performance.now();
    for (let taken = 0; taken < tenth; ) {
      const messages = sqs.receiveNow(QueueUrl, MESSAGES_A_RECEIVE);
      if (messages.length === 0) throw new Error('the queue is empty too early');
      for (const { ReceiptHandle } of messages) sqs.deleteNow(QueueUrl, ReceiptHandle);
      taken += messages.length;
    }
    receiveMicros.push(((performance.now() - startedMs) * 1000) / tenth);
  }
  await sqs.close();
  clock.close();
  return { sendMicros, receiveMicros };
}
