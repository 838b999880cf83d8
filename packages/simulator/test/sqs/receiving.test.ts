import { ChangeMessageVisibilityCommand, DeleteMessageCommand, type Message } from '@aws-sdk/client-sqs';
import { ARN, failure, type SqsServer, startSqs } from './sqs-server';

let sqs: SqsServer;
let queue: string;

beforeEach(async () => {
  sqs = await startSqs();
  queue = await sqs.createQueue('orders.fifo');
});
afterEach(() => sqs.close());

const remove = (message: Message | undefined) =>
  sqs.client.send(new DeleteMessageCommand({ QueueUrl: queue, ReceiptHandle: message?.ReceiptHandle }));

describe('with a ReceiveRequestAttemptId', () => {
  const attempt = { ReceiveRequestAttemptId: 'attempt-1', VisibilityTimeout: 30 };

  test('the same id within the visibility time-out returns the same messages and handles, and hides them anew', async () => {
    await sqs.send(queue, 'g1', 'm1');
    await sqs.send(queue, 'g2', 'm2');
    const first = await sqs.receive(queue, attempt);
    await sqs.clock.advance(20_000);
    const second = await sqs.receive(queue, attempt);
    expect(second).toEqual(first);
    await sqs.clock.advance(29_999);
    expect(await sqs.bodies(queue)).toEqual([]);
    await remove(second[0]);
    await sqs.clock.advance(1);
    expect(await sqs.bodies(queue)).toEqual(['m2']);
  });

  test('another id receives nothing meanwhile', async () => {
    await sqs.send(queue, 'g1', 'm1');
    await sqs.receive(queue, attempt);
    expect(await sqs.receive(queue, { ReceiveRequestAttemptId: 'attempt-2' })).toEqual([]);
  });

  test('after a delete, a change of visibility or expiry it is a new receive', async () => {
    await sqs.send(queue, 'g1', 'm1');
    await sqs.send(queue, 'g2', 'm2');
    const [first, second] = await sqs.receive(queue, attempt);
    await remove(first);
    expect(await sqs.receive(queue, attempt)).toEqual([]);
    const input = { QueueUrl: queue, ReceiptHandle: second?.ReceiptHandle, VisibilityTimeout: 0 };
    await sqs.client.send(new ChangeMessageVisibilityCommand(input));
    const [again] = await sqs.receive(queue, attempt);
    expect(again).toMatchObject({ Body: 'm2', Attributes: { ApproximateReceiveCount: '2' } });
    await sqs.clock.advance(30_000);
    expect((await sqs.receive(queue, attempt))[0]).toMatchObject({ Attributes: { ApproximateReceiveCount: '3' } });
  });
});

test('the counts are right without anyone receiving', async () => {
  queue = await sqs.createQueue('slow.fifo', { DelaySeconds: '10' });
  const counts = async () => [
    await sqs.attribute(queue, 'ApproximateNumberOfMessages'),
    await sqs.attribute(queue, 'ApproximateNumberOfMessagesNotVisible'),
    await sqs.attribute(queue, 'ApproximateNumberOfMessagesDelayed'),
  ];
  await sqs.send(queue, 'g1', 'm1');
  await sqs.send(queue, 'g2', 'm2');
  expect(await counts()).toEqual(['0', '0', '2']);
  await sqs.clock.advance(10_000);
  expect(await counts()).toEqual(['2', '0', '0']);
  await sqs.receive(queue, { MaxNumberOfMessages: 1, VisibilityTimeout: 5 });
  expect(await counts()).toEqual(['1', '1', '0']);
  await sqs.clock.advance(5000);
  expect(await counts()).toEqual(['2', '0', '0']);
});

test('a delayed message cannot be received, nor what comes after it in its group', async () => {
  queue = await sqs.createQueue('slow.fifo', { DelaySeconds: '10' });
  await sqs.send(queue, 'g1', 'm1');
  await sqs.clock.advance(5000);
  await sqs.send(queue, 'g1', 'm2');
  expect(await sqs.bodies(queue)).toEqual([]);
  await sqs.clock.advance(5000);
  expect(await sqs.bodies(queue)).toEqual(['m1']);
});

test('retention ends messages, visible or in flight', async () => {
  queue = await sqs.createQueue('short.fifo', { MessageRetentionPeriod: '60' });
  await sqs.send(queue, 'g1', 'm1');
  await sqs.send(queue, 'g2', 'm2');
  await sqs.receive(queue, { MaxNumberOfMessages: 1, VisibilityTimeout: 600 });
  await sqs.clock.advance(59_999);
  expect(sqs.engine.counts(queue)).toEqual({ visible: 1, inFlight: 1, delayed: 0 });
  await sqs.clock.advance(1);
  expect(sqs.engine.counts(queue)).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
  expect(await sqs.receive(queue)).toEqual([]);
});

test('one message comes unless more are asked for', async () => {
  await sqs.send(queue, 'g1', 'm1');
  await sqs.send(queue, 'g1', 'm2');
  expect(await sqs.bodies(queue, { MaxNumberOfMessages: undefined })).toEqual(['m1']);
});

test.each([
  {
    member: { MaxNumberOfMessages: 0 },
    reason: 'Value 0 for parameter MaxNumberOfMessages is invalid. Reason: Must be between 1 and 10, if provided.',
  },
  {
    member: { MaxNumberOfMessages: 11 },
    reason: 'Value 11 for parameter MaxNumberOfMessages is invalid. Reason: Must be between 1 and 10, if provided.',
  },
  {
    member: { WaitTimeSeconds: -1 },
    reason: 'Value -1 for parameter WaitTimeSeconds is invalid. Reason: Must be >= 0 and <= 20, if provided.',
  },
  {
    member: { WaitTimeSeconds: 21 },
    reason: 'Value 21 for parameter WaitTimeSeconds is invalid. Reason: Must be >= 0 and <= 20, if provided.',
  },
  {
    member: { VisibilityTimeout: 43_201 },
    reason: 'Value 43201 for parameter VisibilityTimeout is invalid. Reason: Must be >= 0 and <= 43200, if provided.',
  },
])('fails to receive with $member', async ({ member, reason }) => {
  expect(await failure(sqs.receive(queue, member))).toEqual({ name: 'InvalidParameterValue', message: reason, status: 400 });
});

test('attributes come when they are asked for', async () => {
  const MessageAttributes = {
    'order.kind': { DataType: 'String', StringValue: 'new' },
    weight: { DataType: 'Number.kg', StringValue: '1.5' },
    raw: { DataType: 'Binary', BinaryValue: Uint8Array.of(1, 2, 255) },
  };
  const id = await sqs.send(queue, 'g1', 'm1', { MessageAttributes, MessageDeduplicationId: 'id-1' });
  const ask = async (system: 'All'[], names: string[]) => {
    const more = { VisibilityTimeout: 0, MessageSystemAttributeNames: system, MessageAttributeNames: names };
    return (await sqs.receive(queue, more))[0];
  };
  const whole = await ask(['All'], ['All']);
  expect(whole).toMatchObject({ MessageId: id, Body: 'm1', MD5OfBody: 'ae7be26cdaa742ca148068d5ac90eaca', MessageAttributes });
  expect(whole?.Attributes).toEqual({
    ApproximateFirstReceiveTimestamp: '1795946400000',
    ApproximateReceiveCount: '1',
    MessageDeduplicationId: 'id-1',
    MessageGroupId: 'g1',
    SenderId: '000000000000',
    SentTimestamp: '1795946400000',
    SequenceNumber: '18850000000000000001',
  });
  expect(Object.keys((await ask([], ['order.*']))?.MessageAttributes ?? {})).toEqual(['order.kind']);
  const bare = await ask([], []);
  expect(bare).not.toHaveProperty('Attributes');
  expect(bare).not.toHaveProperty('MessageAttributes');
  expect(await failure(ask(['Nonsense' as 'All'], []))).toMatchObject({ name: 'InvalidAttributeName' });
});

test('sequence numbers grow within a group and have 20 digits', async () => {
  await sqs.send(queue, 'g1', 'm1');
  await sqs.send(queue, 'g1', 'm2');
  const numbers = (await sqs.receive(queue)).map(({ Attributes }) => Attributes?.SequenceNumber);
  expect(numbers).toEqual(['18850000000000000001', '18850000000000000002']);
});

test('a missing queue is QueueDoesNotExist, and what is no queue URL is InvalidAddress', async () => {
  expect(await failure(sqs.receive(`${sqs.endpoint}/000000000000/missing.fifo`))).toEqual({
    name: 'QueueDoesNotExist',
    message: 'The specified queue does not exist.',
    status: 400,
  });
  expect(await failure(sqs.receive(`${sqs.endpoint}/111111111111/orders.fifo`))).toMatchObject({ name: 'QueueDoesNotExist' });
  await expect(sqs.engine.handle('ReceiveMessage', { QueueUrl: `${ARN}orders.fifo` })).rejects.toMatchObject({ code: 'InvalidAddress' });
});

test('a queue is found by the end of its URL, whatever the host', async () => {
  await sqs.engine.handle('SendMessage', {
    QueueUrl: 'https://sqs.eu-central-1.amazonaws.com/000000000000/orders.fifo',
    MessageBody: 'm1',
    MessageGroupId: 'g1',
    MessageDeduplicationId: 'id-1',
  });
  expect(await sqs.bodies(queue)).toEqual(['m1']);
});
