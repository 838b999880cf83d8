import fc from 'fast-check';
import { chargeQueue } from '../../testing/hostile/charge-queue';
import { MARKER } from '../../testing/hostile/marker';
import { forgeries, type HostileMessage, message, ODD_ATTRIBUTES, ODD_GROUPS, repeats, UNREADABLE } from '../../testing/hostile/messages';
import { aPayment } from '../../testing/payment-factory';

const ORDERS = Array.from({ length: 20 }, (_, index) => `ord-healthy-${index + 1}`);
const healthy: readonly HostileMessage[] = ORDERS.map((orderId) => ({ body: message(orderId), groupId: orderId }));

/** Sends everything, lets it run dry, and tells what became of it. */
async function outcome(messages: readonly HostileMessage[]) {
  const acceptedAt = new Date().toISOString();
  const queue = await chargeQueue(ORDERS.map((orderId) => aPayment({ orderId, acceptedAt })));
  try {
    for (const each of messages) await queue.send(each);
    await queue.drain();
    const rows = queue.payments.rows();
    return {
      charges: queue.charged().length,
      chargedOrders: rows.filter(({ status }) => status === 'charged').map(({ orderId }) => orderId),
      notes: rows.flatMap(({ lastFailure }) => lastFailure ?? []),
      parked: queue.parked(),
      leaks: queue.log.filter((line) => line.includes(MARKER)),
    };
  } finally {
    await queue.close();
  }
}

const sorted = (texts: readonly string[]) => [...texts].sort();
const allCharged = { charges: 20, chargedOrders: sorted(ORDERS), notes: [] };
/** Ids of a forged message may be logged: they are order ids by their own rule. */
const noLeak = { leaks: [] };

it.each([
  { group: 'each in a group of its own', groupOf: (index: number) => `g-${index}` },
  { group: 'all in one group', groupOf: () => 'one' },
])('every unreadable body is parked as it was sent, and twenty payments beside them are charged: $group', async ({ groupOf }) => {
  const poison = UNREADABLE.map((body, index) => ({
    body,
    groupId: groupOf(index),
    attributes: ODD_ATTRIBUTES[index % ODD_ATTRIBUTES.length],
  }));
  const { parked, ...rest } = await outcome([...poison, ...healthy]);
  expect(rest).toEqual({ ...allCharged, ...noLeak });
  expect(sorted(parked)).toEqual(sorted(UNREADABLE));
});

it.each(forgeries('ord-healthy-1').map((body) => ({ body })))(
  'parks the forgery $body, before and behind the payment itself',
  async ({ body }) => {
    for (const groupId of ['ord-healthy-1', 'elsewhere']) {
      const forged = { body, groupId };
      const { parked, ...rest } = await outcome([forged, ...healthy, forged]);
      expect(rest).toEqual({ ...allCharged, ...noLeak });
      expect(parked).toEqual([body, body]);
    }
  },
);

it('charges once and parks nothing when a payment is said again in every spelling, in its own group and in others', async () => {
  const again = repeats('ord-healthy-1').flatMap((body, index) => [
    { body, groupId: 'ord-healthy-1' },
    { body, groupId: `elsewhere-${index}` },
    { body, groupId: 'elsewhere' },
  ]);
  expect(await outcome([...again.slice(0, 15), ...healthy, ...again.slice(15)])).toEqual({ ...allCharged, ...noLeak, parked: [] });
});

const POISON = [...UNREADABLE.filter((body) => body.length < 20_000), ...forgeries('ord-healthy-1')];
const anyPoison = fc.record({
  body: fc.constantFrom(...POISON),
  groupId: fc.oneof(
    fc.constantFrom(...ODD_GROUPS, 'ord-healthy-1'),
    fc.string({ unit: fc.constantFrom('a', 'b', '/', '~'), minLength: 1, maxLength: 3 }),
  ),
  attributes: fc.constantFrom(...ODD_ATTRIBUTES),
});
const anyRepeat = fc.record({
  body: fc.constantFrom(...repeats('ord-healthy-2')),
  groupId: fc.constantFrom('ord-healthy-2', ...ODD_GROUPS),
});

/** A message spends one receive on each poison ahead of it in its group, so that more than this would take it along to the DLQ. */
const MOST_AHEAD = 4;
const mostInOneGroup = (messages: readonly HostileMessage[]) =>
  Math.max(0, ...messages.map(({ groupId }) => messages.filter((other) => other.groupId === groupId).length));

it('in whatever mix, order and group they come, poison is parked and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyPoison, { maxLength: 12 }),
      fc.array(anyRepeat, { maxLength: 6 }),
      fc.infiniteStream(fc.nat()),
      async (poison, again, order) => {
        fc.pre(mostInOneGroup(poison) <= MOST_AHEAD);
        const mixed = [...poison, ...again, ...healthy]
          .map((each) => ({ each, at: order.next().value as number }))
          .sort((a, b) => a.at - b.at);
        const { parked, ...rest } = await outcome(mixed.map(({ each }) => each));
        expect(rest).toEqual({ ...allCharged, ...noLeak });
        expect(sorted(parked)).toEqual(sorted(poison.map(({ body }) => body)));
      },
    ),
    { numRuns: 60 },
  );
});

it('random text is parked, and the payments beside it are charged', async () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }).map((noise) => `${MARKER}${noise}`);
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), async (bodies) => {
      const { parked, ...rest } = await outcome([...bodies.map((body, index) => ({ body, groupId: `g-${index}` })), ...healthy]);
      expect(rest).toEqual({ ...allCharged, ...noLeak });
      expect(sorted(parked)).toEqual(sorted(bodies));
    }),
    { numRuns: 20 },
  );
});

it('a payment behind five poisons of its own group is parked with them, and charged once when it is sent again', async () => {
  const payment = message('ord-1');
  const queue = await chargeQueue([aPayment({ acceptedAt: new Date().toISOString(), orderId: 'ord-1' })]);
  for (let number = 1; number <= 5; number++) await queue.send({ body: `poison ${number}`, groupId: 'ord-1' });
  await queue.send({ body: payment, groupId: 'ord-1' });
  await queue.drain();
  expect(queue.parked()).toEqual(['poison 1', 'poison 2', 'poison 3', 'poison 4', 'poison 5', payment]);
  expect(queue.charged()).toEqual([]);
  await queue.send({ body: payment, groupId: 'ord-1' });
  await queue.drain();
  expect(queue.charged()).toHaveLength(1);
  await queue.close();
});
