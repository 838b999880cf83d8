import { DeleteMessageCommand, PurgeQueueCommand, SendMessageBatchCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { failure, type SqsServer, startSqs } from './sqs-server';

let sqs: SqsServer;

beforeEach(async () => {
  sqs = await startSqs();
});
afterEach(() => sqs.close());

const sendAs = (queue: string, id: string | undefined, group = 'g1', body = 'm1') =>
  sqs.client.send(new SendMessageCommand({ QueueUrl: queue, MessageGroupId: group, MessageBody: body, MessageDeduplicationId: id }));

test('a repeated send is answered with the original message id and sequence number, and not delivered', async () => {
  const queue = await sqs.createQueue('orders.fifo');
  const first = await sendAs(queue, 'id-1');
  const second = await sendAs(queue, 'id-1', 'g1', 'another body');
  expect(second.MessageId).toBe(first.MessageId);
  expect(second.SequenceNumber).toBe(first.SequenceNumber);
  expect(await sqs.bodies(queue)).toEqual(['m1']);
});

test('the id is remembered for five minutes from the first send, and not a moment longer', async () => {
  const queue = await sqs.createQueue('orders.fifo');
  await sendAs(queue, 'id-1');
  await sqs.clock.advance(299_999);
  await sendAs(queue, 'id-1');
  expect(await sqs.attribute(queue, 'ApproximateNumberOfMessages')).toBe('1');
  await sqs.clock.advance(1);
  await sendAs(queue, 'id-1');
  expect(await sqs.attribute(queue, 'ApproximateNumberOfMessages')).toBe('2');
});

test('the id is remembered after the message was received and deleted', async () => {
  const queue = await sqs.createQueue('orders.fifo');
  await sendAs(queue, 'id-1');
  const [message] = await sqs.receive(queue);
  await sqs.client.send(new DeleteMessageCommand({ QueueUrl: queue, ReceiptHandle: message?.ReceiptHandle }));
  await sendAs(queue, 'id-1');
  expect(await sqs.bodies(queue)).toEqual([]);
});

test('scope queue, the default, suppresses the same id in another group', async () => {
  const queue = await sqs.createQueue('orders.fifo');
  await sendAs(queue, 'id-1', 'g1');
  await sendAs(queue, 'id-1', 'g2');
  expect(await sqs.attribute(queue, 'ApproximateNumberOfMessages')).toBe('1');
});

test('scope messageGroup suppresses the same id in the same group only', async () => {
  const queue = await sqs.createQueue('orders.fifo', { DeduplicationScope: 'messageGroup', FifoThroughputLimit: 'perMessageGroupId' });
  await sendAs(queue, 'id-1', 'g1');
  await sendAs(queue, 'id-1', 'g2');
  await sendAs(queue, 'id-1', 'g2');
  expect(await sqs.attribute(queue, 'ApproximateNumberOfMessages')).toBe('2');
});

test('content-based deduplication compares the body and ignores attributes', async () => {
  const queue = await sqs.createQueue('orders.fifo', { ContentBasedDeduplication: 'true' });
  await sendAs(queue, undefined);
  const MessageAttributes = { kind: { DataType: 'String', StringValue: 'other' } };
  await sqs.client.send(new SendMessageCommand({ QueueUrl: queue, MessageGroupId: 'g1', MessageBody: 'm1', MessageAttributes }));
  await sendAs(queue, undefined, 'g1', 'm2');
  const messages = await sqs.receive(queue);
  expect(messages.map(({ Body }) => Body)).toEqual(['m1', 'm2']);
  expect(messages[0]?.Attributes?.MessageDeduplicationId).toBe('ca0df2c95aa144c1d0ff2ff3c8f967fdc1de9ef0c4120b3726416701b519d619');
});

test('an explicit id counts before the content, and the generated one is an id like any other', async () => {
  const queue = await sqs.createQueue('orders.fifo', { ContentBasedDeduplication: 'true' });
  await sendAs(queue, undefined, 'g1', 'hello');
  await sendAs(queue, 'id-1', 'g1', 'hello');
  await sendAs(queue, '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824', 'g1', 'other');
  expect(await sqs.bodies(queue)).toEqual(['hello', 'hello']);
});

test('without an id and without content-based deduplication a send is refused', async () => {
  const queue = await sqs.createQueue('orders.fifo');
  expect(await failure(sendAs(queue, undefined))).toEqual({
    name: 'InvalidParameterValue',
    message: 'The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly',
    status: 400,
  });
});

test.each([
  { id: 'with blank', valid: false },
  { id: 'line\nfeed', valid: false },
  { id: 'ümlaut', valid: false },
  { id: 'x'.repeat(129), valid: false },
  { id: '', valid: false },
  { id: 'x'.repeat(128), valid: true },
  { id: '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~', valid: true },
])('the deduplication id $id is valid: $valid', async ({ id, valid }) => {
  const queue = await sqs.createQueue('orders.fifo');
  const { name } = await failure(sendAs(queue, id));
  expect(name).toBe(valid ? 'none' : 'InvalidParameterValue');
});

test('a group id is required, and follows the rules of ids', async () => {
  const queue = await sqs.createQueue('orders.fifo');
  const input = { QueueUrl: queue, MessageBody: 'm1', MessageDeduplicationId: 'id-1' };
  expect(await failure(sqs.client.send(new SendMessageCommand(input)))).toEqual({
    name: 'MissingParameter',
    message: 'The request must contain the parameter MessageGroupId.',
    status: 400,
  });
  expect(await failure(sendAs(queue, 'id-1', 'a b'))).toEqual({
    name: 'InvalidParameterValue',
    message:
      'Value a b for parameter MessageGroupId is invalid. Reason: MessageGroupId can only include alphanumeric and punctuation characters. 1 to 128 in length.',
    status: 400,
  });
});

test('purging a queue clears the window', async () => {
  const queue = await sqs.createQueue('orders.fifo');
  await sendAs(queue, 'id-1');
  await sqs.client.send(new PurgeQueueCommand({ QueueUrl: queue }));
  await sendAs(queue, 'id-1', 'g1', 'again');
  expect(await sqs.bodies(queue)).toEqual(['again']);
});

test('the window is not limited by count', async () => {
  const queue = await sqs.createQueue('orders.fifo');
  for (let n = 0; n < 3000; n += 1) {
    const message = { QueueUrl: queue, MessageBody: 'm', MessageGroupId: 'g', MessageDeduplicationId: `id-${n}` };
    await sqs.engine.handle('SendMessage', message);
  }
  await sendAs(queue, 'id-0');
  expect(await sqs.attribute(queue, 'ApproximateNumberOfMessages')).toBe('3000');
});

test('a repeat within one batch is suppressed too', async () => {
  const queue = await sqs.createQueue('orders.fifo');
  const entry = (Id: string) => ({ Id, MessageBody: Id, MessageGroupId: 'g1', MessageDeduplicationId: 'id-1' });
  const { Successful } = await sqs.client.send(new SendMessageBatchCommand({ QueueUrl: queue, Entries: [entry('a'), entry('b')] }));
  expect(Successful?.[0]?.MessageId).toBe(Successful?.[1]?.MessageId);
  expect(await sqs.bodies(queue)).toEqual(['a']);
});
