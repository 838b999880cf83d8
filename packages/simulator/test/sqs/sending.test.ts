import { SendMessageBatchCommand, type SendMessageBatchRequestEntry, SendMessageCommand } from '@aws-sdk/client-sqs';
import { failure, type SqsServer, startSqs } from './sqs-server';

const MIB = 1_048_576;
let sqs: SqsServer;
let queue: string;

beforeEach(async () => {
  sqs = await startSqs();
  queue = await sqs.createQueue('orders.fifo');
});
afterEach(() => sqs.close());

const entry = (Id: string, more: Partial<SendMessageBatchRequestEntry> = {}) => ({
  Id,
  MessageBody: Id,
  MessageGroupId: 'g1',
  MessageDeduplicationId: Id || 'x',
  ...more,
});
const sendBatch = (Entries: SendMessageBatchRequestEntry[]) => sqs.client.send(new SendMessageBatchCommand({ QueueUrl: queue, Entries }));

test('a body of 1,048,576 bytes is accepted, one byte more is not', async () => {
  expect(await failure(sqs.send(queue, 'g1', 'x'.repeat(MIB + 1)))).toEqual({
    name: 'InvalidParameterValue',
    message: 'One or more parameters are invalid. Reason: Message must be shorter than 1048576 bytes.',
    status: 400,
  });
  await sqs.send(queue, 'g1', 'x'.repeat(MIB));
  expect((await sqs.receive(queue))[0]?.Body).toHaveLength(MIB);
});

test('the size is counted in bytes, attributes included', async () => {
  queue = await sqs.createQueue('small.fifo', { MaximumMessageSize: '1024' });
  await sqs.send(queue, 'g1', 'ü'.repeat(512));
  expect(await failure(sqs.send(queue, 'g1', 'ü'.repeat(513)))).toMatchObject({ name: 'InvalidParameterValue' });
  const MessageAttributes = { abc: { DataType: 'String', StringValue: '1' } };
  expect(await failure(sqs.send(queue, 'g1', 'x'.repeat(1015), { MessageAttributes }))).toMatchObject({ name: 'InvalidParameterValue' });
  await sqs.send(queue, 'g1', 'x'.repeat(1014), { MessageAttributes });
});

test.each([
  { text: 'emoji \u{1F4B3}', valid: true },
  { text: 'tab\tfeed\nreturn\r', valid: true },
  { text: '\uE000\uFFFD\uD7FF', valid: true },
  { text: 'null \u0000', valid: false },
  { text: 'bell \u0007', valid: false },
  { text: 'no character \uFFFE', valid: false },
  { text: 'half a pair \uD83D', valid: false },
])('the body $text is valid: $valid', async ({ text, valid }) => {
  const input = { QueueUrl: queue, MessageGroupId: 'g1', MessageBody: text, MessageDeduplicationId: 'id-1' };
  // Not through the SDK: it replaces half a surrogate pair before sending.
  const { name } = await failure(sqs.engine.handle('SendMessage', input));
  expect(name).toBe(valid ? 'none' : 'InvalidMessageContents');
});

test('an invalid character is told over the wire, and an emoji arrives as it was', async () => {
  expect(await failure(sqs.send(queue, 'g1', 'null \u0000'))).toEqual({
    name: 'InvalidMessageContents',
    message:
      'Invalid characters found. Valid unicode characters are #x9 | #xA | #xD | #x20 to #xD7FF | #xE000 to #xFFFD | #x10000 to #x10FFFF',
    status: 400,
  });
  await sqs.send(queue, 'g1', '\u{1F4B3}');
  expect(await sqs.bodies(queue)).toEqual(['\u{1F4B3}']);
});

test('an empty body and a delay of its own are refused', async () => {
  expect(await failure(sqs.send(queue, 'g1', ''))).toMatchObject({ name: 'MissingParameter' });
  expect(await failure(sqs.send(queue, 'g1', 'm1', { DelaySeconds: 5 }))).toEqual({
    name: 'InvalidParameterValue',
    message: 'Value 5 for parameter DelaySeconds is invalid. Reason: The request include parameter that is not valid for this queue type.',
    status: 400,
  });
});

// Digests that moto's tests expect of AWS for these attributes.
test.each([
  { type: 'Number', md5: '235c5c510d26fb653d073faed50ae77c' },
  { type: 'Number.java.lang.Long', md5: '2e2e4876d8e0bd6b8c2c8f556831c349' },
])('the digest of a $type attribute is that of AWS', async ({ type, md5 }) => {
  const MessageAttributes = { timestamp: { DataType: type, StringValue: '1493147359900' } };
  const input = { QueueUrl: queue, MessageGroupId: 'g1', MessageBody: 'm1', MessageDeduplicationId: 'id-1', MessageAttributes };
  expect(await sqs.client.send(new SendMessageCommand(input))).toMatchObject({ MD5OfMessageAttributes: md5 });
});

test.each([
  { name: 'a'.repeat(257), value: { DataType: 'String', StringValue: '1' } },
  { name: 'AWS.kind', value: { DataType: 'String', StringValue: '1' } },
  { name: 'amazon.kind', value: { DataType: 'String', StringValue: '1' } },
  { name: '.kind', value: { DataType: 'String', StringValue: '1' } },
  { name: 'kind.', value: { DataType: 'String', StringValue: '1' } },
  { name: 'a..b', value: { DataType: 'String', StringValue: '1' } },
  { name: 'k nd', value: { DataType: 'String', StringValue: '1' } },
  { name: 'kind', value: { DataType: 'Text', StringValue: '1' } },
  { name: 'kind', value: { DataType: 'String', StringValue: '' } },
  { name: 'kind', value: { DataType: 'Number', StringValue: 'one' } },
  { name: 'kind', value: { DataType: 'Binary', StringValue: '1' } },
])('fails with the attribute $name of $value', async ({ name, value }) => {
  const sent = sqs.send(queue, 'g1', 'm1', { MessageAttributes: { [name]: value } });
  expect(await failure(sent)).toMatchObject({ name: 'InvalidParameterValue' });
});

test('ten attributes are accepted, eleven are not', async () => {
  const some = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, { DataType: 'String', StringValue: '1' }]));
  await sqs.send(queue, 'g1', 'm1', { MessageAttributes: some(10) });
  expect(await failure(sqs.send(queue, 'g1', 'm1', { MessageAttributes: some(11) }))).toMatchObject({ name: 'InvalidParameterValue' });
});

describe('a batch', () => {
  test('is enqueued in its order, and what fails does not stop the rest', async () => {
    const result = await sendBatch([
      entry('a'),
      entry('b', { MessageGroupId: undefined }),
      entry('c', { MessageBody: '\u0000' }),
      entry('d'),
    ]);
    expect(result.Successful?.map(({ Id, MD5OfMessageBody }) => [Id, MD5OfMessageBody])).toEqual([
      ['a', '0cc175b9c0f1b6a831c399e269772661'],
      ['d', '8277e0910d750195b448797616e091ad'],
    ]);
    expect(result.Failed).toMatchObject([
      { Id: 'b', SenderFault: true, Code: 'MissingParameter', Message: 'The request must contain the parameter MessageGroupId.' },
      { Id: 'c', SenderFault: true, Code: 'InvalidMessageContents' },
    ]);
    expect(await sqs.bodies(queue)).toEqual(['a', 'd']);
  });

  test('has 1 to 10 entries with distinct, plain ids', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => entry(`${n}`));
    await sendBatch(many(10));
    expect(await failure(sendBatch(many(11)))).toEqual({
      name: 'TooManyEntriesInBatchRequest',
      message: 'Maximum number of entries per request are 10. You have sent 11.',
      status: 400,
    });
    expect(await failure(sendBatch([]))).toMatchObject({ name: 'EmptyBatchRequest', status: 400 });
    expect(await failure(sendBatch([entry('a'), entry('a')]))).toEqual({
      name: 'BatchEntryIdsNotDistinct',
      message: 'Id a repeated.',
      status: 400,
    });
    for (const id of ['', 'a b', 'ä', 'x'.repeat(81)]) {
      expect(await failure(sendBatch([entry(id)]))).toMatchObject({ name: 'InvalidBatchEntryId' });
    }
  });

  test('is at most 1 MiB in sum', async () => {
    const half = 'x'.repeat(MIB / 2);
    await sendBatch([entry('a', { MessageBody: half }), entry('b', { MessageBody: half })]);
    const over = await failure(sendBatch([entry('c', { MessageBody: half }), entry('d', { MessageBody: `${half}x` })]));
    expect(over).toEqual({
      name: 'BatchRequestTooLong',
      message: 'Batch requests cannot be longer than 1048576 bytes. You have sent 1048577 bytes.',
      status: 400,
    });
  });
});
