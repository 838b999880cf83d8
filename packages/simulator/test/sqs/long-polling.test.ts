import { setTimeout as delay } from 'node:timers/promises';
import { DeleteMessageCommand, type Message, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { redriveTo, type SqsServer, startSqs } from './sqs-server';

let sqs: SqsServer;
let queue: string;

beforeEach(async () => {
  sqs = await startSqs();
  queue = await sqs.createQueue('orders.fifo');
});
afterEach(() => sqs.close());

const remove = (message: Message | undefined) =>
  sqs.client.send(new DeleteMessageCommand({ QueueUrl: queue, ReceiptHandle: message?.ReceiptHandle }));

/** Starts a long poll and waits until the engine has it: that is when one more alarm is set. */
async function poll(seconds: number, more = {}): Promise<{ bodies: Promise<(string | undefined)[]>; ended: () => boolean }> {
  const before = sqs.clock.pending;
  let done = false;
  const bodies = sqs.bodies(queue, { WaitTimeSeconds: seconds, ...more }).finally(() => {
    done = true;
  });
  while (sqs.clock.pending === before) await delay(1);
  return { bodies, ended: () => done };
}

test('a long poll returns when a message arrives', async () => {
  const { bodies } = await poll(20);
  await sqs.send(queue, 'g1', 'm1');
  expect(await bodies).toEqual(['m1']);
});

test('a long poll returns when a visibility time-out expires', async () => {
  await sqs.send(queue, 'g1', 'm1');
  await sqs.receive(queue, { VisibilityTimeout: 5 });
  const { bodies } = await poll(20);
  await sqs.clock.advance(5000);
  expect(await bodies).toEqual(['m1']);
});

test('a long poll returns when a delete frees the rest of the group', async () => {
  await sqs.send(queue, 'g1', 'm1');
  await sqs.send(queue, 'g1', 'm2');
  const [first] = await sqs.receive(queue, { MaxNumberOfMessages: 1 });
  const { bodies } = await poll(20);
  await remove(first);
  expect(await bodies).toEqual(['m2']);
});

test('a long poll without a message returns nothing when its time is over', async () => {
  const { bodies, ended } = await poll(20);
  await sqs.clock.advance(19_999);
  await delay(20);
  expect(ended()).toBe(false);
  await sqs.clock.advance(1);
  expect(await bodies).toEqual([]);
});

test('the wait of the queue counts when the call gives none', async () => {
  queue = await sqs.createQueue('waiting.fifo', { ReceiveMessageWaitTimeSeconds: '7' });
  const { bodies } = await poll(7, { WaitTimeSeconds: undefined });
  await sqs.clock.advance(7000);
  expect(await bodies).toEqual([]);
});

test('of two pollers and one message the loser keeps waiting its full time', async () => {
  const first = await poll(20);
  const second = await poll(20);
  await sqs.send(queue, 'g1', 'm1');
  expect(await first.bodies).toEqual(['m1']);
  await sqs.clock.advance(19_999);
  await delay(20);
  expect(second.ended()).toBe(false);
  await sqs.clock.advance(1);
  expect(await second.bodies).toEqual([]);
});

test('a poller goes on waiting when all that came back moved to the dead-letter queue', async () => {
  await sqs.createQueue('dead.fifo');
  queue = await sqs.createQueue('limited.fifo', redriveTo('dead.fifo', 1));
  await sqs.send(queue, 'g1', 'm1');
  await sqs.receive(queue, { VisibilityTimeout: 5 });
  const { bodies } = await poll(20);
  await sqs.clock.advance(5000);
  await sqs.send(queue, 'g1', 'm2');
  expect(await bodies).toEqual(['m2']);
});

test('a poller whose client has gone takes no message', async () => {
  const gone = new AbortController();
  const before = sqs.clock.pending;
  const call = sqs.client.send(new ReceiveMessageCommand({ QueueUrl: queue, WaitTimeSeconds: 20 }), { abortSignal: gone.signal });
  while (sqs.clock.pending === before) await delay(1);
  gone.abort();
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  while (sqs.clock.pending > before) await delay(1);
  await sqs.send(queue, 'g1', 'm1');
  expect(await sqs.bodies(queue)).toEqual(['m1']);
});

test('a waiting poller is no work that a clock would wait for', async () => {
  const { bodies } = await poll(20);
  await sqs.clock.idle();
  await sqs.clock.advance(20_000);
  await bodies;
});
