import type Stripe from 'stripe';
import { type Acquirer, failure, order, startAcquirer } from './acquirer';

let acquirer: Acquirer;
let stripe: Stripe;

beforeEach(async () => {
  acquirer = await startAcquirer();
  ({ stripe } = acquirer);
});
afterEach(() => acquirer.close());

/** Creates one intent a second, oldest first, and charges those named. */
async function history(...steps: ('opened' | 'charged' | 'declined')[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, step] of steps.entries()) {
    const { id } = await stripe.paymentIntents.create(
      order(`ord-${index + 1}`, { metadata: { orderId: `ord-${index + 1}`, attempt: '2' } }),
    );
    if (step === 'charged') await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    if (step === 'declined') await failure(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }));
    ids.push(id);
    acquirer.wait(1000);
  }
  return ids;
}

const idsOf = (list: { data: { id: string }[] }) => list.data.map(({ id }) => id);

it('lists PaymentIntents, the newest first, page by page', async () => {
  const ids = await history('opened', 'charged', 'opened');
  const first = await stripe.paymentIntents.list({ limit: 2 });
  expect(idsOf(first)).toEqual([ids[2], ids[1]]);
  expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/payment_intents' });
  const second = await stripe.paymentIntents.list({ limit: 2, starting_after: ids[1] });
  expect(idsOf(second)).toEqual([ids[0]]);
  expect(second.has_more).toBe(false);
});

it('lists ten by default, and all of them to the Stripe client that pages by itself', async () => {
  const ids = await history(...Array.from({ length: 12 }, () => 'opened' as const));
  expect(idsOf(await stripe.paymentIntents.list())).toHaveLength(10);
  const all = await stripe.paymentIntents.list({ limit: 5 }).autoPagingToArray({ limit: 100 });
  expect(all.map(({ id }) => id)).toEqual(ids.toReversed());
});

it('tells apart PaymentIntents of the same millisecond', async () => {
  for (let n = 0; n < 7; n++) await stripe.paymentIntents.create(order('ord-1'));
  const all = await stripe.paymentIntents.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
  expect(new Set(all.map(({ id }) => id)).size).toBe(7);
});

it.each([
  [{ gte: 1795946401 }, [2, 1]],
  [{ gt: 1795946401 }, [2]],
  [{ lte: 1795946401 }, [1, 0]],
  [{ lt: 1795946401 }, [0]],
  [{ gte: 1795946401, lt: 1795946402 }, [1]],
  [{ gt: 1795946402 }, []],
  [{ gte: 1795946402, lte: 1795946400 }, []],
  [1795946402, [2]],
])('lists what was created %j', async (created, expected) => {
  const ids = await history('opened', 'opened', 'opened');
  expect(idsOf(await stripe.paymentIntents.list({ created }))).toEqual(expected.map((index) => ids[index]));
});

it('goes on after a PaymentIntent outside of the dates asked for', async () => {
  const ids = await history('opened', 'opened', 'opened');
  expect(idsOf(await stripe.paymentIntents.list({ created: { gte: 1795946401 }, starting_after: ids[0]! }))).toEqual([]);
  expect(idsOf(await stripe.paymentIntents.list({ created: { lte: 1795946400 }, starting_after: ids[2]! }))).toEqual([ids[0]]);
});

it('shows the charges of a list on request', async () => {
  await history('charged');
  const { data } = await stripe.paymentIntents.list({ expand: ['data.latest_charge'] });
  expect(data[0]?.latest_charge).toMatchObject({ object: 'charge', paid: true });
});

it('lists charges, failed ones too, the newest first', async () => {
  const ids = await history('charged', 'opened', 'declined', 'charged');
  const all = await stripe.charges.list({ limit: 1 }).autoPagingToArray({ limit: 100 });
  expect(all.map(({ payment_intent, paid }) => [payment_intent, paid])).toEqual([
    [ids[3], true],
    [ids[2], false],
    [ids[0], true],
  ]);
});

it('lists the charge of one PaymentIntent', async () => {
  const [charged, opened] = await history('charged', 'opened');
  expect((await stripe.charges.list({ payment_intent: charged })).data).toMatchObject([
    { object: 'charge', amount: 1999, paid: true, payment_intent: charged },
  ]);
  expect((await stripe.charges.list({ payment_intent: opened })).data).toEqual([]);
  expect((await stripe.charges.list({ payment_intent: 'pi_000000000000000000000000' })).data).toEqual([]);
});

it('keeps books of what was charged, the oldest first, page by page', async () => {
  const ids = await history('charged', 'declined', 'charged', 'opened', 'charged');
  const first = await acquirer.books('limit=2');
  expect(first).toEqual({
    data: [
      { orderId: 'ord-1', attempt: 2, amount: 1999, currency: 'EUR', chargeId: ids[0], chargedAt: '2026-11-29T10:00:00.000Z' },
      { orderId: 'ord-3', attempt: 2, amount: 1999, currency: 'EUR', chargeId: ids[2], chargedAt: '2026-11-29T10:00:02.000Z' },
    ],
    has_more: true,
  });
  const second = await acquirer.books(`limit=2&starting_after=${ids[2]}`);
  expect(second).toMatchObject({ data: [{ chargeId: ids[4] }], has_more: false });
});

it('keeps the books of one order, in the order of its charges', async () => {
  const make = () => stripe.paymentIntents.create(order('ord-1', { payment_method: 'pm_card_visa' }));
  const [a, b, c] = [await make(), await make(), await make()];
  await history('charged');
  for (const { id } of [c, a, b]) {
    acquirer.wait(1);
    await stripe.paymentIntents.confirm(id);
  }
  const { data } = await acquirer.books('orderId=ord-1');
  expect(data.slice(1).map(({ chargeId }: { chargeId: string }) => chargeId)).toEqual([c.id, a.id, b.id]);
  expect(await acquirer.books(`orderId=ord-1&limit=1&starting_after=${c.id}`)).toMatchObject({
    data: [{ chargeId: a.id }],
    has_more: true,
  });
  expect(await acquirer.books('orderId=ord-2')).toEqual({ data: [], has_more: false });
});

it('books charges of nobody’s order, without an order', async () => {
  await stripe.paymentIntents.create({ amount: 500, currency: 'jpy', payment_method: 'pm_card_visa', confirm: true });
  expect((await acquirer.books()).data).toMatchObject([{ orderId: null, attempt: null, amount: 500, currency: 'JPY' }]);
});

it.each([
  ['/v1/payment_intents?limit=0', 'limit'],
  ['/v1/payment_intents?limit=101', 'limit'],
  ['/v1/payment_intents?limit=ten', 'limit'],
  ['/v1/payment_intents?starting_after=pi_000000000000000000000000', 'starting_after'],
  ['/v1/payment_intents?created[after]=1', 'created[after]'],
  ['/v1/payment_intents?created[gte]=yesterday', 'created[gte]'],
  ['/v1/payment_intents?page=2', 'page'],
  ['/v1/charges?customer=cus_1', 'customer'],
  ['/v1/test_helpers/charges?order=ord-1', 'order'],
  ['/v1/test_helpers/charges?orderId=ord-1&starting_after=pi_000000000000000000000000', 'starting_after'],
])('refuses %s and names the parameter', async (path, param) => {
  expect(await acquirer.call('GET', path)).toMatchObject({ status: 400, json: { error: { type: 'invalid_request_error', param } } });
});

it('takes any second as a bound', async () => {
  await history('opened');
  const count = async (bound: string) => (await acquirer.call('GET', `/v1/payment_intents?created[${bound}`)).json.data.length;
  for (const early of ['-1', '0']) expect([await count(`gte]=${early}`), await count(`lte]=${early}`)]).toEqual([1, 0]);
  expect([await count('gte]=99999999999999999999'), await count('lte]=99999999999999999999')]).toEqual([0, 1]);
});
