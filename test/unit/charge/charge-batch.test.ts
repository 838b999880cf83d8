import { PermanentFailure, TransientFailure } from '../../../contract/failures';
import { PATIENCE } from '../../../contract/patience';
import { chargeBatch } from '../../../functions/charge/charge-batch';
import type { Guarded } from '../../../functions/charge/guard';
import type { Message } from '../../../functions/charge/message';
import type { ChargePorts } from '../../../functions/charge/ports';
import type { Payment } from '../../../functions/shared/payments';
import { memoryPayments } from '../../../testing/memory-payments';
import { memoryProvider } from '../../../testing/memory-provider';
import { aPayment } from '../../../testing/payment-factory';

/** What the guard answers or throws for a message; `unreadable` is a body that never gets there. */
type Scripted = Guarded | PermanentFailure | TransientFailure | 'unreadable';
const charged: Guarded = { kind: 'ran', result: { status: 'charged' } };
const unreachable = new TransientFailure('provider-unreachable');
const inProgress: Guarded = { kind: 'in-progress', isSameEvent: true };
const unreadable = 'unreadable' as const;
const differs: Guarded = { kind: 'other-event' };
const refused = new PermanentFailure('provider-refused');

const message = (name: string, receives = 1): Message => ({
  messageId: name,
  receiptHandle: `handle-${name}`,
  groupId: name[0]!,
  receives,
  body: JSON.stringify({ orderId: name, attempt: 1, amount: 1000, currency: 'USD', paymentMethod: 'pm_card_visa' }),
});

function setUp(deliveries: Record<string, Scripted>, overrides: Partial<ChargePorts> = {}) {
  const steps: string[] = [];
  const hidden: Record<string, number> = {};
  const notes: unknown[] = [];
  const failures: string[] = [];
  const deadLettered: number[] = [];
  const noteFailure: ChargePorts['payments']['noteFailure'] = async (key, failure) =>
    void notes.push({ orderId: key.orderId, attempt: key.attempt, ...failure });
  const ports: ChargePorts = {
    payments: { ...memoryPayments([]), noteFailure },
    guard: {
      once: async ({ orderId }) => {
        steps.push(`start ${orderId}`);
        await new Promise((resolve) => setTimeout(resolve, orderId === 'A1' ? 20 : 1));
        steps.push(`end ${orderId}`);
        const answer = deliveries[orderId] ?? charged;
        if (answer instanceof Error || answer === 'unreadable') throw answer;
        return answer;
      },
    },
    provider: memoryProvider().provider,
    hide: async ({ messageId }, seconds) => {
      hidden[messageId] = seconds;
    },
    countSuppressed: () => undefined,
    patience: PATIENCE.short,
    countFailure: (code) => void failures.push(code),
    countDeadLettered: () => void deadLettered.push(1),
    log: () => undefined,
    clock: () => Date.parse('2026-11-29T10:00:00.000Z'),
    random: () => 0.999_999,
    ...overrides,
  };
  const readable = (each: Message): Message => (deliveries[each.messageId] === 'unreadable' ? { ...each, body: 'hello' } : each);
  const run = async (...messages: Message[]) => (await chargeBatch(messages.map(readable), ports)).map(({ messageId }) => messageId).sort();
  return { run, steps, hidden, notes, failures, deadLettered };
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
      { orderId: 'A1', attempt: 1, code: 'provider-unreachable', at: '2026-11-29T10:00:00.000Z', deadLettered: false },
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
    const { run } = setUp(
      { A1: unreachable },
      { payments: { ...memoryPayments([]), noteFailure: () => Promise.reject(new Error('no table')) } },
    );
    expect(await run(message('A1'))).toEqual(['A1']);
  });
});

describe('patience hour', () => {
  const patience = PATIENCE.hour;

  it.each([
    { receives: 5, longest: 160 },
    { receives: 20, longest: 600 },
  ])('gives back with a wait of up to $longest seconds after receive $receives', async ({ receives, longest }) => {
    const { run, hidden, notes } = setUp({ A1: unreachable }, { patience });
    await run(message('A1', receives));
    expect(hidden).toEqual({ A1: longest });
    expect(notes).toEqual([expect.objectContaining({ deadLettered: false })]);
  });

  it('lets the message go to the DLQ after receive 21', async () => {
    const { run, hidden, notes } = setUp({ A1: unreachable }, { patience });
    await run(message('A1', 21));
    expect(hidden).toEqual({ A1: 0 });
    expect(notes).toEqual([expect.objectContaining({ deadLettered: true })]);
  });
});

it('counts the deliveries after which a message goes to the DLQ: the last ones, and of those that fail for good only the last', async () => {
  const { run, deadLettered } = setUp({ A1: unreachable, B1: unreachable, C1: unreadable, D1: refused });
  await run(message('A1', 4), message('B1', 5), message('C1', 5), message('D1', 1));
  expect(deadLettered).toHaveLength(2);
});

it('counts each delivery that is given back, by its code', async () => {
  const { run, failures } = setUp({ A1: unreachable, B1: unreadable });
  await run(message('A1'), message('B1'), message('C1'));
  expect(failures.sort()).toEqual(['message-unreadable', 'provider-unreachable']);
});

describe('a payment that was never tried because of what stands ahead of it', () => {
  const row = { ...aPayment(), orderId: 'A2', amount: 1000, currency: 'USD' };
  const ports = (rows: Payment[]) => {
    const notes: unknown[] = [];
    const noteFailure: ChargePorts['payments']['noteFailure'] = async (key, failure) =>
      void notes.push({ orderId: key.orderId, ...failure });
    return { notes, payments: { ...memoryPayments(rows), noteFailure } };
  };

  it('is noted when its last receive is used up, and counted', async () => {
    const { notes, payments } = ports([row]);
    const { run, deadLettered } = setUp({ A1: unreadable }, { payments });
    expect(await run(message('A1', 1), message('A2', 5))).toEqual(['A1', 'A2']);
    expect(notes).toEqual([{ orderId: 'A2', code: 'behind-another', at: '2026-11-29T10:00:00.000Z', deadLettered: true }]);
    expect(deadLettered).toHaveLength(1);
  });

  it.each([
    { case: 'it will be delivered again', rows: [row], receives: 4 },
    { case: 'its row says otherwise', rows: [{ ...row, amount: 1 }], receives: 5 },
    { case: 'it has no row', rows: [], receives: 5 },
  ])('is not noted when $case', async ({ rows, receives }) => {
    const { notes, payments } = ports(rows);
    await setUp({ A1: unreadable }, { payments }).run(message('A1', 1), message('A2', receives));
    expect(notes).toEqual([]);
  });
});
