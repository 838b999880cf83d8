import { ChangeMessageVisibilityCommand, DeleteMessageCommand } from '@aws-sdk/client-sqs';
import { redriveTo, type SqsServer, startSqs } from './sqs-server';

let sqs: SqsServer;
let queue: string;

beforeEach(async () => {
  sqs = await startSqs();
  queue = await sqs.createQueue('orders.fifo');
});
afterEach(() => sqs.close());

async function sendAll(...bodies: string[]): Promise<void> {
  for (const body of bodies) await sqs.send(queue, body.split('-')[0]!, body);
}

async function remove(message: { ReceiptHandle?: string } | undefined): Promise<void> {
  await sqs.client.send(new DeleteMessageCommand({ QueueUrl: queue, ReceiptHandle: message?.ReceiptHandle }));
}

async function setVisibility(message: { ReceiptHandle?: string } | undefined, seconds: number): Promise<void> {
  const input = { QueueUrl: queue, ReceiptHandle: message?.ReceiptHandle, VisibilityTimeout: seconds };
  await sqs.client.send(new ChangeMessageVisibilityCommand(input));
}

test('several messages of one group come together, group by group', async () => {
  await sendAll('g1-m1', 'g2-m1', 'g1-m2', 'g1-m3');
  expect(await sqs.bodies(queue)).toEqual(['g1-m1', 'g1-m2', 'g1-m3', 'g2-m1']);
});

test('a partly received group hides the rest of it', async () => {
  await sendAll('g1-m1', 'g1-m2', 'g1-m3', 'g1-m4', 'g2-m1', 'g3-m1');
  expect(await sqs.bodies(queue, { MaxNumberOfMessages: 2 })).toEqual(['g1-m1', 'g1-m2']);
  expect(await sqs.bodies(queue, { MaxNumberOfMessages: 1 })).toEqual(['g2-m1']);
});

test('an in-flight message hides only what is behind it', async () => {
  await sendAll('g1-m1', 'g1-m2');
  const [first] = await sqs.receive(queue);
  await setVisibility(first, 0);
  expect(await sqs.bodies(queue)).toEqual(['g1-m1']);
});

test.each([
  { extended: 0, comes: [] },
  { extended: 1, comes: ['g1-m1'] },
  { extended: 2, comes: ['g1-m1', 'g1-m2'] },
])('of three in flight, with number $extended extended and the others expired, $comes come', async ({ extended, comes }) => {
  await sendAll('g1-m1', 'g1-m2', 'g1-m3');
  const messages = await sqs.receive(queue, { VisibilityTimeout: 1 });
  await setVisibility(messages[extended], 4);
  await sqs.clock.advance(1500);
  expect(await sqs.bodies(queue)).toEqual(comes);
});

test('the rest of a group comes when all of it that was in flight is deleted', async () => {
  await sendAll('g1-m1', 'g1-m2', 'g1-m3', 'g1-m4');
  const messages = await sqs.receive(queue, { MaxNumberOfMessages: 2 });
  await remove(messages[0]);
  await remove(messages[1]);
  expect(await sqs.bodies(queue)).toEqual(['g1-m3', 'g1-m4']);
});

test('a group stays hidden while one of its in-flight messages is left, and other groups come', async () => {
  await sendAll('g1-m1', 'g1-m2', 'g1-m3', 'g2-m1');
  const messages = await sqs.receive(queue, { MaxNumberOfMessages: 2 });
  await remove(messages[0]);
  expect(await sqs.bodies(queue)).toEqual(['g2-m1']);
});

test('a receive with visibility 0 leaves its messages receivable, in order', async () => {
  await sendAll('g1-m1', 'g1-m2', 'g1-m3');
  expect(await sqs.bodies(queue, { VisibilityTimeout: 0 })).toEqual(['g1-m1', 'g1-m2', 'g1-m3']);
  expect(await sqs.bodies(queue, { VisibilityTimeout: 0, MaxNumberOfMessages: 2 })).toEqual(['g1-m1', 'g1-m2']);
  expect(await sqs.bodies(queue)).toEqual(['g1-m1', 'g1-m2', 'g1-m3']);
});

test('two consumers at once never hold messages of one group', async () => {
  await sendAll('g1-m1', 'g1-m2', 'g2-m1', 'g2-m2');
  const received = await Promise.all([sqs.bodies(queue, { MaxNumberOfMessages: 2 }), sqs.bodies(queue, { MaxNumberOfMessages: 2 })]);
  expect(received.toSorted(([a = ''], [b = '']) => a.localeCompare(b))).toEqual([
    ['g1-m1', 'g1-m2'],
    ['g2-m1', 'g2-m2'],
  ]);
});

test('order holds over expiry, visibility 0 and deletes', async () => {
  await sendAll('g1-m1', 'g1-m2', 'g1-m3');
  await sqs.receive(queue, { MaxNumberOfMessages: 2, VisibilityTimeout: 10 });
  await sqs.clock.advance(10_000);
  const again = await sqs.receive(queue, { MaxNumberOfMessages: 2, VisibilityTimeout: 10 });
  expect(again.map(({ Body }) => Body)).toEqual(['g1-m1', 'g1-m2']);
  await remove(again[0]);
  await setVisibility(again[1], 0);
  expect(await sqs.bodies(queue)).toEqual(['g1-m2', 'g1-m3']);
});

test('a group is usable again after its first message moved to the dead-letter queue', async () => {
  await sqs.createQueue('dead.fifo');
  queue = await sqs.createQueue('limited.fifo', redriveTo('dead.fifo', 1));
  await sendAll('g1-m1', 'g1-m2');
  expect(await sqs.bodies(queue, { MaxNumberOfMessages: 1, VisibilityTimeout: 0 })).toEqual(['g1-m1']);
  expect(await sqs.bodies(queue)).toEqual(['g1-m2']);
});

test('a group that becomes ready again queues up behind those that were ready before', async () => {
  await sendAll('g1-m1', 'g2-m1');
  const [first] = await sqs.receive(queue, { MaxNumberOfMessages: 1 });
  await setVisibility(first, 0);
  expect(await sqs.bodies(queue, { MaxNumberOfMessages: 1 })).toEqual(['g2-m1']);
});
