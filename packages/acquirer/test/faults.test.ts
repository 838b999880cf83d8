import Stripe from 'stripe';
import { type Acquirer, failure, order, startAcquirer } from './acquirer';

let acquirer: Acquirer;
let stripe: Stripe;

beforeEach(async () => {
  acquirer = await startAcquirer();
  ({ stripe } = acquirer);
});
afterEach(() => acquirer.close());

const open = (orderId = 'ord-1', more: object = {}) => stripe.paymentIntents.create(order(orderId, more));
const pay = (id: string, idempotencyKey?: string) =>
  stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }, idempotencyKey === undefined ? {} : { idempotencyKey });
const rawPay = (id: string) =>
  acquirer.call('POST', `/v1/payment_intents/${id}/confirm`, 'payment_method=pm_card_visa', { 'idempotency-key': 'k1' });
const charges = async () => (await acquirer.books()).data.length;

it('is down: 503, nothing done and nothing kept', async () => {
  const { id } = await open();
  await acquirer.setFault({ mode: 'down', times: 1 });
  expect(await failure(pay(id, 'k1'))).toMatchObject({ statusCode: 503, rawType: 'api_error' });
  expect(await charges()).toBe(0);
  expect(await pay(id, 'k1')).toMatchObject({ status: 'succeeded' });
});

it('is down for creates, reads and lists too, until it is cleared', async () => {
  const { id } = await open();
  await acquirer.setFault({ mode: 'down' });
  for (const work of [open(), stripe.paymentIntents.retrieve(id), stripe.paymentIntents.list(), stripe.charges.list()]) {
    expect(await failure(work)).toMatchObject({ statusCode: 503 });
  }
  await acquirer.setFault({ mode: 'none' });
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1);
});

it('is slow: the work is done, the answer comes 10 seconds later, after the caller has given up', async () => {
  const { id } = await open();
  await acquirer.setFault({ mode: 'slow', times: 1 });
  acquirer.sleeps.length = 0;
  expect(await pay(id)).toMatchObject({ status: 'succeeded' });
  expect(acquirer.sleeps).toEqual([10_000]);
  expect(await charges()).toBe(1);
});

it('has a server error: 500 under the key for a day, and nothing done', async () => {
  const { id } = await open();
  await acquirer.setFault({ mode: 'server_error', times: 1 });
  for (const waitMs of [0, 86_399_999]) {
    acquirer.wait(waitMs);
    const error = await failure(pay(id, 'k1'));
    expect(error).toBeInstanceOf(Stripe.errors.StripeAPIError);
    expect(error).toMatchObject({ statusCode: 500, rawType: 'api_error' });
    expect(error.headers?.['stripe-should-retry']).toBe('false');
  }
  expect(await charges()).toBe(0);
  acquirer.wait(1);
  expect(await pay(id, 'k1')).toMatchObject({ status: 'succeeded' });
});

it('replays an answer that the key already has, in spite of a server error', async () => {
  const { id } = await open();
  await pay(id, 'k1');
  await acquirer.setFault({ mode: 'server_error', times: 1 });
  expect(await pay(id, 'k1')).toMatchObject({ status: 'succeeded' });
  expect(await failure(stripe.paymentIntents.retrieve(id))).toMatchObject({ statusCode: 500 });
});

it('replays a create in spite of a server error that is remembered, and that stays for the next one', async () => {
  const create = (idempotencyKey: string) => stripe.paymentIntents.create(order('ord-1'), { idempotencyKey });
  const { id } = await create('k1');
  await acquirer.setFault({ mode: 'server_error', orderId: 'ord-1', times: 1 });
  await open('ord-2');
  expect(await create('k1')).toMatchObject({ id });
  for (let n = 0; n < 2; n++) expect(await failure(create('k2'))).toMatchObject({ statusCode: 500 });
  expect(await create('k3')).toMatchObject({ status: 'requires_payment_method' });
});

it('has a conflict: 409 for a command, not for a read, and nothing kept', async () => {
  const { id } = await open();
  await acquirer.setFault({ mode: 'conflict', times: 1 });
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ id });
  expect(await failure(pay(id, 'k1'))).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
  expect(await pay(id, 'k1')).toMatchObject({ status: 'succeeded' });
});

it('limits the rate: 429 and nothing kept', async () => {
  const { id } = await open();
  await acquirer.setFault({ mode: 'rate_limit', times: 1 });
  const error = await failure(pay(id, 'k1'));
  expect(error).toBeInstanceOf(Stripe.errors.StripeRateLimitError);
  expect(error).toMatchObject({ statusCode: 429, code: 'rate_limit' });
  expect(await pay(id, 'k1')).toMatchObject({ status: 'succeeded' });
});

describe('loses the answer', () => {
  it('of a confirmation that was carried out: one charge, and the real answer under the key', async () => {
    const { id } = await open();
    await acquirer.setFault({ mode: 'lose_answer', times: 1 });
    const lost = await rawPay(id);
    expect(lost).toMatchObject({ status: 504, json: { message: 'Endpoint request timed out' } });
    expect(lost.headers.get('request-id')).toBeNull();
    expect(await charges()).toBe(1);
    const second = await rawPay(id);
    expect(second).toMatchObject({ status: 200, json: { id, status: 'succeeded' } });
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await charges()).toBe(1);
  });

  it('in a shape that the Stripe client hands on as if it were a PaymentIntent', async () => {
    const { id } = await open();
    await acquirer.setFault({ mode: 'lose_answer', times: 1 });
    const handedOn = await pay(id);
    expect(handedOn.id).toBeUndefined();
    expect(handedOn.lastResponse.statusCode).toBe(504);
  });

  it('of a create with confirmation, which has charged', async () => {
    await acquirer.setFault({ mode: 'lose_answer', times: 1 });
    const body = 'amount=1999&currency=eur&payment_method=pm_card_visa&confirm=true&metadata[orderId]=ord-1';
    const send = () => acquirer.call('POST', '/v1/payment_intents', body, { 'idempotency-key': 'k1' });
    expect((await send()).status).toBe(504);
    expect((await send()).json).toMatchObject({ status: 'succeeded' });
    expect(await charges()).toBe(1);
  });

  it('of reads and cancellations, but not of a create that moves no money, which it does not count either', async () => {
    await acquirer.setFault({ mode: 'lose_answer', times: 2 });
    const { id } = await open();
    expect((await acquirer.call('GET', `/v1/payment_intents/${id}`)).status).toBe(504);
    expect((await acquirer.call('POST', `/v1/payment_intents/${id}/cancel`)).status).toBe(504);
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'canceled' });
  });
});

it('concerns one order when it names one, wherever its id stands', async () => {
  const first = await open('ord-1');
  const second = await open('ord-2');
  await acquirer.setFault({ mode: 'down', orderId: 'ord-1' });
  expect(await failure(pay(first.id))).toMatchObject({ statusCode: 503 });
  expect(await failure(stripe.paymentIntents.retrieve(first.id))).toMatchObject({ statusCode: 503 });
  expect(await failure(stripe.charges.list({ payment_intent: first.id }))).toMatchObject({ statusCode: 503 });
  expect(await failure(open('ord-1'))).toMatchObject({ statusCode: 503 });
  expect(await pay(second.id)).toMatchObject({ status: 'succeeded' });
});

it('prefers the rule of the order to the general one', async () => {
  await acquirer.setFault({ mode: 'down' });
  await acquirer.setFault({ mode: 'rate_limit', orderId: 'ord-1', times: 1 });
  expect(await failure(open('ord-1'))).toMatchObject({ statusCode: 429 });
  expect(await failure(open('ord-1'))).toMatchObject({ statusCode: 503 });
  expect(await failure(open('ord-2'))).toMatchObject({ statusCode: 503 });
});

it('affects as many requests as it was told to, also when they come at once', async () => {
  await acquirer.setFault({ mode: 'down', times: 5 });
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => open()));
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(5);
  expect((await acquirer.call('GET', '/v1/test_helpers/faults')).json).toEqual({ data: [] });
});

it('shows what is set and what is left of it', async () => {
  await acquirer.setFault({ mode: 'down', orderId: 'ord-1', times: 3 });
  await acquirer.setFault({ mode: 'slow' });
  await failure(open('ord-1'));
  expect((await acquirer.call('GET', '/v1/test_helpers/faults')).json).toEqual({
    data: [{ mode: 'down', orderId: 'ord-1', times: 2 }, { mode: 'slow' }],
  });
});

it('keeps one rule an order: the newer replaces the older', async () => {
  await acquirer.setFault({ mode: 'down', orderId: 'ord-1' });
  expect((await acquirer.setFault({ mode: 'slow', orderId: 'ord-1' })).json).toEqual({ data: [{ mode: 'slow', orderId: 'ord-1' }] });
});

it('clears one order, or everything', async () => {
  await acquirer.setFault({ mode: 'down' });
  await acquirer.setFault({ mode: 'down', orderId: 'ord-1' });
  await acquirer.setFault({ mode: 'slow', orderId: 'ord-2' });
  expect((await acquirer.setFault({ mode: 'none', orderId: 'ord-1' })).json.data).toEqual([
    { mode: 'down' },
    { mode: 'slow', orderId: 'ord-2' },
  ]);
  expect((await acquirer.setFault({ mode: 'none' })).json).toEqual({ data: [] });
});

it.each([
  ['an unknown mode', { mode: 'broken' }, 'mode'],
  ['no mode', { times: 1 }, 'mode'],
  ['an unknown member', { mode: 'down', order: 'ord-1' }, 'order'],
  ['times of 0', { mode: 'down', times: 0 }, 'times'],
  ['times of 1.5', { mode: 'down', times: 1.5 }, 'times'],
  ['times as text', { mode: 'down', times: '3' }, 'times'],
  ['an order id that is no text', { mode: 'down', orderId: 7 }, 'orderId'],
  ['an empty order id', { mode: 'down', orderId: '' }, 'orderId'],
])('refuses %s and names the member', async (_case, rule, param) => {
  const refused = await acquirer.setFault(rule);
  expect(refused).toMatchObject({ status: 400, json: { error: { type: 'invalid_request_error', param } } });
  expect(refused.json.error.message).toContain(param);
});

it.each(['', '{', '[]', 'null', 'mode=down'])('refuses the body %j', async (body) => {
  expect(await acquirer.call('POST', '/v1/test_helpers/faults', body)).toMatchObject({ status: 400 });
});

it('refuses the 101st rule', async () => {
  for (let n = 1; n <= 100; n++) await acquirer.setFault({ mode: 'slow', orderId: `ord-${n}` });
  expect(await acquirer.setFault({ mode: 'slow', orderId: 'ord-101' })).toMatchObject({ status: 400 });
  expect(await acquirer.setFault({ mode: 'down', orderId: 'ord-100' })).toMatchObject({ status: 200 });
});

it('never breaks the test helpers', async () => {
  await acquirer.setFault({ mode: 'down' });
  expect(await acquirer.call('GET', '/v1/test_helpers/charges')).toMatchObject({ status: 200 });
});
