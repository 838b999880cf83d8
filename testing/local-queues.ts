import { SQSClient } from '@aws-sdk/client-sqs';
import { createClock } from '@charge-once/simulator/clock';
import { createSqsEngine } from '@charge-once/simulator/sqs/engine';
import { errorAnswer, okAnswer } from '@charge-once/simulator/sqs/wire';

const ADDRESS = { region: 'eu-central-1', accountId: '111122223333', endpoint: 'http://127.0.0.1:4566' };
const arnOf = (name: string) => `arn:aws:sqs:eu-central-1:111122223333:${name}`;

/** The charge queue and its DLQ on this machine: the SDK's own client, without a network. */
export async function localQueues() {
  const clock = createClock();
  const engine = await createSqsEngine({ clock, ...ADDRESS });
  const fifo = { FifoQueue: 'true', DeduplicationScope: 'messageGroup', FifoThroughputLimit: 'perMessageGroupId' };
  const redrive = JSON.stringify({ deadLetterTargetArn: arnOf('charge-dlq.fifo'), maxReceiveCount: 5 });
  const dlq = await engine.handle('CreateQueue', { QueueName: 'charge-dlq.fifo', Attributes: fifo });
  const queue = await engine.handle('CreateQueue', { QueueName: 'charge.fifo', Attributes: { ...fifo, RedrivePolicy: redrive } });

  const handle = async ({ headers, body }: { headers: Record<string, string>; body: Uint8Array }) => {
    const action = headers['x-amz-target']!.split('.')[1]!;
    const answer = await engine.handle(action, JSON.parse(new TextDecoder().decode(body))).then(okAnswer, errorAnswer);
    return { response: { ...answer, body: Buffer.from(answer.body) } };
  };
  return {
    client: new SQSClient({
      region: ADDRESS.region,
      endpoint: ADDRESS.endpoint,
      credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
      requestHandler: { handle } as never,
    }),
    addresses: {
      queueUrl: String(queue.QueueUrl),
      queueArn: arnOf('charge.fifo'),
      dlqUrl: String(dlq.QueueUrl),
      dlqArn: arnOf('charge-dlq.fifo'),
    },
    advance: (ms: number) => clock.advance(ms),
    now: () => clock.now(),
    close: async () => {
      await engine.close();
      clock.close();
    },
  };
}
