import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildSync } from 'esbuild';
import type { ManualClock } from '../../testing/manual-clock';
import { ARN, redriveTo, type SqsServer, startSqs } from './sqs-server';

let folder: string;
let dataFile: string;
let sqs: SqsServer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sqs-journal-'));
  dataFile = join(folder, 'data', 'sqs.jsonl');
  sqs = await startSqs({ dataFile });
});
afterEach(async () => {
  await sqs.close();
  rmSync(folder, { recursive: true });
});

/** The state on disk as it is now, without an orderly end, opened by an engine on another port. */
async function restart(): Promise<void> {
  const copy = join(folder, `copy-${Math.random()}.jsonl`);
  writeFileSync(copy, readFileSync(dataFile));
  const clock: ManualClock = sqs.clock;
  const time = clock.now();
  await sqs.close();
  dataFile = copy;
  sqs = await startSqs({ dataFile, clock });
  expect(clock.now()).toBe(time);
}

test('queues, messages, order, attributes and tags are there again', async () => {
  const queue = await sqs.createQueue('orders.fifo', { VisibilityTimeout: '90' });
  await sqs.engine.handle('TagQueue', { QueueUrl: queue, Tags: { a: '1' } });
  const MessageAttributes = { raw: { DataType: 'Binary', BinaryValue: Uint8Array.of(7) } };
  const id = await sqs.send(queue, 'g1', 'm1 \u{1F4B3}', { MessageAttributes });
  await sqs.send(queue, 'g1', 'm2');
  await restart();
  expect(await sqs.attribute(queue, 'VisibilityTimeout')).toBe('90');
  expect(await sqs.engine.handle('ListQueueTags', { QueueUrl: queue })).toEqual({ Tags: { a: '1' } });
  const messages = await sqs.receive(queue);
  expect(messages.map(({ Body }) => Body)).toEqual(['m1 \u{1F4B3}', 'm2']);
  expect(messages[0]).toMatchObject({ MessageId: id, MessageAttributes });
});

test('the queue URL follows the endpoint, and the old one still means the queue', async () => {
  const old = await sqs.createQueue('orders.fifo');
  await restart();
  const { QueueUrl } = await sqs.engine.handle('GetQueueUrl', { QueueName: 'orders.fifo' });
  expect(QueueUrl).toBe(`${sqs.endpoint}/000000000000/orders.fifo`);
  expect(sqs.engine.counts(old)).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
});

test('in-flight messages stay hidden, their handles valid and their receives counted', async () => {
  const queue = await sqs.createQueue('orders.fifo');
  await sqs.send(queue, 'g1', 'm1');
  await sqs.send(queue, 'g2', 'm2');
  const [first] = sqs.engine.receiveNow(queue, 2);
  await restart();
  expect(sqs.engine.counts(queue)).toEqual({ visible: 0, inFlight: 2, delayed: 0 });
  sqs.engine.deleteNow(queue, first!.ReceiptHandle);
  await sqs.clock.advance(30_000);
  const [again] = sqs.engine.receiveNow(queue, 10);
  expect(again).toMatchObject({ Body: 'm2', Attributes: { ApproximateReceiveCount: '2' } });
});

test('what fell due while the process was down has happened when it is up again', async () => {
  const queue = await sqs.createQueue('orders.fifo', { MessageRetentionPeriod: '60' });
  await sqs.send(queue, 'g1', 'm1');
  await sqs.clock.advance(30_000);
  await sqs.send(queue, 'g2', 'm2');
  sqs.engine.receiveNow(queue, 10);
  const { clock } = sqs;
  await sqs.close();
  await clock.advance(30_000);
  sqs = await startSqs({ dataFile, clock });
  expect(sqs.engine.receiveNow(queue, 10)).toMatchObject([{ Body: 'm2' }]);
});

test('the deduplication window survives, and a purge stays a purge', async () => {
  const queue = await sqs.createQueue('orders.fifo');
  const purged = await sqs.createQueue('purged.fifo');
  const id = await sqs.send(queue, 'g1', 'm1', { MessageDeduplicationId: 'id-1' });
  await sqs.send(purged, 'g1', 'm1', { MessageDeduplicationId: 'id-1' });
  await sqs.engine.handle('PurgeQueue', { QueueUrl: purged });
  await restart();
  await restart();
  expect(await sqs.send(queue, 'g1', 'm1', { MessageDeduplicationId: 'id-1' })).toBe(id);
  expect(sqs.engine.counts(queue).visible).toBe(1);
  await sqs.send(purged, 'g1', 'm1', { MessageDeduplicationId: 'id-1' });
  expect(sqs.engine.counts(purged).visible).toBe(1);
  await sqs.clock.advance(300_000);
  expect(await sqs.send(queue, 'g1', 'm1', { MessageDeduplicationId: 'id-1' })).not.toBe(id);
});

test('dead letters and a running move task survive, and the task goes on', async () => {
  const dead = await sqs.createQueue('dead.fifo');
  const orders = await sqs.createQueue('orders.fifo', { ...redriveTo('dead.fifo', 1), VisibilityTimeout: '0' });
  for (const body of ['m1', 'm2', 'm3']) await sqs.send(orders, 'g1', body);
  for (let n = 0; n < 2; n += 1) sqs.engine.receiveNow(orders, 10);
  await sqs.engine.handle('StartMessageMoveTask', { SourceArn: `${ARN}dead.fifo`, MaxNumberOfMessagesPerSecond: 1 });
  await sqs.clock.advance(0);
  await restart();
  expect([sqs.engine.counts(dead).visible, sqs.engine.counts(orders).visible]).toEqual([2, 1]);
  await sqs.clock.advance(2000);
  expect(await sqs.engine.handle('ListMessageMoveTasks', { SourceArn: `${ARN}dead.fifo` })).toMatchObject({
    Results: [{ Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 3, ApproximateNumberOfMessagesToMove: 3 }],
  });
  expect(await sqs.bodies(orders)).toEqual(['m1', 'm2', 'm3']);
});

test('sequence numbers go on growing', async () => {
  const queue = await sqs.createQueue('orders.fifo');
  await sqs.send(queue, 'g1', 'm1');
  const [first] = sqs.engine.receiveNow(queue, 1);
  sqs.engine.deleteNow(queue, first!.ReceiptHandle);
  // Twice: the second start finds a compacted journal, in which the message itself is gone.
  await restart();
  await restart();
  await sqs.send(queue, 'g1', 'm2');
  expect(sqs.engine.receiveNow(queue, 1)[0]?.Attributes.SequenceNumber).toBe('18850000000000000002');
});

test('a last line that was not written to its end is ignored', async () => {
  const queue = await sqs.createQueue('orders.fifo');
  await sqs.send(queue, 'g1', 'm1');
  appendFileSync(dataFile, '{"type":"purged","at":1,"queue":"orders.fifo"');
  await restart();
  expect(sqs.engine.counts(queue).visible).toBe(1);
  await sqs.send(queue, 'g1', 'm2');
  await restart();
  expect(await sqs.bodies(queue)).toEqual(['m1', 'm2']);
});

test('a damaged journal and a foreign file are refused, by name and line', async () => {
  const damaged = join(folder, 'damaged.jsonl');
  writeFileSync(damaged, '{"journal":"sqs","version":1}\n{"type":\n{}\n');
  await expect(startSqs({ dataFile: damaged })).rejects.toThrow(`${damaged} is damaged at line 2.`);
  writeFileSync(damaged, 'something else\n');
  await expect(startSqs({ dataFile: damaged })).rejects.toThrow(`${damaged} is not an SQS journal of this version.`);
});

test('starting compacts the journal', async () => {
  const queue = await sqs.createQueue('orders.fifo');
  for (let n = 0; n < 50; n += 1) {
    await sqs.send(queue, 'g1', 'x'.repeat(1000));
    sqs.engine.deleteNow(queue, sqs.engine.receiveNow(queue, 1)[0]!.ReceiptHandle);
  }
  await sqs.clock.advance(300_000);
  expect(statSync(dataFile).size).toBeGreaterThan(50_000);
  await restart();
  expect(statSync(dataFile).size).toBeLessThan(1000);
});

test('a journal that has grown is compacted while the engine runs', async () => {
  const queue = await sqs.createQueue('orders.fifo');
  await sqs.send(queue, 'kept', 'm1');
  for (let n = 0; n < 18; n += 1) {
    const message = { QueueUrl: queue, MessageBody: 'x'.repeat(1_048_576), MessageGroupId: 'g1', MessageDeduplicationId: `id-${n}` };
    await sqs.engine.handle('SendMessage', message);
    const big = sqs.engine.receiveNow(queue, 10).find(({ Body }) => Body !== 'm1');
    sqs.engine.deleteNow(queue, big!.ReceiptHandle);
  }
  expect(statSync(dataFile).size).toBeLessThan(4_000_000);
  await restart();
  expect(sqs.engine.counts(queue)).toEqual({ visible: 0, inFlight: 1, delayed: 0 });
});

test('a task that was being cancelled is cancelled after a restart', async () => {
  const dead = await sqs.createQueue('dead.fifo');
  await sqs.createQueue('orders.fifo', redriveTo('dead.fifo', 1));
  await sqs.send(dead, 'g1', 'm1');
  await sqs.send(dead, 'g1', 'm2');
  const { TaskHandle } = await sqs.engine.handle('StartMessageMoveTask', {
    SourceArn: `${ARN}dead.fifo`,
    DestinationArn: `${ARN}orders.fifo`,
  });
  await sqs.engine.handle('CancelMessageMoveTask', { TaskHandle });
  await restart();
  await sqs.clock.advance(1000);
  expect(await sqs.engine.handle('ListMessageMoveTasks', { SourceArn: `${ARN}dead.fifo` })).toMatchObject({
    Results: [{ Status: 'CANCELLED', ApproximateNumberOfMessagesMoved: 0 }],
  });
});

test('every acknowledged send survives kill -9', async () => {
  const file = join(folder, 'killed.jsonl');
  const program = join(folder, 'journal-writer.cjs');
  buildSync({ entryPoints: [join(__dirname, 'journal-writer.ts')], outfile: program, bundle: true, platform: 'node', format: 'cjs' });
  const writer = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = new Promise((resolve) => writer.once('exit', resolve));
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: writer.stdout })) {
    acknowledged.push(line);
    if (acknowledged.length === 200) writer.kill('SIGKILL');
  }
  await exited;
  await sqs.close();
  sqs = await startSqs({ dataFile: file });
  const queue = `${sqs.endpoint}/000000000000/orders.fifo`;
  const present = new Set<string>();
  for (let batch = sqs.engine.receiveNow(queue, 10); batch.length > 0; batch = sqs.engine.receiveNow(queue, 10)) {
    for (const { MessageId, ReceiptHandle } of batch) {
      present.add(MessageId);
      sqs.engine.deleteNow(queue, ReceiptHandle);
    }
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(200);
  expect(acknowledged.filter((id) => !present.has(id))).toEqual([]);
}, 30_000);
