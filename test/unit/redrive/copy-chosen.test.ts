import { copyChosen } from '../../../functions/redrive/copy-chosen';
import type { Dlq } from '../../../functions/shared/dlq/dlq';
import { aDeadLetter, type MemoryDlq, memoryDlq } from '../../../testing/memory-dlq';

const run = (dlq: Dlq, orderIds: readonly string[], runId = 'run-1') =>
  copyChosen(orderIds, { dlq, runId, timeLeft: () => true, acquirePermit: async () => true });
/** All of the chosen orders' messages were found and moved. */
const movedAll = (moved: number) => ({ moved, left: 0, leftBehind: [], notFound: [], complete: true });
const idsOf = (dlq: MemoryDlq) => dlq.deadLetters().map(({ messageId }) => messageId);
const bodyOf = (orderId: string, attempt: number) =>
  `{"orderId":"${orderId}","attempt":${attempt},"amount":1999,"currency":"EUR","paymentMethod":"pm_card_visa"}`;

/** Several attempts of one order: one group, so order matters. */
const group = (orderId: string, messageIds: readonly string[]) =>
  messageIds.map((messageId, index) => aDeadLetter(messageId, orderId, { body: bodyOf(orderId, index + 1) }));

describe('a chosen order', () => {
  it('is sent to the charge queue and deleted from the DLQ; others stay, and can be received at once', async () => {
    const dlq = memoryDlq([aDeadLetter('m-1', 'ord-a'), aDeadLetter('m-2', 'ord-b'), aDeadLetter('m-3', 'ord-c')]);
    expect(await run(dlq, ['ord-a', 'ord-c'])).toEqual(movedAll(2));
    expect(dlq.queue.map(({ groupId }) => groupId)).toEqual(['ord-a', 'ord-c']);
    expect(idsOf(dlq)).toEqual(['m-2']);
    expect(await dlq.visible()).toBe(1);
  });

  it('is found behind many others', async () => {
    const dlq = memoryDlq(Array.from({ length: 95 }, (_, index) => aDeadLetter(`m-${index}`, `ord-${index}`)));
    expect(await run(dlq, ['ord-94'])).toEqual(movedAll(1));
    expect(await dlq.visible()).toBe(94);
  });

  it('is found by its group when its body is unreadable', async () => {
    const dlq = memoryDlq([aDeadLetter('m-1', 'ord-a', { body: 'hello' })]);
    expect(await run(dlq, ['ord-a'])).toEqual(movedAll(1));
    expect(dlq.queue[0]?.body).toBe('hello');
  });

  it('that is not there moves nothing, and is named', async () => {
    const dlq = memoryDlq([aDeadLetter('m-1', 'ord-a'), aDeadLetter('m-2', 'ord-b')]);
    expect(await run(dlq, ['ORD-A', 'ord-', 'constructor', '__proto__'])).toEqual({
      ...movedAll(0),
      notFound: ['ORD-A', 'ord-', 'constructor', '__proto__'],
    });
    expect(dlq.queue).toEqual([]);
    expect(await dlq.visible()).toBe(2);
    expect(await run(dlq, ['ord-c', 'ord-b'])).toEqual({ ...movedAll(1), notFound: ['ord-c'] });
  });
});

describe('the deduplication id of a copy', () => {
  it('is fresh: under the original’s, SQS would answer and deliver nothing for five minutes', async () => {
    const dlq = memoryDlq([aDeadLetter('m-1', 'ord-1006')], { alreadySent: ['ord-1006/1', 'm-1'] });
    await run(dlq, ['ord-1006']);
    expect(dlq.queue.map(({ deduplicationId }) => deduplicationId)).toEqual(['run-1/m-1']);
  });

  it('lost the payment if it were the original’s, so the test above holds the guard', async () => {
    const dlq = memoryDlq([aDeadLetter('m-1', 'ord-1006')], { alreadySent: ['ord-1006/1'] });
    const reusing = { ...dlq, sendCopy: (message: Parameters<typeof dlq.sendCopy>[0]) => dlq.sendCopy(message, 'ord-1006/1') };
    await run(reusing, ['ord-1006']);
    expect(dlq.queue).toEqual([]);
    expect(dlq.deadLetters()).toEqual([]);
  });

  it('has at most the 128 characters that SQS takes, with the ids of Lambda and SQS', async () => {
    const uuid = '8e03978e-40d5-43dd-bc93-6894a57f9324';
    const dlq = memoryDlq([aDeadLetter(uuid, 'ord-1006')]);
    await run(dlq, ['ord-1006'], uuid);
    expect(dlq.queue[0]?.deduplicationId).toBe('8e03978e-40d5-43dd-bc93-6894a57f9324/8e03978e-40d5-43dd-bc93-6894a57f9324');
  });
});

describe('a copy', () => {
  it('keeps group, attributes and body as they are, byte for byte', async () => {
    const body = ' {"amount" : 1999,\t"orderId":"ord-1042" ,"currency":"EUR","paymentMethod":"pm_card_visa","note":"\\u00e9 é 💳"}\n';
    const attributes = {
      tenant: { DataType: 'String', StringValue: 't1' },
      priority: { DataType: 'Number', StringValue: '007' },
      trace: { DataType: 'Binary', BinaryValue: new Uint8Array([0, 255, 128, 10]) },
    };
    const dlq = memoryDlq([aDeadLetter('m-1', 'ord-1042', { body, attributes, groupId: 'ord-1042', traceHeader: 'Root=1-5759e988' })]);
    await run(dlq, ['ord-1042']);
    expect(dlq.queue).toEqual([{ body, groupId: 'ord-1042', attributes, traceHeader: 'Root=1-5759e988', deduplicationId: 'run-1/m-1' }]);
  });

  it('keeps its place in its group, and three groups stay three', async () => {
    const [a, b, c] = [group('ord-a', ['a1', 'a2', 'a3']), group('ord-b', ['b1', 'b2']), group('ord-c', ['c1'])] as const;
    const dlq = memoryDlq([a[0]!, b[0]!, a[1]!, c[0]!, a[2]!, b[1]!]);
    expect(await run(dlq, ['ord-a', 'ord-b', 'ord-c'])).toEqual(movedAll(6));
    const attemptsOf = (orderId: string) =>
      dlq.queue.filter(({ groupId }) => groupId === orderId).map(({ body }) => JSON.parse(body).attempt);
    expect(attemptsOf('ord-a')).toEqual([1, 2, 3]);
    expect(attemptsOf('ord-b')).toEqual([1, 2]);
    expect(attemptsOf('ord-c')).toEqual([1]);
  });

  it('is sent before the original is deleted, message by message', async () => {
    const dlq = memoryDlq(group('ord-a', ['a1', 'a2']));
    await run(dlq, ['ord-a']);
    expect(dlq.log).toEqual(['send a1', 'remove a1', 'send a2', 'remove a2']);
  });
});

describe('when a send fails', () => {
  const throttled = Object.assign(new Error('text of the service'), { name: 'RequestThrottled' });
  const failing = (dlq: MemoryDlq, messageId: string): MemoryDlq => ({
    ...dlq,
    sendCopy: (message, id) => (message.messageId === messageId ? Promise.reject(throttled) : dlq.sendCopy(message, id)),
  });

  it('the message and all behind it in its group stay in the DLQ and are named with the reason; other groups go on', async () => {
    const dlq = memoryDlq([...group('ord-a', ['a1', 'a2', 'a3']), ...group('ord-b', ['b1'])]);
    expect(await run(failing(dlq, 'a2'), ['ord-a', 'ord-b'])).toEqual({
      moved: 2,
      left: 2,
      leftBehind: [
        { orderId: 'ord-a', messageId: 'a2', reason: 'send-failed', error: 'RequestThrottled' },
        { orderId: 'ord-a', messageId: 'a3', reason: 'behind-another' },
      ],
      notFound: [],
      complete: true,
    });
    expect(idsOf(dlq)).toEqual(['a2', 'a3']);
    expect(new Set(dlq.log)).toEqual(new Set(['send a1', 'remove a1', 'send b1', 'remove b1']));
    expect(await dlq.visible()).toBe(2);
  });

  it('the next run brings them in order', async () => {
    const dlq = memoryDlq(group('ord-a', ['a1', 'a2', 'a3']));
    await run(failing(dlq, 'a2'), ['ord-a']);
    expect(await run(dlq, ['ord-a'], 'run-2')).toEqual(movedAll(2));
    expect(dlq.queue.map(({ body }) => JSON.parse(body).attempt)).toEqual([1, 2, 3]);
  });

  it('what a later receive brings of the group is not sent past it', async () => {
    const ids = Array.from({ length: 15 }, (_, index) => `a${index}`);
    const dlq = memoryDlq(group('ord-a', ids));
    // As if the queue were not FIFO: a receive takes no notice of what is in flight.
    let batch = 0;
    const receive = async () => dlq.deadLetters().slice(batch++ * 10, batch * 10);
    expect(await run({ ...failing(dlq, 'a0'), receive }, ['ord-a'])).toMatchObject({ moved: 0, left: 15, complete: false });
    expect(dlq.queue).toEqual([]);
    expect(dlq.deadLetters()).toHaveLength(15);
  });

  it('to every one of 150 orders, all are counted and the first hundred named', async () => {
    const orderIds = Array.from({ length: 150 }, (_, index) => `ord-${index}`);
    const dlq = memoryDlq(orderIds.map((orderId) => aDeadLetter(`m-${orderId}`, orderId)));
    const result = await run({ ...dlq, sendCopy: () => Promise.reject(throttled) }, orderIds);
    expect(result).toMatchObject({ moved: 0, left: 150, complete: true });
    expect(result.leftBehind).toHaveLength(100);
    expect(await dlq.visible()).toBe(150);
  });
});

describe('never is a payment in neither queue', () => {
  it('when the run dies after the send: two copies, of which the guard stops one', async () => {
    const dlq = memoryDlq([aDeadLetter('m-1', 'ord-a')]);
    // A killed process does nothing more: the delete never answers and nothing is released.
    const killed = new Promise<never>(() => undefined);
    const dying = { ...dlq, remove: () => killed };
    void run(dying, ['ord-a']);
    await new Promise((resolve) => setImmediate(resolve));
    expect(dlq.queue).toHaveLength(1);
    expect(idsOf(dlq)).toEqual(['m-1']);
  });

  it('when the delete fails: the message and what is behind it are left, and can be redriven again', async () => {
    const dlq = memoryDlq(group('ord-a', ['a1', 'a2']));
    const failing: MemoryDlq = {
      ...dlq,
      remove: (message) => (message.messageId === 'a1' ? Promise.reject(new Error('expired')) : dlq.remove(message)),
    };
    expect(await run(failing, ['ord-a'])).toMatchObject({
      moved: 0,
      left: 2,
      leftBehind: [
        { messageId: 'a1', reason: 'sent-not-deleted' },
        { messageId: 'a2', reason: 'behind-another' },
      ],
    });
    expect(dlq.queue.map(({ deduplicationId }) => deduplicationId)).toEqual(['run-1/a1']);
    expect(idsOf(dlq)).toEqual(['a1', 'a2']);
  });

  it('when Lambda repeats the run: SQS drops what that run sent before, and the original is deleted', async () => {
    const dlq = memoryDlq([aDeadLetter('m-1', 'ord-a')]);
    await run({ ...dlq, remove: () => Promise.reject(new Error('reset')) }, ['ord-a']);
    // Its visibility runs out before the repeat.
    await dlq.release(dlq.deadLetters());
    expect(await run(dlq, ['ord-a'])).toEqual(movedAll(1));
    expect(dlq.queue).toHaveLength(1);
    expect(dlq.deadLetters()).toEqual([]);
  });

  it('when it is run twice by hand, the second finds nothing and sends nothing', async () => {
    const dlq = memoryDlq([aDeadLetter('m-1', 'ord-a')]);
    await run(dlq, ['ord-a'], 'run-1');
    expect(await run(dlq, ['ord-a'], 'run-2')).toEqual({ ...movedAll(0), notFound: ['ord-a'] });
    expect(dlq.queue).toHaveLength(1);
  });

  it('when two runs are at work at once, each message is copied by one of them', async () => {
    const dlq = memoryDlq(Array.from({ length: 30 }, (_, index) => aDeadLetter(`m-${index}`, `ord-${index}`)));
    const orderIds = Array.from({ length: 30 }, (_, index) => `ord-${index}`);
    const results = await Promise.all([run(dlq, orderIds, 'run-1'), run(dlq, orderIds, 'run-2')]);
    expect(results[0]!.moved + results[1]!.moved).toBe(30);
    expect(dlq.queue).toHaveLength(30);
    expect(dlq.deadLetters()).toEqual([]);
  });
});

it('a message that comes back to the DLQ while the run is on is not copied again', async () => {
  const dlq = memoryDlq([aDeadLetter('m-1', 'ord-a', { body: '{' })]);
  // As SQS walks it back: the same body and group under another id.
  const returning = [[aDeadLetter('m-1', 'ord-a', { body: '{' })], [aDeadLetter('m-2', 'ord-a', { body: '{' })]];
  expect(await run({ ...dlq, receive: async () => returning.shift() ?? [] }, ['ord-a'])).toEqual({
    ...movedAll(1),
    left: 1,
    leftBehind: [{ orderId: 'ord-a', messageId: 'm-2', reason: 'copied-already' }],
  });
});

it('is not complete when more messages of an order lie behind ten that say the same', async () => {
  const dlq = memoryDlq(Array.from({ length: 25 }, (_, index) => aDeadLetter(`m-${index}`, 'ord-a')));
  expect(await run(dlq, ['ord-a'])).toMatchObject({ moved: 10, left: 10, complete: false });
  expect(dlq.deadLetters()).toHaveLength(15);
  expect(await run(dlq, ['ord-a'], 'run-2')).toMatchObject({ moved: 10, left: 5, complete: true });
});

describe('a run that comes to its end', () => {
  const thirty = () => memoryDlq(Array.from({ length: 30 }, (_, index) => aDeadLetter(`m-${index}`, `ord-${index}`)));

  it('says that it is not complete, and releases what it looked at', async () => {
    const dlq = thirty();
    const permits = [true, true, false];
    const timeLeft = () => permits.shift() ?? false;
    expect(await copyChosen(['ord-0', 'ord-29'], { dlq, runId: 'run-1', timeLeft, acquirePermit: async () => true })).toEqual({
      moved: 1,
      left: 0,
      leftBehind: [],
      notFound: ['ord-29'],
      complete: false,
    });
    expect(await dlq.visible()).toBe(29);
  });

  it('in the middle of a group leaves the rest of it, in order', async () => {
    const dlq = memoryDlq(group('ord-a', ['a1', 'a2', 'a3']));
    const permits = [true, false];
    const ports = { dlq, runId: 'run-1', timeLeft: () => permits.length > 0, acquirePermit: async () => permits.shift() ?? false };
    expect(await copyChosen(['ord-a'], ports)).toEqual({
      moved: 1,
      left: 2,
      leftBehind: [
        { orderId: 'ord-a', messageId: 'a2', reason: 'out-of-time' },
        { orderId: 'ord-a', messageId: 'a3', reason: 'behind-another' },
      ],
      notFound: [],
      complete: false,
    });
    expect(await dlq.visible()).toBe(2);
    expect(await run(dlq, ['ord-a'], 'run-2')).toEqual(movedAll(2));
    expect(dlq.queue.map(({ body }) => JSON.parse(body).attempt)).toEqual([1, 2, 3]);
  });

  it('releases what it looked at also when a receive fails', async () => {
    const dlq = thirty();
    let receives = 0;
    const failing = {
      ...dlq,
      receive: (seconds: number) => (++receives === 3 ? Promise.reject(new Error('refused')) : dlq.receive(seconds)),
    };
    await expect(run(failing, ['ord-29'])).rejects.toThrow('refused');
    expect(await dlq.visible()).toBe(30);
  });
});
