import {
  AddPermissionCommand,
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListQueuesCommand,
  ListQueueTagsCommand,
  PurgeQueueCommand,
  SetQueueAttributesCommand,
  TagQueueCommand,
  UntagQueueCommand,
} from '@aws-sdk/client-sqs';
import { ARN, failure, redriveTo, type SqsServer, startSqs } from './sqs-server';

let sqs: SqsServer;

beforeEach(async () => {
  sqs = await startSqs();
});
afterEach(() => sqs.close());

const setAttributes = (QueueUrl: string, Attributes: Record<string, string>) =>
  sqs.client.send(new SetQueueAttributesCommand({ QueueUrl, Attributes }));

test('a new queue has the attributes of AWS', async () => {
  const queue = await sqs.createQueue('orders.fifo');
  expect(queue).toBe(`${sqs.endpoint}/000000000000/orders.fifo`);
  const { Attributes } = await sqs.client.send(new GetQueueAttributesCommand({ QueueUrl: queue, AttributeNames: ['All'] }));
  expect(Attributes).toEqual({
    ApproximateNumberOfMessages: '0',
    ApproximateNumberOfMessagesDelayed: '0',
    ApproximateNumberOfMessagesNotVisible: '0',
    ContentBasedDeduplication: 'false',
    CreatedTimestamp: '1795946400',
    DeduplicationScope: 'queue',
    DelaySeconds: '0',
    FifoQueue: 'true',
    FifoThroughputLimit: 'perQueue',
    LastModifiedTimestamp: '1795946400',
    MaximumMessageSize: '1048576',
    MessageRetentionPeriod: '345600',
    QueueArn: 'arn:aws:sqs:eu-central-1:000000000000:orders.fifo',
    ReceiveMessageWaitTimeSeconds: '0',
    SqsManagedSseEnabled: 'true',
    VisibilityTimeout: '30',
  });
});

test('creating a queue again with equal attributes returns it, with others it fails', async () => {
  const queue = await sqs.createQueue('orders.fifo', { VisibilityTimeout: '180' });
  await sqs.send(queue, 'g1', 'm1');
  expect(await sqs.createQueue('orders.fifo', { VisibilityTimeout: '180' })).toBe(queue);
  expect(await sqs.createQueue('orders.fifo')).toBe(queue);
  expect(await failure(sqs.createQueue('orders.fifo', { VisibilityTimeout: '181' }))).toEqual({
    name: 'QueueNameExists',
    message: 'A queue already exists with the same name and a different value for attribute VisibilityTimeout',
    status: 400,
  });
  expect(await sqs.bodies(queue)).toEqual(['m1']);
});

test.each(['orders', 'or ders.fifo', '.fifo', `${'x'.repeat(76)}.fifo`])('fails to create a FIFO queue of the name %s', async (name) => {
  expect(await failure(sqs.createQueue(name))).toMatchObject({ name: 'InvalidParameterValue', status: 400 });
});

test('a standard queue is refused with a clear word', async () => {
  expect(await failure(sqs.client.send(new CreateQueueCommand({ QueueName: 'orders' })))).toEqual({
    name: 'UnsupportedOperation',
    message: 'Only FIFO queues are simulated: end the name with .fifo and set FifoQueue to true.',
    status: 400,
  });
});

test.each<Record<string, string>>([
  { VisibilityTimeout: '43201' },
  { VisibilityTimeout: '-1' },
  { VisibilityTimeout: '1.5' },
  { MessageRetentionPeriod: '59' },
  { MessageRetentionPeriod: '1209601' },
  { MaximumMessageSize: '1023' },
  { DelaySeconds: '901' },
  { ReceiveMessageWaitTimeSeconds: '21' },
  { ContentBasedDeduplication: 'yes' },
  { DeduplicationScope: 'group' },
  { FifoThroughputLimit: 'perMessageGroupId' },
  { FifoThroughputLimit: 'perMessageGroupId', DeduplicationScope: 'queue' },
])('fails with the attributes %j', async (attributes) => {
  expect(await failure(sqs.createQueue('orders.fifo', attributes))).toMatchObject({ name: 'InvalidAttributeValue', status: 400 });
});

test('unknown attributes are InvalidAttributeName, the age of the oldest message among them', async () => {
  expect(await failure(sqs.createQueue('orders.fifo', { Colour: 'red' }))).toEqual({
    name: 'InvalidAttributeName',
    message: 'Unknown Attribute Colour.',
    status: 400,
  });
  const queue = await sqs.createQueue('orders.fifo');
  expect(await failure(setAttributes(queue, { Colour: 'red' }))).toMatchObject({ name: 'InvalidAttributeName' });
  expect(await failure(sqs.attribute(queue, 'ApproximateAgeOfOldestMessage'))).toMatchObject({ name: 'InvalidAttributeName' });
});

test('attributes can be changed, and an empty policy removes it', async () => {
  await sqs.createQueue('dead.fifo');
  const queue = await sqs.createQueue('orders.fifo', redriveTo('dead.fifo', 3));
  await sqs.clock.advance(5000);
  await setAttributes(queue, { VisibilityTimeout: '90', RedrivePolicy: '' });
  expect(await sqs.attribute(queue, 'VisibilityTimeout')).toBe('90');
  expect(await sqs.attribute(queue, 'RedrivePolicy')).toBeUndefined();
  expect(await sqs.attribute(queue, 'LastModifiedTimestamp')).toBe('1795946405');
  await setAttributes(queue, redriveTo('dead.fifo', 5));
  expect(await sqs.attribute(queue, 'RedrivePolicy')).toBe(`{"deadLetterTargetArn":"${ARN}dead.fifo","maxReceiveCount":5}`);
  expect(await failure(setAttributes(queue, redriveTo('missing.fifo', 5)))).toMatchObject({ name: 'InvalidParameterValue' });
});

test('a shorter retention also ends messages that are there already', async () => {
  const queue = await sqs.createQueue('orders.fifo');
  await sqs.send(queue, 'g1', 'm1');
  await sqs.clock.advance(120_000);
  await setAttributes(queue, { MessageRetentionPeriod: '60' });
  expect(await sqs.attribute(queue, 'ApproximateNumberOfMessages')).toBe('0');
});

test('queues are found by name and listed by prefix and page', async () => {
  const a = await sqs.createQueue('a-1.fifo');
  const b = await sqs.createQueue('a-2.fifo');
  await sqs.createQueue('b.fifo');
  const url = (QueueName: string) => sqs.client.send(new GetQueueUrlCommand({ QueueName }));
  expect((await url('a-1.fifo')).QueueUrl).toBe(a);
  expect(await failure(url('missing.fifo'))).toMatchObject({ name: 'QueueDoesNotExist' });
  const list = (more = {}) => sqs.client.send(new ListQueuesCommand({ QueueNamePrefix: 'a-', ...more }));
  expect((await list()).QueueUrls).toEqual([a, b]);
  const page = await list({ MaxResults: 1 });
  expect(page.QueueUrls).toEqual([a]);
  expect(await list({ MaxResults: 1, NextToken: page.NextToken })).not.toHaveProperty('NextToken');
  expect((await list({ QueueNamePrefix: 'none' })).QueueUrls).toBeUndefined();
});

test('a deleted queue is gone, and its name is free', async () => {
  const queue = await sqs.createQueue('orders.fifo');
  await sqs.send(queue, 'g1', 'm1');
  expect(sqs.clock.pending).toBe(1);
  await sqs.client.send(new DeleteQueueCommand({ QueueUrl: queue }));
  expect(sqs.clock.pending).toBe(0);
  expect(await failure(sqs.receive(queue))).toMatchObject({ name: 'QueueDoesNotExist' });
  await sqs.createQueue('orders.fifo');
  expect(await sqs.receive(queue)).toEqual([]);
});

test('purging removes messages, visible and in flight', async () => {
  const queue = await sqs.createQueue('orders.fifo');
  await sqs.send(queue, 'g1', 'm1');
  await sqs.send(queue, 'g2', 'm2');
  await sqs.receive(queue, { MaxNumberOfMessages: 1 });
  await sqs.client.send(new PurgeQueueCommand({ QueueUrl: queue }));
  expect(sqs.engine.counts(queue)).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
});

test('queues can be tagged', async () => {
  const queue = await sqs.createQueue('orders.fifo');
  const tags = async () => (await sqs.client.send(new ListQueueTagsCommand({ QueueUrl: queue }))).Tags;
  await sqs.client.send(new TagQueueCommand({ QueueUrl: queue, Tags: { a: '1', b: '2' } }));
  await sqs.client.send(new UntagQueueCommand({ QueueUrl: queue, TagKeys: ['a'] }));
  expect(await tags()).toEqual({ b: '2' });
});

test('permissions are not simulated', async () => {
  const queue = await sqs.createQueue('orders.fifo');
  const input = { QueueUrl: queue, Label: 'x', AWSAccountIds: ['111111111111'], Actions: ['SendMessage'] };
  expect(await failure(sqs.client.send(new AddPermissionCommand(input)))).toMatchObject({ name: 'UnsupportedOperation' });
});
