import { PermanentFailure, TransientFailure } from '../../../contract/failures';
import { type ChargeBatchPorts, chargeBatch, type Message } from '../../../functions/charge/charge-batch';
import type { Delivery } from '../../../functions/charge/charge-message';

const event = { orderId: 'ord-1', attempt: 1, amount: 1000, currency: 'USD', paymentMethod: 'pm_card_visa' };
const charged: Delivery = { kind: 'done', event, status: 'charged' };
const unreachable: Delivery = { kind: 'transient', event, failure: new TransientFailure('provider-unreachable') };
const inProgress: Delivery = { kind: 'transient', event, failure: new TransientFailure('in-progress') };
const unreadable: Delivery = { kind: 'permanent', failure: new PermanentFailure('message-unreadable') };
const differs: Delivery = { kind: 'permanent', event, failure: new PermanentFailure('message-differs-from-payment') };
const refused: Delivery = { kind: 'permanent', event, failure: new PermanentFailure('provider-refused') };

const message = (name: string, receives = 1): Message => ({
  messageId: name,
  receiptHandle: `handle-${name}`,
  groupId: name[0]!,
  receives,
  body: name,
});

function setUp(deliveries: Record<string, Delivery>, overrides: Partial<ChargeBatchPorts> = {}) {
  const steps: string[] = [];
  const hidden: Record<string, number> = {};
  const notes: unknown[] = [];
  const ports: ChargeBatchPorts = {
    charge: async (body) => {
      steps.push(`start ${body}`);
      await new Promise((resolve) => setTimeout(resolve, body === 'A1' ? 20 : 1));
      steps.push(`end ${body}`);
      return deliveries[body] ?? charged;
    },
    hide: async ({ messageId }, seconds) => {
      hidden[messageId] = seconds;
    },
    noteFailure: async (key, failure) => void notes.push({ orderId: key.orderId, attempt: key.attempt, ...failure }),
    log: () => undefined,
    clock: () => Date.parse('2026-11-29T10:00:00.000Z'),
    random: () => 0.999_999,
    ...overrides,
  };
  const run = async (...messages: Message[]) => (await chargeBatch(messages, ports)).map(({ messageId }) => messageId).sort();
  return { run, steps, hidden, notes };
}

describe('a batch of four messages in groups A and B', () => {
  const batch = [message('A1'), message('A2'), message('B1'), message('A3')];

  it('returns nothing when all are charged', async () => {
    expect(await setUp({}).run(...batch)).toEqual([]);
  });

  it('returns the first of a group and everything behind it when the first fails, and charges the other group', async () => {
    const { run, steps } = setUp({ A1: unreachable });
    expect(await run(...batch)).toEqual(['A1', 'A2', 'A3']);
    expect(steps).toEqual(['start A1', 'start B1', 'end B1', 'end A1']);
  });

  it('keeps what was charged before the failure', async () => {
    expect(await setUp({ A2: unreachable }).run(...batch)).toEqual(['A2', 'A3']);
  });

  it('starts no message of a group before the one ahead has ended, however slow it is', async () => {
    const { run, steps } = setUp({});
    await run(...batch);
    expect(steps.indexOf('start A2')).toBeGreaterThan(steps.indexOf('end A1'));
    expect(steps.indexOf('start A3')).toBeGreaterThan(steps.indexOf('end A2'));
    expect(steps.indexOf('end B1')).toBeLessThan(steps.indexOf('end A1'));
  });

  it('returns an unreadable message and what is behind it, and no other group', async () => {
    expect(await setUp({ A1: unreadable }).run(...batch)).toEqual(['A1', 'A2', 'A3']);
  });
});

describe('visibility after a failure', () => {
  it.each([
    { receives: 1, lowest: 5, highest: 10 },
    { receives: 2, lowest: 10, highest: 20 },
    { receives: 3, lowest: 20, highest: 40 },
    { receives: 4, lowest: 40, highest: 80 },
  ])('waits $lowest to $highest seconds after transient failure number $receives', async ({ receives, lowest, highest }) => {
    const least = setUp({ A1: unreachable }, { random: () => 0 });
    await least.run(message('A1', receives));
    expect(least.hidden).toEqual({ A1: lowest });
    const most = setUp({ A1: unreachable });
    await most.run(message('A1', receives));
    expect(most.hidden).toEqual({ A1: highest });
  });

  it.each([
    { case: 'a permanent failure', delivery: refused, receives: 1 },
    { case: 'an unreadable message', delivery: unreadable, receives: 1 },
    { case: 'the last receive', delivery: unreachable, receives: 5 },
  ])('is 0 after $case, so that SQS moves the message to the DLQ at once', async ({ delivery, receives }) => {
    const { run, hidden } = setUp({ A1: delivery });
    await run(message('A1', receives));
    expect(hidden).toEqual({ A1: 0 });
  });

  it('outlasts the lease of the delivery that is at work, so that no receive is burnt on it', async () => {
    const { run, hidden } = setUp({ A1: inProgress });
    await run(message('A1'));
    expect(hidden).toEqual({ A1: 30 });
  });

  it('keeps a healthy message behind a poisoned one out of its walk to the DLQ', async () => {
    const { run, hidden } = setUp({ A1: unreadable });
    await run(message('A1'), message('A2'));
    expect(hidden).toEqual({ A1: 0, A2: 10 });
  });

  it('reports the message all the same when its visibility cannot be changed', async () => {
    const { run } = setUp({ A1: unreachable }, { hide: () => Promise.reject(new Error('no SQS')) });
    expect(await run(message('A1'), message('B1'))).toEqual(['A1']);
  });
});

describe('the note on the payment', () => {
  it('says code and time, and that the message will come again', async () => {
    const { run, notes } = setUp({ A1: unreachable });
    await run(message('A1', 4));
    expect(notes).toEqual([
      { orderId: 'ord-1', attempt: 1, code: 'provider-unreachable', at: '2026-11-29T10:00:00.000Z', deadLettered: false },
    ]);
  });

  it.each([
    { case: 'after the last receive', delivery: unreachable, receives: 5 },
    { case: 'after a permanent failure', delivery: refused, receives: 1 },
  ])('says that the message went to the DLQ $case', async ({ delivery, receives }) => {
    const { run, notes } = setUp({ A1: delivery });
    await run(message('A1', receives));
    expect(notes).toEqual([expect.objectContaining({ deadLettered: true })]);
  });

  it.each([
    { case: 'an unreadable message', delivery: unreadable },
    { case: 'a message that contradicts the payment', delivery: differs },
    { case: 'a delivery that met another one', delivery: inProgress },
  ])('is not left by $case', async ({ delivery }) => {
    const { run, notes } = setUp({ A1: delivery });
    await run(message('A1', 5));
    expect(notes).toEqual([]);
  });

  it('is not needed for the message to be reported', async () => {
    const { run } = setUp({ A1: unreachable }, { noteFailure: () => Promise.reject(new Error('no table')) });
    expect(await run(message('A1'))).toEqual(['A1']);
  });
});
