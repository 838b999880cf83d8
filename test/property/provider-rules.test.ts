import fc from 'fast-check';
import Stripe from 'stripe';
import { startAcquirer } from '../../packages/acquirer/test/acquirer';
import { Computer } from '../../testing/world/computer';
import { stripeOf } from '../../testing/world/stripe';
import { createWorld } from '../../testing/world/world';

const HOUR_MS = 3_600_000;

/** One request about one of two orders, under a key of its own kind or without one. */
const requests = fc.array(
  fc.record({
    verb: fc.constantFrom('create' as const, 'retrieve' as const, 'confirm' as const, 'confirm' as const, 'cancel' as const),
    order: fc.integer({ min: 0, max: 1 }),
    card: fc.constantFrom('pm_card_visa', 'pm_card_visa', 'pm_card_chargeDeclined'),
    keyed: fc.boolean(),
    waitMs: fc.constantFrom(1000, 1000, HOUR_MS, 25 * HOUR_MS),
  }),
  { minLength: 1, maxLength: 10 },
);
type Request = typeof requests extends fc.Arbitrary<(infer R)[]> ? R : never;

/** A client's view of a provider: intents are told by the order in which they were made, because ids are each provider's own. */
function customer(stripe: Stripe) {
  const made: string[] = [];
  const latest = new Map<number, string>();
  const nameOf = (id: string | undefined) => {
    if (id !== undefined && !made.includes(id)) made.push(id);
    return id === undefined ? 'none' : `intent ${made.indexOf(id)}`;
  };
  async function send({ verb, order, card, keyed }: Request): Promise<Stripe.PaymentIntent | undefined> {
    const options = keyed ? { idempotencyKey: `${verb}-${order}-${card}` } : undefined;
    if (verb === 'create') {
      const params = { amount: 1999, currency: 'eur', payment_method_types: ['card'], metadata: { orderId: `ord-${order}`, attempt: '1' } };
      const intent = await stripe.paymentIntents.create(params, options && { idempotencyKey: `create-${order}` });
      latest.set(order, intent.id);
      return intent;
    }
    const id = latest.get(order);
    if (id === undefined) return undefined;
    if (verb === 'retrieve') return stripe.paymentIntents.retrieve(id);
    if (verb === 'confirm')
      return stripe.paymentIntents.confirm(id, { payment_method: card }, options && { idempotencyKey: `confirm-${id}-${card}` });
    return stripe.paymentIntents.cancel(id);
  }
  return async (request: Request): Promise<object> => {
    try {
      const intent = await send(request);
      return { intent: nameOf(intent?.id), status: intent?.status, received: intent?.amount_received };
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      const { statusCode, code, decline_code, payment_intent: intent } = error;
      return { statusCode, code, decline_code, intent: nameOf(intent?.id), status: intent?.status };
    }
  };
}

describe('the provider of the random schedules', () => {
  it('answers as the test acquirer does, and keeps the same books', async () => {
    const seen = new Set<string>();
    const answersTheSame = fc.asyncProperty(requests, async (list) => {
      const acquirer = await startAcquirer();
      try {
        const world = createWorld();
        const ofAcquirer = customer(acquirer.stripe);
        const ofWorld = customer(stripeOf(new Computer(world.clock), world));
        for (const request of list) {
          const right = await ofAcquirer(request);
          const answer = ofWorld(request);
          await world.clock.advance(request.waitMs);
          acquirer.wait(request.waitMs);
          expect({ request, ...(await answer) }).toEqual({ request, ...right });
          seen.add(Object.values(right).join(' '));
        }
        expect(world.bank.charges.length).toBe((await acquirer.books()).data.length);
      } finally {
        await acquirer.close();
      }
    });
    await fc.assert(answersTheSame, { numRuns: 150, seed: 1 });
    expect(seen.size).toBeGreaterThan(8);
  });
});
