import fc from 'fast-check';
import { copyChosen } from '../../functions/redrive/copy-chosen';
import type { DeadLetter, Dlq } from '../../functions/redrive/dlq';
import { preview } from '../../functions/redrive/preview';
import { MARKER } from '../../testing/hostile/marker';
import { forgeries, type HostileMessage, message, ODD_ATTRIBUTES, ODD_GROUPS, repeats, UNREADABLE } from '../../testing/hostile/messages';
import { memoryDlq } from '../../testing/memory-dlq';
import { memoryPayments } from '../../testing/memory-payments';
import { aPayment } from '../../testing/payment-factory';

const NOON = Date.parse('2026-11-29T12:00:00.000Z');
const payments = memoryPayments([aPayment({ orderId: 'ord-1' }), aPayment({ orderId: 'ord-2' })]);

const deadLetters = (messages: readonly HostileMessage[]): DeadLetter[] =>
  messages.map(({ body, groupId, attributes }, index) => ({
    messageId: `m-${index}`,
    receiptHandle: `r-${index}`,
    body,
    groupId,
    arrivedAt: NOON,
    attributes: attributes as DeadLetter['attributes'],
  }));
const look = (messages: readonly HostileMessage[]) => {
  const dlq = memoryDlq(deadLetters(messages));
  return { dlq, seen: preview({ dlq, payments, probe: async () => undefined, clock: () => NOON }) };
};

it.each(UNREADABLE.map((body) => ({ body, shown: JSON.stringify(body).slice(0, 60) })))(
  'a preview calls $shown unreadable',
  async ({ body }) => {
    const { seen } = look([{ body, groupId: 'ord-1' }]);
    const answer = await seen;
    expect(answer).toMatchObject({ visible: 1, sampled: 1, byStatus: { unreadable: 1 }, safe: false });
    expect(JSON.stringify(answer)).not.toContain(MARKER);
  },
);

it('a preview tells forgeries from repeats', async () => {
  const groups = (bodies: readonly string[], name: string) => bodies.map((body, index) => ({ body, groupId: `${name}-${index}` }));
  const { dlq, seen } = look([...groups(forgeries('ord-1'), 'f'), ...groups(repeats('ord-1'), 'r')]);
  expect(await seen).toMatchObject({
    visible: 23,
    sampled: 23,
    byStatus: { unreadable: 1, unknown: 7, differs: 5, accepted: 10 },
    safe: false,
  });
  expect(await dlq.visible()).toBe(23);
});

const copy = (dlq: Dlq) => copyChosen(['ord-1'], { dlq, runId: 'run-1', timeLeft: () => true, acquirePermit: async () => true });

const anyMessage = fc.record({
  body: fc.oneof(
    fc.constantFrom(...UNREADABLE.filter((body) => body.length < 20_000), ...forgeries('ord-2')),
    fc.string({ unit: 'grapheme', minLength: 1 }),
  ),
  groupId: fc.constantFrom(...ODD_GROUPS, 'ord-2', 'ord-3'),
  attributes: fc.constantFrom(...ODD_ATTRIBUTES),
});
const chosenMessage = fc.record({
  body: fc.constantFrom(...repeats('ord-1')),
  groupId: fc.constantFrom('ord-1', ...ODD_GROUPS),
  attributes: fc.constantFrom(...ODD_ATTRIBUTES),
});
const mixed = fc.array(fc.oneof({ weight: 3, arbitrary: anyMessage }, { weight: 1, arbitrary: chosenMessage }), { maxLength: 120 });

it('whatever lies in the DLQ, a preview counts what it sampled and takes nothing out', async () => {
  await fc.assert(
    fc.asyncProperty(mixed, async (messages) => {
      const { dlq, seen } = look(messages);
      const { visible, sampled, byStatus } = await seen;
      expect(visible).toBe(messages.length);
      expect(sampled).toBeLessThanOrEqual(100);
      expect(Object.values(byStatus).reduce((sum, count) => sum + count, 0)).toBe(sampled);
      expect(await dlq.visible()).toBe(messages.length);
      expect(dlq.log).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

it('the chosen order is copied byte for byte with its group and attributes, and everything else stays', async () => {
  const isChosen = ({ body, groupId }: HostileMessage) =>
    repeats('ord-1').includes(body) || (UNREADABLE.includes(body) && groupId === 'ord-1');
  await fc.assert(
    fc.asyncProperty(mixed, async (messages) => {
      const dlq = memoryDlq(deadLetters(messages));
      const result = await copy(dlq);
      // A group with a hidden message gives no more of itself, so that a later one of it may wait for the next run.
      const copied = dlq.queue.map(({ body, groupId, attributes }) => ({
        body,
        groupId,
        attributes: attributes as HostileMessage['attributes'],
      }));
      expect(copied.every(isChosen)).toBe(true);
      expect(copied.length).toBe(result.moved);
      expect(result.complete).toBe(true);
      // Only what says the same as a copied one may be left to the next run.
      const contents = new Set(messages.map(({ body, groupId }) => `${groupId}\n${body}`));
      expect(result.left).toBeLessThanOrEqual(messages.length - contents.size);
      expect(dlq.deadLetters().length).toBe(messages.length - copied.length);
      for (const copy of copied) expect(messages).toContainEqual(copy);
      expect(await dlq.visible()).toBe(dlq.deadLetters().length);
    }),
    { numRuns: 60 },
  );
});

it('an unreadable message is chosen by the order that its group names, so that a person can send it on', async () => {
  const dlq = memoryDlq(
    deadLetters([
      { body: '{', groupId: 'ord-1' },
      { body: message('ord-2'), groupId: 'ord-2' },
    ]),
  );
  expect(await copy(dlq)).toMatchObject({ moved: 1, left: 0, complete: true });
  expect(dlq.queue.map(({ body }) => body)).toEqual(['{']);
});

it('a chosen message that can never be charged is copied once, though it is back in the DLQ before the run ends', async () => {
  const dlq = memoryDlq(deadLetters([{ body: '{', groupId: 'ord-1' }]));
  let copies = 0;
  // As SQS moves it back: the same body and group under another id, visible at once.
  const back = { ...dlq, sendCopy: async () => void copies++, remove: async () => undefined, receive: async () => received.shift() ?? [] };
  const received = Array.from({ length: 50 }, (_, index) => [{ ...dlq.deadLetters()[0]!, messageId: `m-${index}` }]);
  const result = await copy(back);
  expect(copies).toBe(1);
  expect(result).toMatchObject({ moved: 1, left: 49, complete: false });
});
