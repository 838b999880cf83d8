import Stripe from 'stripe';
import { type Acquirer, failure, order, startAcquirer } from './acquirer';

const DAY_MS = 86_400_000;

let acquirer: Acquirer;
let stripe: Stripe;

beforeEach(async () => {
  acquirer = await startAcquirer();
  ({ stripe } = acquirer);
});
afterEach(() => acquirer.close());

const create = (idempotencyKey: string, more: object = {}) => stripe.paymentIntents.create(order('ord-1', more), { idempotencyKey });
const FORM = 'amount=1999&currency=eur&metadata[orderId]=ord-1';
const post = (path: string, key: string, body = '') =>
  acquirer.call('POST', `/v1/payment_intents${path}`, body, { 'idempotency-key': key });

it('answers the same create with the same PaymentIntent, and says that it was replayed', async () => {
  const first = await post('', 'k1', FORM);
  const second = await post('', 'k1', FORM);
  expect(second.json).toEqual(first.json);
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect(second.headers.get('original-request')).toBe(first.headers.get('request-id'));
  expect(second.headers.get('request-id')).not.toBe(first.headers.get('request-id'));
  expect(second.headers.get('idempotency-key')).toBe('k1');
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1);
});

it('replays the first answer of a create after the PaymentIntent has moved on', async () => {
  const { id } = await create('k1');
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
  expect(await create('k1')).toMatchObject({ id, status: 'requires_payment_method' });
});

it('replays a decline as long as the key lives, even after another card was charged', async () => {
  const { id } = await create('k1');
  const confirm = () => stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }, { idempotencyKey: 'k2' });
  const first = await failure(confirm());
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
  const second = await failure(confirm());
  expect(second).toMatchObject({ statusCode: 402, decline_code: 'generic_decline', charge: first.charge });
  expect(second.payment_intent).toEqual(first.payment_intent);
  expect(second.headers?.['idempotent-replayed']).toBe('true');
});

it('replays a confirmation, and charges once', async () => {
  const { id } = await create('k1', { payment_method: 'pm_card_visa' });
  const first = await post(`/${id}/confirm`, 'k2', 'expand[]=latest_charge');
  const second = await post(`/${id}/confirm`, 'k2', 'expand[]=latest_charge');
  expect(first.json.latest_charge.paid).toBe(true);
  expect(second.json).toEqual(first.json);
  expect((await acquirer.books()).data).toHaveLength(1);
});

it('replays a cancellation', async () => {
  const { id } = await create('k1');
  const first = await post(`/${id}/cancel`, 'k2');
  expect(first.json.status).toBe('canceled');
  expect((await post(`/${id}/cancel`, 'k2')).json).toEqual(first.json);
});

it('replays the refusal of a confirmation that came too late', async () => {
  const { id } = await create('k1', { payment_method: 'pm_card_visa', confirm: true });
  const first = await post(`/${id}/confirm`, 'k2');
  const second = await post(`/${id}/confirm`, 'k2');
  expect(first).toMatchObject({ status: 400, json: { error: { code: 'payment_intent_unexpected_state' } } });
  expect(second.json).toEqual(first.json);
  expect(second.headers.get('idempotent-replayed')).toBe('true');
});

it.each([
  ['other parameters', 'amount=2000&currency=eur&metadata[orderId]=ord-1'],
  ['other metadata', 'amount=1999&currency=eur&metadata[orderId]=ord-2'],
  ['an added parameter', 'amount=1999&currency=eur&metadata[orderId]=ord-1&confirm=false'],
  ['parameters that are wrong', 'amount=abc'],
])('refuses a used key with %s', async (_case, body) => {
  await post('', 'k1', FORM);
  const refused = await post('', 'k1', body);
  expect(refused).toMatchObject({ status: 400, json: { error: { type: 'idempotency_error' } } });
  expect(await post('', 'k1', FORM)).toMatchObject({ status: 200 });
});

it('refuses a used key on another path, as an idempotency error of the Stripe client', async () => {
  const { id } = await create('k1');
  const error = await failure(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }, { idempotencyKey: 'k1' }));
  expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  expect((await acquirer.books()).data).toEqual([]);
});

it('does not mind the order of parameters', async () => {
  const first = await post('', 'k1', FORM);
  const second = await post('', 'k1', 'metadata[orderId]=ord-1&currency=eur&amount=1999');
  expect(second.json.id).toBe(first.json.id);
});

it('keeps no parameter error under the key', async () => {
  expect(await post('', 'k1', 'amount=abc&currency=eur')).toMatchObject({ status: 400 });
  expect(await post('', 'k1', FORM)).toMatchObject({ status: 200 });
});

it('keeps neither a wrong API key nor a PaymentIntent that was not there', async () => {
  const missing = await post('/pi_000000000000000000000000/confirm', 'k1');
  const wrong = await acquirer.call('POST', '/v1/payment_intents', FORM, {
    'idempotency-key': 'k1',
    authorization: 'Bearer sk_test_wrong',
  });
  expect([missing.status, wrong.status]).toEqual([404, 401]);
  expect(await post('', 'k1', FORM)).toMatchObject({ status: 200 });
});

it('remembers a key one millisecond short of 24 hours, and has then forgotten it', async () => {
  const { id } = await create('k1');
  acquirer.wait(DAY_MS - 1);
  expect((await create('k1')).id).toBe(id);
  acquirer.wait(1);
  expect((await create('k1')).id).not.toBe(id);
});

it('does not live longer because it was used', async () => {
  const { id } = await create('k1');
  acquirer.wait(DAY_MS / 2);
  await create('k1');
  acquirer.wait(DAY_MS / 2);
  expect((await create('k1')).id).not.toBe(id);
});

it('accepts a forgotten key with other parameters', async () => {
  await create('k1');
  acquirer.wait(DAY_MS);
  expect(await create('k1', { amount: 2500 })).toMatchObject({ amount: 2500 });
});

it('charges once when the same confirmation comes again after its key was forgotten', async () => {
  const { id } = await create('k1');
  const confirm = () => stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }, { idempotencyKey: 'k2' });
  await confirm();
  acquirer.wait(DAY_MS);
  expect(await failure(confirm())).toMatchObject({ code: 'payment_intent_unexpected_state', payment_intent: { status: 'succeeded' } });
  expect((await acquirer.books()).data).toHaveLength(1);
});

it('charges twice when a create with confirmation comes again after its key was forgotten', async () => {
  const pay = () => create('k1', { payment_method: 'pm_card_visa', confirm: true });
  await pay();
  await pay();
  expect((await acquirer.books()).data).toHaveLength(1);
  acquirer.wait(DAY_MS);
  await pay();
  expect((await acquirer.books('orderId=ord-1')).data).toHaveLength(2);
});

it('makes one PaymentIntent when 20 creates with one key run at once; the others get it or hear that the key is in use', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => post('', 'k1', FORM)));
  const made = answers.filter(({ status }) => status === 200);
  expect(made.length).toBeGreaterThan(0);
  expect(new Set(made.map(({ json }) => json.id)).size).toBe(1);
  for (const { status, json } of answers) if (status !== 200) expect([status, json.error.code]).toEqual([409, 'idempotency_key_in_use']);
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1);
});

it('charges once when 20 confirmations with one key run at once', async () => {
  const { id } = await create('k1', { payment_method: 'pm_card_visa' });
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(`/${id}/confirm`, 'k2')));
  for (const { status, json } of answers) expect([200, 409]).toContain(json.status === 'succeeded' ? 200 : status);
  expect(await post(`/${id}/confirm`, 'k2')).toMatchObject({ status: 200, json: { status: 'succeeded' } });
  expect((await acquirer.books()).data).toHaveLength(1);
});

it.each(['', ' ', 'x'.repeat(256)])('refuses an empty or too long key', async (key) => {
  const { status } = await acquirer.handlerCall('POST', '/v1/payment_intents', FORM, { 'Idempotency-Key': key });
  expect(status).toBe(400);
});

it('takes a key of 255 characters', async () => {
  expect(await post('', 'x'.repeat(255), FORM)).toMatchObject({ status: 200 });
});

it('gives the Stripe client what it needs to tell a key in use from an outage', async () => {
  await acquirer.setFault({ mode: 'conflict', times: 1 });
  const error = await failure(create('k1'));
  expect(error).toBeInstanceOf(Stripe.errors.StripeAPIError);
  expect(error).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use', rawType: 'idempotency_error' });
  expect(error.headers?.['stripe-should-retry']).toBe('true');
});
