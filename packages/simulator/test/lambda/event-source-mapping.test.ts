import { createClock } from '../../src/clock';
import { createEventSourceMapping } from '../../src/lambda/event-source-mapping';
import { createSqsEngine } from '../../src/sqs/engine';
import {
  AwsError,
  type Clock,
  type EventSourceMappingDefinition,
  type InvocationResult,
  type LambdaService,
  type SqsEngine,
} from '../../src/types';
import { deploy, esm } from './function-fixture';

const VISIBILITY_MS = 180_000;
const QUEUE_ARN = 'arn:aws:sqs:eu-central-1:000000000000:worker.fifo';

interface SqsRecord {
  messageId: string;
  receiptHandle: string;
  body: string;
  attributes: Record<string, string>;
}

type Answer = (records: SqsRecord[], invocation: number) => InvocationResult | Promise<InvocationResult>;

let clock: Clock;
let sqs: SqsEngine;
let queueUrl: string;
let mapping: { close(): void } | undefined;

beforeEach(async () => {
  clock = createClock();
  sqs = await createSqsEngine({ clock, region: 'eu-central-1', accountId: '000000000000', endpoint: 'http://127.0.0.1:4566' });
  const created = await sqs.handle('CreateQueue', {
    QueueName: 'worker.fifo',
    Attributes: {
      FifoQueue: 'true',
      VisibilityTimeout: '180',
      DeduplicationScope: 'messageGroup',
      FifoThroughputLimit: 'perMessageGroupId',
    },
  });
  queueUrl = String(created.QueueUrl);
});

afterEach(async () => {
  mapping?.close();
  await sqs.close();
  clock.close();
});

async function send(...bodies: string[]): Promise<void> {
  for (const body of bodies) {
    // The first character of a body is its message group.
    await sqs.handle('SendMessage', { QueueUrl: queueUrl, MessageBody: body, MessageGroupId: body[0], MessageDeduplicationId: body });
  }
}

const succeeds: Answer = () => ({ payload: 'null' });
const fails: Answer = () => ({ payload: '{}', functionError: 'Unhandled' });
const reports =
  (...bodies: string[]): Answer =>
  (records) => ({
    payload: JSON.stringify({
      batchItemFailures: records.filter(({ body }) => bodies.includes(body)).map(({ messageId }) => ({ itemIdentifier: messageId })),
    }),
  });

/** Starts the mapping with a Lambda that answers as told. Returns the bodies of each batch. */
function poll(answer: Answer, settings: Partial<EventSourceMappingDefinition> = {}): string[][] {
  const batches: string[][] = [];
  const lambda = {
    async invoke(_name: string, payload: string) {
      const { Records: records } = JSON.parse(payload) as { Records: SqsRecord[] };
      batches.push(records.map(({ body }) => body));
      return answer(records, batches.length);
    },
  } as Partial<LambdaService> as LambdaService;
  const definition = {
    queueArn: QUEUE_ARN,
    functionName: 'worker',
    batchSize: 10,
    reportBatchItemFailures: true,
    enabled: true,
    ...settings,
  };
  mapping = createEventSourceMapping({ definition, queueUrl, sqs, lambda, clock });
  return batches;
}

test('delivers what lies in the queue when it starts, and deletes it on success', async () => {
  await send('a1', 'b1');
  const batches = poll(succeeds);
  await clock.idle();
  expect(batches.flat().sort()).toEqual(['a1', 'b1']);
  expect(sqs.counts(queueUrl)).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
});

test('delivers what is sent later, without waiting for more', async () => {
  const batches = poll(succeeds);
  await clock.idle();
  await send('a1');
  await clock.idle();
  expect(batches).toEqual([['a1']]);
});

test('puts messages that arrive together in one batch, at most batchSize', async () => {
  const batches = poll(succeeds, { batchSize: 3 });
  await Promise.all(['a1', 'b1', 'c1', 'd1'].map((body) => send(body)));
  await clock.idle();
  expect(batches.map(({ length }) => length)).toEqual([3, 1]);
});

test('a function error leaves the whole batch to come back after the visibility time-out', async () => {
  await send('a1', 'b1');
  const batches = poll((records, invocation) => (invocation === 1 ? fails(records, 1) : succeeds(records, invocation)));
  await clock.advance(VISIBILITY_MS - 1000);
  expect(batches).toHaveLength(1);
  expect(sqs.counts(queueUrl).inFlight).toBe(2);
  await clock.advance(2000);
  expect(batches.slice(1).flat().sort()).toEqual(['a1', 'b1']);
  expect(sqs.counts(queueUrl)).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
});

test('a throttled invocation leaves the whole batch to come back after the visibility time-out', async () => {
  await send('a1');
  const batches = poll((records, invocation) => {
    if (invocation === 1) throw new AwsError('TooManyRequestsException', 'Rate Exceeded.', 429);
    return succeeds(records, invocation);
  });
  await clock.advance(VISIBILITY_MS + 1000);
  expect(batches).toEqual([['a1'], ['a1']]);
  expect(sqs.counts(queueUrl)).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
});

test('deletes all but the reported failures', async () => {
  await send('a1', 'b1', 'c1');
  poll(reports('b1'));
  await clock.idle();
  expect(sqs.counts(queueUrl)).toEqual({ visible: 0, inFlight: 1, delayed: 0 });
});

test('a malformed answer deletes nothing', async () => {
  await send('a1', 'b1');
  poll(() => ({ payload: '{"batchItemFailures":[{"itemIdentifier":"unknown"}]}' }));
  await clock.idle();
  expect(sqs.counts(queueUrl).inFlight).toBe(2);
});

test('ignores reported failures when the mapping does not ask for them: the messages are lost', async () => {
  await send('a1', 'b1');
  poll(reports('a1', 'b1'), { reportBatchItemFailures: false });
  await clock.idle();
  expect(sqs.counts(queueUrl)).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
});

test('never has two invocations of one message group, nor more than the maximum concurrency', async () => {
  let running: string[] = [];
  let most = 0;
  const batches = poll(
    async (records) => {
      const groups = records.map(({ body }) => body[0]!);
      expect(running.filter((group) => groups.includes(group))).toEqual([]);
      running.push(...groups);
      most = Math.max(most, running.length);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running = running.filter((group) => !groups.includes(group));
      return { payload: 'null' };
    },
    { batchSize: 1, maximumConcurrency: 3 },
  );
  await send('a1', 'a2', 'b1', 'c1', 'd1', 'e1', 'a3', 'f1');
  await clock.idle();
  expect(batches.flat().filter((body) => body.startsWith('a'))).toEqual(['a1', 'a2', 'a3']);
  expect(batches).toHaveLength(8);
  expect(most).toBe(3);
});

test('a message that became visible again while the function ran is delivered again, and deleted in the end', async () => {
  await send('a1');
  const batches = poll(async (records, invocation) => {
    if (invocation === 1) {
      const { receiptHandle } = records[0]!;
      await sqs.handle('ChangeMessageVisibility', { QueueUrl: queueUrl, ReceiptHandle: receiptHandle, VisibilityTimeout: 0 });
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
    return { payload: 'null' };
  });
  await clock.advance(VISIBILITY_MS);
  expect(batches).toEqual([['a1'], ['a1']]);
  expect(sqs.counts(queueUrl)).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
});

test('delivers nothing while it is disabled', async () => {
  await send('a1');
  const batches = poll(succeeds, { enabled: false });
  await send('b1');
  await clock.idle();
  expect(batches).toEqual([]);
  expect(sqs.counts(queueUrl).visible).toBe(2);
});

test('delivers nothing after it is closed', async () => {
  const batches = poll(succeeds);
  mapping?.close();
  await send('a1');
  await clock.idle();
  expect(batches).toEqual([]);
});

test('gives the function the documented event', async () => {
  const deployment = deploy({ worker: esm('console.log(JSON.stringify(event)); return { batchItemFailures: [] }') }, clock);
  await sqs.handle('SendMessage', {
    QueueUrl: queueUrl,
    MessageBody: '{"orderId":"ord-1"}',
    MessageGroupId: 'ord-1',
    MessageDeduplicationId: 'ord-1-1',
    MessageAttributes: { schema: { DataType: 'Number', StringValue: '1' }, raw: { DataType: 'Binary', BinaryValue: 'AAEC' } },
  });
  const definition = { queueArn: QUEUE_ARN, functionName: 'stack-worker', batchSize: 10, reportBatchItemFailures: true, enabled: true };
  mapping = createEventSourceMapping({ definition, queueUrl, sqs, lambda: deployment.lambda, clock });
  await clock.idle();
  expect(JSON.parse(deployment.logs[0]!.text)).toEqual({
    Records: [
      {
        messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        receiptHandle: expect.any(String),
        body: '{"orderId":"ord-1"}',
        attributes: expect.objectContaining({
          ApproximateReceiveCount: '1',
          SentTimestamp: expect.stringMatching(/^\d{13}$/),
          ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
          SequenceNumber: expect.stringMatching(/^\d{20}$/),
          MessageGroupId: 'ord-1',
          MessageDeduplicationId: 'ord-1-1',
          SenderId: expect.any(String),
        }),
        messageAttributes: {
          schema: { stringValue: '1', stringListValues: [], binaryListValues: [], dataType: 'Number' },
          raw: { binaryValue: 'AAEC', stringListValues: [], binaryListValues: [], dataType: 'Binary' },
        },
        md5OfBody: '8a66c6f5528d7e14e7e3ef8f15d42f17',
        eventSource: 'aws:sqs',
        eventSourceARN: QUEUE_ARN,
        awsRegion: 'eu-central-1',
      },
    ],
  });
  expect(sqs.counts(queueUrl)).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
  await deployment.close();
});
