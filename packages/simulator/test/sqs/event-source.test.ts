import { redriveTo, type SqsServer, startSqs } from './sqs-server';

let sqs: SqsServer;
let queue: string;
let calls: number;
let unsubscribe: () => void;

beforeEach(async () => {
  sqs = await startSqs();
  queue = await sqs.createQueue('orders.fifo', { VisibilityTimeout: '180' });
  calls = 0;
  unsubscribe = sqs.engine.onDeliverable(queue, () => {
    calls += 1;
  });
});
afterEach(() => sqs.close());

test('receives with all attributes, as a receive that counts', async () => {
  const MessageAttributes = { kind: { DataType: 'String', StringValue: 'new' } };
  await sqs.send(queue, 'g1', 'm1', { MessageAttributes, MessageDeduplicationId: 'id-1' });
  const [message] = sqs.engine.receiveNow(queue, 10);
  expect(message).toMatchObject({ Body: 'm1', MessageAttributes });
  expect(message?.Attributes).toMatchObject({ ApproximateReceiveCount: '1', MessageGroupId: 'g1', MessageDeduplicationId: 'id-1' });
  expect(sqs.engine.counts(queue)).toEqual({ visible: 0, inFlight: 1, delayed: 0 });
  sqs.engine.deleteNow(queue, message!.ReceiptHandle);
  expect(sqs.engine.counts(queue)).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
});

test('applies the redrive policy', async () => {
  const dead = await sqs.createQueue('dead.fifo');
  queue = await sqs.createQueue('limited.fifo', { ...redriveTo('dead.fifo', 2), VisibilityTimeout: '1' });
  await sqs.send(queue, 'g1', 'm1');
  for (const received of [1, 1, 0]) {
    expect(sqs.engine.receiveNow(queue, 10)).toHaveLength(received);
    await sqs.clock.advance(1000);
  }
  expect(sqs.engine.counts(dead).visible).toBe(1);
});

test('a stale handle is refused, as over the wire', async () => {
  await sqs.send(queue, 'g1', 'm1');
  const [message] = sqs.engine.receiveNow(queue, 1);
  await sqs.clock.advance(180_000);
  expect(() => sqs.engine.deleteNow(queue, message!.ReceiptHandle)).toThrow('The receipt handle has expired.');
});

test('a listener is called on a send, an expiry, a visibility of 0 and a delete that frees a group', async () => {
  await sqs.send(queue, 'g1', 'm1');
  expect(calls).toBe(1);
  const [first] = sqs.engine.receiveNow(queue, 1);
  await sqs.send(queue, 'g1', 'm2');
  expect(calls).toBe(1);
  await sqs.engine.handle('ChangeMessageVisibility', { QueueUrl: queue, ReceiptHandle: first!.ReceiptHandle, VisibilityTimeout: 0 });
  expect(calls).toBe(2);
  const [again] = sqs.engine.receiveNow(queue, 1);
  sqs.engine.deleteNow(queue, again!.ReceiptHandle);
  expect(calls).toBe(3);
  sqs.engine.receiveNow(queue, 1);
  await sqs.clock.advance(180_000);
  expect(calls).toBe(4);
});

test('a listener is called when a delay ends', async () => {
  const delayed = await sqs.createQueue('delayed.fifo', { DelaySeconds: '10' });
  sqs.engine.onDeliverable(delayed, () => {
    calls += 100;
  });
  await sqs.send(delayed, 'g1', 'm1');
  expect(calls).toBe(0);
  await sqs.clock.advance(10_000);
  expect(calls).toBe(100);
});

test('a listener is called when a move task brings a message', async () => {
  const dead = await sqs.createQueue('dead.fifo');
  await sqs.createQueue('limited.fifo', redriveTo('dead.fifo', 2));
  await sqs.send(dead, 'g1', 'm1');
  const [SourceArn, DestinationArn] = await Promise.all([sqs.attribute(dead, 'QueueArn'), sqs.attribute(queue, 'QueueArn')]);
  await sqs.engine.handle('StartMessageMoveTask', { SourceArn, DestinationArn });
  await sqs.clock.advance(0);
  expect(calls).toBe(1);
});

test('a batch is sent whole before a listener is called', async () => {
  const received: string[][] = [];
  sqs.engine.onDeliverable(queue, () => received.push(sqs.engine.receiveNow(queue, 10).map(({ Body }) => Body)));
  const Entries = ['a', 'b', 'c'].map((Id) => ({ Id, MessageBody: Id, MessageGroupId: 'g1', MessageDeduplicationId: Id }));
  await sqs.engine.handle('SendMessageBatch', { QueueUrl: queue, Entries });
  expect(received).toEqual([['a', 'b', 'c']]);
});

test('a listener may receive and delete, and is called no more once it unsubscribed', async () => {
  const bodies: string[] = [];
  sqs.engine.onDeliverable(queue, () => {
    for (const message of sqs.engine.receiveNow(queue, 1)) {
      bodies.push(message.Body);
      sqs.engine.deleteNow(queue, message.ReceiptHandle);
    }
  });
  unsubscribe();
  await sqs.send(queue, 'g1', 'm1');
  await sqs.send(queue, 'g1', 'm2');
  expect(bodies).toEqual(['m1', 'm2']);
  expect(calls).toBe(0);
});

test('one timer a queue is enough for any number of hidden messages', async () => {
  const before = sqs.clock.pending;
  for (let n = 0; n < 50; n += 1) await sqs.send(queue, `g${n}`, `m${n}`);
  for (let n = 0; n < 5; n += 1) sqs.engine.receiveNow(queue, 10);
  expect(sqs.engine.counts(queue).inFlight).toBe(50);
  expect(sqs.clock.pending - before).toBe(1);
});
