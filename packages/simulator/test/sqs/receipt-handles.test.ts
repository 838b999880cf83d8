import {
  ChangeMessageVisibilityBatchCommand,
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  type Message,
} from '@aws-sdk/client-sqs';
import { failure, type SqsServer, startSqs } from './sqs-server';

let sqs: SqsServer;
let queue: string;

beforeEach(async () => {
  sqs = await startSqs();
  queue = await sqs.createQueue('orders.fifo');
});
afterEach(() => sqs.close());

async function receiveOne(visibilitySeconds: number): Promise<Message> {
  const [message] = await sqs.receive(queue, { MaxNumberOfMessages: 1, VisibilityTimeout: visibilitySeconds });
  return message!;
}
const remove = ({ ReceiptHandle }: Message) => sqs.client.send(new DeleteMessageCommand({ QueueUrl: queue, ReceiptHandle }));
const setVisibility = ({ ReceiptHandle }: Message, VisibilityTimeout: number) =>
  sqs.client.send(new ChangeMessageVisibilityCommand({ QueueUrl: queue, ReceiptHandle, VisibilityTimeout }));

const expired = (message: Message) => ({
  name: 'InvalidParameterValue',
  message: `Value ${message.ReceiptHandle} for parameter ReceiptHandle is invalid. Reason: The receipt handle has expired.`,
  status: 400,
});

test('deleting after the visibility time-out fails and keeps the message', async () => {
  await sqs.send(queue, 'g1', 'm1');
  const message = await receiveOne(1);
  await sqs.clock.advance(1000);
  expect(await failure(remove(message))).toEqual(expired(message));
  expect(await sqs.bodies(queue)).toEqual(['m1']);
});

test('deleting after an extension works', async () => {
  await sqs.send(queue, 'g1', 'm1');
  const message = await receiveOne(1);
  await setVisibility(message, 10);
  await sqs.clock.advance(5000);
  await remove(message);
  await sqs.clock.advance(60_000);
  expect(await sqs.bodies(queue)).toEqual([]);
});

test('the handle of an earlier receive is invalid after redelivery', async () => {
  await sqs.send(queue, 'g1', 'm1');
  const first = await receiveOne(1);
  await sqs.clock.advance(1000);
  const second = await receiveOne(30);
  expect(second.ReceiptHandle).not.toBe(first.ReceiptHandle);
  expect(await failure(remove(first))).toEqual(expired(first));
  expect(await failure(setVisibility(first, 0))).toEqual(expired(first));
  await remove(second);
});

test('changing the visibility of an expired handle fails', async () => {
  await sqs.send(queue, 'g1', 'm1');
  const message = await receiveOne(1);
  await sqs.clock.advance(1000);
  expect(await failure(setVisibility(message, 30))).toEqual(expired(message));
});

test('deleting a deleted message again succeeds, and changing its visibility fails', async () => {
  await sqs.send(queue, 'g1', 'm1');
  const message = await receiveOne(30);
  await remove(message);
  await remove(message);
  expect(await failure(setVisibility(message, 30))).toMatchObject({ name: 'InvalidParameterValue' });
});

test('a text that is no handle, and the handle of another queue, are ReceiptHandleIsInvalid', async () => {
  await sqs.send(queue, 'g1', 'm1');
  const message = await receiveOne(30);
  expect(await failure(remove({ ReceiptHandle: 'garbage' }))).toEqual({
    name: 'ReceiptHandleIsInvalid',
    message: 'The input receipt handle "garbage" is not a valid receipt handle.',
    status: 404,
  });
  queue = await sqs.createQueue('other.fifo');
  expect(await failure(remove(message))).toMatchObject({ name: 'ReceiptHandleIsInvalid' });
});

test('batch variants report what failed and do the rest', async () => {
  await sqs.send(queue, 'g1', 'm1');
  await sqs.send(queue, 'g2', 'm2');
  const first = await receiveOne(1);
  const second = await receiveOne(30);
  await sqs.clock.advance(1000);
  const failed = [{ Id: 'a', SenderFault: true, Code: 'InvalidParameterValue', Message: expired(first).message }];
  const entries = [
    { Id: 'a', ReceiptHandle: first.ReceiptHandle },
    { Id: 'b', ReceiptHandle: second.ReceiptHandle },
  ];
  const Entries = entries.map((entry) => ({ ...entry, VisibilityTimeout: 60 }));
  const changed = await sqs.client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: queue, Entries }));
  expect(changed).toMatchObject({ Successful: [{ Id: 'b' }], Failed: failed });
  const deleted = await sqs.client.send(new DeleteMessageBatchCommand({ QueueUrl: queue, Entries: entries }));
  expect(deleted).toMatchObject({ Successful: [{ Id: 'b' }], Failed: failed });
  expect(sqs.engine.counts(queue)).toEqual({ visible: 1, inFlight: 0, delayed: 0 });
});

test('a message may stay hidden for 12 hours from its receive, not longer', async () => {
  await sqs.send(queue, 'g1', 'm1');
  const message = await receiveOne(43_200);
  await sqs.clock.advance(3_600_000);
  await setVisibility(message, 39_600);
  expect(await failure(setVisibility(message, 39_601))).toMatchObject({
    name: 'InvalidParameterValue',
    message:
      'Value 39601 for parameter VisibilityTimeout is invalid. Reason: Total VisibilityTimeout for the message is beyond the limit [43200 seconds].',
  });
});

test('on redelivery the receive count grows and the time of the first receive stays', async () => {
  await sqs.send(queue, 'g1', 'm1');
  await sqs.clock.advance(5000);
  const first = await receiveOne(1);
  await sqs.clock.advance(2000);
  const second = await receiveOne(1);
  expect(first.Attributes).toMatchObject({
    ApproximateReceiveCount: '1',
    ApproximateFirstReceiveTimestamp: '1795946405000',
    SentTimestamp: '1795946400000',
  });
  expect(second.Attributes).toMatchObject({ ApproximateReceiveCount: '2', ApproximateFirstReceiveTimestamp: '1795946405000' });
});
