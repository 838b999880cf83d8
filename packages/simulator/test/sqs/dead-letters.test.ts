import { ListDeadLetterSourceQueuesCommand, type Message, SetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { ARN, failure, redriveTo, type SqsServer, startSqs } from './sqs-server';

let sqs: SqsServer;
let dead: string;

beforeEach(async () => {
  sqs = await startSqs();
  dead = await sqs.createQueue('dead.fifo');
});
afterEach(() => sqs.close());

async function receiveTimes(queue: string, times: number): Promise<Message[]> {
  const messages: Message[] = [];
  for (let n = 0; n < times; n += 1) messages.push(...(await sqs.receive(queue, { VisibilityTimeout: 0 })));
  return messages;
}

test.each([{ maxReceiveCount: 2 }, { maxReceiveCount: '2' }])(
  'a message moves on the receive after $maxReceiveCount',
  async ({ maxReceiveCount }) => {
    const queue = await sqs.createQueue('orders.fifo', redriveTo('dead.fifo', maxReceiveCount));
    await sqs.send(queue, 'g1', 'm1');
    expect(await receiveTimes(queue, 2)).toHaveLength(2);
    expect(sqs.engine.counts(dead)).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
    expect(await receiveTimes(queue, 1)).toEqual([]);
    expect(sqs.engine.counts(dead)).toEqual({ visible: 1, inFlight: 0, delayed: 0 });
  },
);

test('message id, body, attributes, group and trace header are kept', async () => {
  const queue = await sqs.createQueue('orders.fifo', redriveTo('dead.fifo', 1));
  const MessageAttributes = { kind: { DataType: 'String', StringValue: 'order' } };
  const trace = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1';
  const MessageSystemAttributes = { AWSTraceHeader: { DataType: 'String', StringValue: trace } };
  const id = await sqs.send(queue, 'g1', 'm1', { MessageAttributes, MessageSystemAttributes });
  await receiveTimes(queue, 2);
  const [message] = await sqs.receive(dead);
  expect(message).toMatchObject({ MessageId: id, Body: 'm1', MessageAttributes });
  expect(message?.Attributes).toMatchObject({ MessageGroupId: 'g1', AWSTraceHeader: trace });
});

test('the first receive from the dead-letter queue counts on, and names the source', async () => {
  const queue = await sqs.createQueue('orders.fifo', redriveTo('dead.fifo', 3));
  await sqs.send(queue, 'g1', 'm1');
  await receiveTimes(queue, 4);
  const [message] = await sqs.receive(dead);
  expect(message?.Attributes).toMatchObject({
    ApproximateReceiveCount: '4',
    DeadLetterQueueSourceArn: 'arn:aws:sqs:eu-central-1:000000000000:orders.fifo',
  });
});

test('the deduplication id in the dead-letter queue is the original message id', async () => {
  const queue = await sqs.createQueue('orders.fifo', redriveTo('dead.fifo', 1));
  const id = await sqs.send(queue, 'g1', 'm1', { MessageDeduplicationId: 'id-1' });
  await receiveTimes(queue, 2);
  const [message] = await sqs.receive(dead);
  expect(message?.Attributes?.MessageDeduplicationId).toBe(id);
});

test('the enqueue time, and with it retention, restarts in the dead-letter queue', async () => {
  const queue = await sqs.createQueue('orders.fifo', { ...redriveTo('dead.fifo', 1), MessageRetentionPeriod: '345600' });
  await sqs.send(queue, 'g1', 'm1');
  await sqs.clock.advance(345_000_000);
  await receiveTimes(queue, 2);
  await sqs.clock.advance(345_599_999);
  const [message] = await sqs.receive(dead, { VisibilityTimeout: 0 });
  expect(message?.Attributes?.SentTimestamp).toBe('1796291400000');
  await sqs.clock.advance(1);
  expect(await sqs.receive(dead)).toEqual([]);
});

test.each([
  { target: 'missing.fifo', reason: 'Dead letter target does not exist.' },
  { target: 'standard', reason: 'Dead-letter queue must be same type of queue as the source.' },
  { target: 'orders.fifo', reason: 'Dead-letter queue must be another queue than the source.' },
])('fails to name $target as the dead-letter queue', async ({ target, reason }) => {
  const policy = redriveTo(target, 3);
  expect(await failure(sqs.createQueue('orders.fifo', policy))).toEqual({
    name: 'InvalidParameterValue',
    message: `Value ${policy.RedrivePolicy} for parameter RedrivePolicy is invalid. Reason: ${reason}`,
    status: 400,
  });
});

test.each([
  { RedrivePolicy: 'no json' },
  { RedrivePolicy: '[]' },
  { RedrivePolicy: `{"deadLetterTargetArn":"${ARN}dead.fifo"}` },
  { RedrivePolicy: '{"maxReceiveCount":3}' },
  { RedrivePolicy: `{"deadLetterTargetArn":"${ARN}dead.fifo","maxReceiveCount":0}` },
  { RedrivePolicy: `{"deadLetterTargetArn":"${ARN}dead.fifo","maxReceiveCount":1001}` },
  { RedrivePolicy: `{"deadLetterTargetArn":"${ARN}dead.fifo","maxReceiveCount":"3x"}` },
  { RedrivePolicy: `{"deadLetterTargetArn":"${ARN}dead.fifo","maxReceiveCount":3,"more":1}` },
])('fails with the redrive policy $RedrivePolicy', async ({ RedrivePolicy }) => {
  expect(await failure(sqs.createQueue('orders.fifo', { RedrivePolicy }))).toMatchObject({ name: 'InvalidParameterValue' });
});

test('a redrive allow policy decides which queues may use the dead-letter queue', async () => {
  const allow = (policy: object) =>
    sqs.client.send(new SetQueueAttributesCommand({ QueueUrl: dead, Attributes: { RedriveAllowPolicy: JSON.stringify(policy) } }));
  const policy = redriveTo('dead.fifo', 3);
  await allow({ redrivePermission: 'denyAll' });
  expect(await failure(sqs.createQueue('orders.fifo', policy))).toMatchObject({ name: 'InvalidParameterValue' });
  await allow({ redrivePermission: 'byQueue', sourceQueueArns: [`${ARN}orders.fifo`] });
  expect(await failure(sqs.createQueue('other.fifo', policy))).toMatchObject({ name: 'InvalidParameterValue' });
  await sqs.createQueue('orders.fifo', policy);
  await allow({ redrivePermission: 'allowAll' });
  await sqs.createQueue('other.fifo', policy);
  expect(await failure(allow({ redrivePermission: 'sometimes' }))).toMatchObject({ name: 'InvalidAttributeValue' });
});

test('the sources of a dead-letter queue are listed', async () => {
  const first = await sqs.createQueue('a.fifo', redriveTo('dead.fifo', 3));
  const second = await sqs.createQueue('b.fifo', redriveTo('dead.fifo', 3));
  const list = (more = {}) => sqs.client.send(new ListDeadLetterSourceQueuesCommand({ QueueUrl: dead, ...more }));
  expect((await list()).queueUrls).toEqual([first, second]);
  const page = await list({ MaxResults: 1 });
  expect(page.queueUrls).toEqual([first]);
  expect((await list({ MaxResults: 1, NextToken: page.NextToken })).queueUrls).toEqual([second]);
});

test('a message goes on being delivered while its dead-letter queue is gone', async () => {
  const queue = await sqs.createQueue('orders.fifo', redriveTo('dead.fifo', 1));
  await sqs.send(queue, 'g1', 'm1');
  await sqs.engine.handle('DeleteQueue', { QueueUrl: dead });
  expect(await receiveTimes(queue, 3)).toHaveLength(3);
});
