import {
  CancelMessageMoveTaskCommand,
  DeleteQueueCommand,
  ListMessageMoveTasksCommand,
  SendMessageCommand,
  StartMessageMoveTaskCommand,
  type StartMessageMoveTaskCommandInput,
} from '@aws-sdk/client-sqs';
import { ARN, failure, redriveTo, type SqsServer, startSqs } from './sqs-server';

const DEAD = 'arn:aws:sqs:eu-central-1:000000000000:dead.fifo';
let sqs: SqsServer;
let dead: string;
let orders: string;

beforeEach(async () => {
  sqs = await startSqs();
  dead = await sqs.createQueue('dead.fifo');
  orders = await sqs.createQueue('orders.fifo', redriveTo('dead.fifo', 1));
});
afterEach(() => sqs.close());

async function letDie(queue: string, ...bodies: string[]): Promise<void> {
  for (const body of bodies) await sqs.send(queue, body.split('-')[0]!, body);
  await sqs.receive(queue, { VisibilityTimeout: 0 });
  await sqs.receive(queue, { VisibilityTimeout: 0 });
}
const start = (more: Partial<StartMessageMoveTaskCommandInput> = {}) =>
  sqs.client.send(new StartMessageMoveTaskCommand({ SourceArn: DEAD, ...more }));
const list = async (MaxResults?: number) =>
  (await sqs.client.send(new ListMessageMoveTasksCommand({ SourceArn: DEAD, MaxResults }))).Results ?? [];
const cancel = (TaskHandle: string | undefined) => sqs.client.send(new CancelMessageMoveTaskCommand({ TaskHandle }));
const counts = (queue: string) => sqs.engine.counts(queue).visible;

test('a source that is the dead-letter queue of none is refused', async () => {
  expect(await failure(start({ SourceArn: `${ARN}orders.fifo` }))).toEqual({
    name: 'InvalidParameterValue',
    message: 'Source queue must be configured as a Dead Letter Queue.',
    status: 400,
  });
});

test('a destination or a source that does not exist is ResourceNotFoundException', async () => {
  expect(await failure(start({ DestinationArn: `${ARN}missing.fifo` }))).toEqual({
    name: 'ResourceNotFoundException',
    message: "The resource that you specified for the DestinationArn parameter doesn't exist.",
    status: 404,
  });
  expect(await failure(start({ SourceArn: `${ARN}missing.fifo` }))).toMatchObject({ name: 'ResourceNotFoundException', status: 404 });
});

test('messages go back to their own source by default, and the counts match', async () => {
  const refunds = await sqs.createQueue('refunds.fifo', redriveTo('dead.fifo', 1));
  await letDie(orders, 'g1-m1', 'g1-m2');
  await letDie(refunds, 'g1-m3');
  const { TaskHandle } = await start();
  expect(TaskHandle).toEqual(expect.any(String));
  await sqs.clock.advance(1000);
  expect(await list()).toEqual([
    {
      Status: 'COMPLETED',
      SourceArn: DEAD,
      ApproximateNumberOfMessagesMoved: 3,
      ApproximateNumberOfMessagesToMove: 3,
      StartedTimestamp: 1795946400000,
    },
  ]);
  expect(await sqs.bodies(orders)).toEqual(['g1-m1', 'g1-m2']);
  expect(await sqs.bodies(refunds)).toEqual(['g1-m3']);
});

test('an explicit destination takes them all, in order', async () => {
  const other = await sqs.createQueue('other.fifo');
  await letDie(orders, 'g1-m1', 'g2-m1', 'g1-m2');
  await start({ DestinationArn: `${ARN}other.fifo` });
  await sqs.clock.advance(1000);
  expect(await list()).toMatchObject([{ Status: 'COMPLETED', DestinationArn: `${ARN}other.fifo`, ApproximateNumberOfMessagesMoved: 3 }]);
  expect(await sqs.bodies(other)).toEqual(['g1-m1', 'g1-m2', 'g2-m1']);
});

test('an empty source completes at once', async () => {
  await start();
  await sqs.clock.advance(0);
  expect(await list()).toMatchObject([{ Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 0, ApproximateNumberOfMessagesToMove: 0 }]);
});

test('a message put into the dead-letter queue by hand has no source to go back to', async () => {
  await sqs.send(dead, 'g1', 'by hand');
  await start();
  await sqs.clock.advance(1000);
  expect(await list()).toMatchObject([
    { Status: 'FAILED', FailureReason: 'CouldNotDetermineMessageSource', ApproximateNumberOfMessagesMoved: 0 },
  ]);
  await start({ DestinationArn: `${ARN}orders.fifo` });
  await sqs.clock.advance(1000);
  expect(await list()).toMatchObject([{ Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 1 }]);
});

test('one task at a time for each source', async () => {
  await letDie(orders, 'g1-m1', 'g1-m2');
  await start({ MaxNumberOfMessagesPerSecond: 1 });
  expect(await failure(start())).toEqual({
    name: 'InvalidParameterValue',
    message: 'There is already a task running. Only one active task is allowed for a source queue arn at a given time.',
    status: 400,
  });
});

test('the rate is honoured: the first at once, then one each second', async () => {
  await letDie(orders, 'g1-m1', 'g1-m2', 'g1-m3', 'g1-m4');
  await start({ MaxNumberOfMessagesPerSecond: 1 });
  await sqs.clock.advance(999);
  expect(counts(orders)).toBe(1);
  await sqs.clock.advance(1);
  expect(counts(orders)).toBe(2);
  await sqs.clock.advance(1999);
  expect(await list()).toMatchObject([{ Status: 'RUNNING', MaxNumberOfMessagesPerSecond: 1, ApproximateNumberOfMessagesMoved: 3 }]);
  await sqs.clock.advance(1);
  expect(await list()).toMatchObject([{ Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 4 }]);
});

test('without a rate it moves 500 messages a second', async () => {
  const Entries = (from: number) =>
    Array.from({ length: 10 }, (_, n) => ({ Id: `${n}`, MessageBody: 'm', MessageGroupId: 'g', MessageDeduplicationId: `${from + n}` }));
  for (let n = 0; n < 1200; n += 10) await sqs.engine.handle('SendMessageBatch', { QueueUrl: dead, Entries: Entries(n) });
  await start({ DestinationArn: `${ARN}orders.fifo` });
  await sqs.clock.advance(1000);
  expect(counts(orders)).toBe(501);
  await sqs.clock.advance(1400);
  expect(counts(orders)).toBe(1200);
});

test.each([{ rate: 0 }, { rate: 501 }, { rate: -1 }])('fails at a rate of $rate', async ({ rate }) => {
  expect(await failure(start({ MaxNumberOfMessagesPerSecond: rate }))).toMatchObject({ name: 'InvalidParameterValue' });
});

test('a cancelled task passes through CANCELLING, loses its handle, and what moved stays moved', async () => {
  await letDie(orders, 'g1-m1', 'g1-m2', 'g1-m3');
  const { TaskHandle } = await start({ MaxNumberOfMessagesPerSecond: 1 });
  await sqs.clock.advance(1000);
  expect(await list()).toMatchObject([{ Status: 'RUNNING', TaskHandle }]);
  expect(await cancel(TaskHandle)).toMatchObject({ ApproximateNumberOfMessagesMoved: 2 });
  expect((await list())[0]?.Status).toBe('CANCELLING');
  await sqs.clock.advance(5000);
  const [task] = await list();
  expect(task).toMatchObject({ Status: 'CANCELLED', ApproximateNumberOfMessagesMoved: 2, ApproximateNumberOfMessagesToMove: 3 });
  expect(task).not.toHaveProperty('TaskHandle');
  expect([counts(orders), counts(dead)]).toEqual([2, 1]);
  expect(await failure(cancel(TaskHandle))).toMatchObject({ name: 'InvalidParameterValue' });
});

test('an unknown handle is refused', async () => {
  expect(await failure(cancel('foobared'))).toEqual({
    name: 'InvalidParameterValue',
    message: 'Value for parameter TaskHandle is invalid.',
    status: 400,
  });
  const handle = (sourceArn: string) => Buffer.from(JSON.stringify({ taskId: '10f57157', sourceArn })).toString('base64');
  expect(await failure(cancel(handle(DEAD)))).toEqual({ name: 'ResourceNotFoundException', message: 'Task does not exist.', status: 404 });
  expect(await failure(cancel(handle(`${ARN}missing.fifo`)))).toMatchObject({ name: 'ResourceNotFoundException' });
});

test('a task fails when its destination is deleted while it runs', async () => {
  const other = await sqs.createQueue('other.fifo');
  await letDie(orders, 'g1-m1', 'g1-m2', 'g1-m3');
  await start({ DestinationArn: `${ARN}other.fifo`, MaxNumberOfMessagesPerSecond: 1 });
  await sqs.clock.advance(0);
  await sqs.client.send(new DeleteQueueCommand({ QueueUrl: other }));
  await sqs.clock.advance(5000);
  expect(await list()).toMatchObject([
    { Status: 'FAILED', FailureReason: 'AWS.SimpleQueueService.NonExistentQueue', ApproximateNumberOfMessagesMoved: 1 },
  ]);
  expect(counts(dead)).toBe(2);
});

test('moved messages are new: id, enqueue time, retention and receive count start again, the group stays', async () => {
  const id = await sqs.send(orders, 'g1', 'm1');
  await sqs.receive(orders, { VisibilityTimeout: 0 });
  await sqs.receive(orders, { VisibilityTimeout: 0 });
  await sqs.clock.advance(300_000_000);
  await start();
  await sqs.clock.advance(0);
  await sqs.clock.advance(200_000_000);
  const [message] = await sqs.receive(orders);
  expect(message?.MessageId).not.toBe(id);
  expect(message?.Attributes).toMatchObject({ MessageGroupId: 'g1', SentTimestamp: '1796246400000', ApproximateReceiveCount: '1' });
  expect(message?.Attributes).not.toHaveProperty('DeadLetterQueueSourceArn');
});

test('the window of the original send does not swallow a moved message', async () => {
  const input = { QueueUrl: orders, MessageGroupId: 'g1', MessageBody: 'm1', MessageDeduplicationId: 'id-1' };
  await sqs.client.send(new SendMessageCommand(input));
  await sqs.receive(orders, { VisibilityTimeout: 0 });
  await sqs.receive(orders, { VisibilityTimeout: 0 });
  await start();
  await sqs.clock.advance(1000);
  expect(await sqs.bodies(orders)).toEqual(['m1']);
});

test('a message that is in flight in the dead-letter queue stays there', async () => {
  await letDie(orders, 'g1-m1', 'g2-m1');
  await sqs.receive(dead, { MaxNumberOfMessages: 1 });
  await start();
  await sqs.clock.advance(1000);
  expect(await list()).toMatchObject([{ Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 1 }]);
  expect(await sqs.bodies(orders)).toEqual(['g2-m1']);
  expect(sqs.engine.counts(dead)).toEqual({ visible: 0, inFlight: 1, delayed: 0 });
});

test('the latest task is listed first, one unless more are asked for', async () => {
  await start();
  await sqs.clock.advance(1000);
  await start({ MaxNumberOfMessagesPerSecond: 7 });
  await sqs.clock.advance(1000);
  expect((await list()).map((task) => task.StartedTimestamp)).toEqual([1795946401000]);
  expect((await list(10)).map((task) => task.StartedTimestamp)).toEqual([1795946401000, 1795946400000]);
  expect(await failure(list(11))).toMatchObject({ name: 'InvalidParameterValue' });
});
