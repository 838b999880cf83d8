import Stripe from 'stripe';
import { memoryStore } from '../testing/memory-store';
import { type Acquirer, API_KEY, failure, order, startAcquirer } from './acquirer';

let acquirer: Acquirer;
beforeEach(async () => {
  acquirer = await startAcquirer();
});
afterEach(() => acquirer.close());

const FORM = 'amount=1999&currency=eur';
const create = (body: string) => acquirer.call('POST', '/v1/payment_intents', body);

it.each([
  ['currency=eur', 'amount', 'parameter_missing'],
  ['amount=1999', 'currency', 'parameter_missing'],
  ['amount=&currency=eur', 'amount', 'parameter_invalid_empty'],
  ['amount=abc&currency=eur', 'amount', 'parameter_invalid_integer'],
  ['amount=19.99&currency=eur', 'amount', 'parameter_invalid_integer'],
  ['amount=1e3&currency=eur', 'amount', 'parameter_invalid_integer'],
  ['amount=0&currency=eur', 'amount', 'parameter_invalid_integer'],
  ['amount=-1&currency=eur', 'amount', 'parameter_invalid_integer'],
  ['amount=100000000&currency=eur', 'amount', 'amount_too_large'],
  ['amount=99999999999999999999999&currency=eur', 'amount', 'amount_too_large'],
  ['amount=1995&currency=kwd', 'amount', 'parameter_invalid_integer'],
  ['amount[0]=1999&currency=eur', 'amount', undefined],
  ['amount=1999&currency=euro', 'currency', undefined],
  ['amount=1999&currency=zzz', 'currency', undefined],
  ['amount=1999&currency=constructor', 'currency', undefined],
  [`${FORM}&confirm=yes`, 'confirm', undefined],
  [`${FORM}&confirm=true`, 'payment_method', 'parameter_missing'],
  [`${FORM}&metadata=text`, 'metadata', undefined],
  [`${FORM}&metadata[a][b]=1`, 'metadata[a]', undefined],
  [`${FORM}&metadata[${'k'.repeat(41)}]=1`, `metadata[${'k'.repeat(40)}]`, undefined],
  [`${FORM}&metadata[a]=${'v'.repeat(501)}`, 'metadata[a]', undefined],
  [`${FORM}&expand[]=customer`, 'expand', undefined],
  [`${FORM}&capture_method=manual`, 'capture_method', undefined],
  [`${FORM}&ammount=1`, 'ammount', 'parameter_unknown'],
  [`${FORM}&__proto__[amount]=1`, '__proto__', 'parameter_unknown'],
])('refuses a create with %s for its %s', async (body, param, code) => {
  const { status, json } = await create(body);
  expect([status, json.error.type, json.error.param, json.error.code]).toEqual([400, 'invalid_request_error', param, code]);
});

it('refuses a request with more than 1,000 parameters', async () => {
  const { status, json } = await create(`${FORM}${'&expand[]=latest_charge'.repeat(999)}`);
  expect([status, json.error.message]).toEqual([400, 'The request has too many parameters.']);
});

it.each([
  'amount=1&currency=eur',
  'amount=99999999&currency=EUR',
  'amount=500&currency=jpy',
  'amount=1990&currency=kwd',
  `${FORM}&metadata=`,
])('accepts %s', async (body) => {
  expect((await create(body)).status).toBe(200);
});

it('keeps metadata of any name as it came', async () => {
  const { json } = await create(
    `${FORM}&metadata[__proto__]=a&metadata[constructor]=b&metadata[0]=c&metadata[empty]=&metadata[%C3%A9]=%E2%82%AC`,
  );
  expect(Object.entries((await acquirer.call('GET', `/v1/payment_intents/${json.id}`)).json.metadata)).toEqual([
    ['0', 'c'],
    ['__proto__', 'a'],
    ['constructor', 'b'],
    ['é', '€'],
  ]);
});

it('accepts fifty metadata values of the greatest length', async () => {
  const metadata = Array.from({ length: 50 }, (_, index) => `metadata[k${index}]=${'%E2%82%AC'.repeat(500)}`).join('&');
  expect((await create(`${FORM}&${metadata}`)).status).toBe(200);
  expect((await create(`${FORM}&${metadata}&metadata[more]=1`)).status).toBe(400);
});

it.each([
  ['a value that is also an object', `${FORM}&metadata[a]=1&metadata[a][b]=2`],
  ['an object that is also a value', `${FORM}&metadata[a][b]=2&metadata[a]=1`],
  ['brackets without end', `${FORM}&metadata[a=1`],
  ['deep nesting', `${FORM}&metadata${'[a]'.repeat(1000)}=1`],
  ['no UTF-8', `${FORM}&%ff%fe=%ff`],
  ['a body of 300 kB', `${FORM}&description=${'x'.repeat(300_000)}`],
])('answers 400 to %s', async (_case, body) => {
  expect((await create(body)).status).toBe(400);
});

it('answers 400 to JSON', async () => {
  expect(await acquirer.call('POST', '/v1/payment_intents', '{"amount":1999}', { 'content-type': 'application/json' })).toMatchObject({
    status: 400,
  });
});

it.each([
  ['GET', '/v1/customers'],
  ['GET', '/v1'],
  ['GET', '/'],
  ['DELETE', '/v1/payment_intents/pi_000000000000000000000000'],
  ['POST', '/v1/charges'],
  ['POST', '/v1/payment_intents/pi_000000000000000000000000/capture'],
  ['POST', '/v1/payment_intents/pi_000000000000000000000000/confirm/now'],
  ['POST', '/v1/payment_intents//confirm'],
  ['GET', '/v1/test_helpers/books'],
  ['GET', '/v1/__proto__'],
  ['PATCH', '/v1/test_helpers/faults'],
])('answers 404 to %s %s', async (method, path) => {
  expect(await acquirer.handlerCall(method, path)).toMatchObject({ status: 404, json: { error: { type: 'invalid_request_error' } } });
});

it.each(['%E0%A4%A', 'pi_%00', '..', `pi_${'x'.repeat(5000)}`])('answers 404 and not 500 to the id %s', async (id) => {
  expect((await acquirer.handlerCall('GET', `/v1/payment_intents/${id}`)).status).toBe(404);
});

it('serves the paths that API Gateway hands on without the stage', async () => {
  const made = await acquirer.handlerCall('POST', '/payment_intents', FORM);
  expect(await acquirer.handlerCall('GET', `/payment_intents/${made.json.id}`)).toMatchObject({ status: 200, json: { id: made.json.id } });
  expect(await acquirer.handlerCall('GET', `/v1/payment_intents/${made.json.id}/`)).toMatchObject({ status: 200 });
});

it('reads a body that API Gateway encoded', async () => {
  const event = {
    httpMethod: 'POST',
    path: '/payment_intents',
    headers: { authorization: `Bearer ${API_KEY}` },
    body: Buffer.from(FORM).toString('base64'),
    isBase64Encoded: true,
  };
  expect((await acquirer.handler(event as never)).statusCode).toBe(200);
});

it('reads parameters of events that give each once', async () => {
  const event = {
    httpMethod: 'GET',
    path: '/payment_intents',
    headers: { AUTHORIZATION: `Bearer ${API_KEY}` },
    queryStringParameters: { limit: '0' },
    body: null,
  };
  expect((await acquirer.handler(event as never)).statusCode).toBe(400);
});

describe('without the right API key', () => {
  it.each([undefined, '', 'Bearer', 'Bearer sk_test_wrong', `Bearer ${API_KEY}x`, API_KEY, 'Basic !!!', `Digest ${API_KEY}`])(
    'answers 401 to %j and does not repeat it',
    async (authorization) => {
      const headers = authorization === undefined ? {} : { Authorization: authorization };
      const event = { httpMethod: 'GET', path: '/payment_intents', headers, body: null };
      const { statusCode, body } = await acquirer.handler(event as never);
      expect(statusCode).toBe(401);
      expect(body).not.toContain('sk_test');
    },
  );

  it('gives the Stripe client an authentication error', async () => {
    const error = await failure(acquirer.clientWith('sk_test_wrong').paymentIntents.create(order('ord-1')));
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
  });

  it('closes the test helpers too', async () => {
    const wrong = { authorization: 'Bearer sk_test_wrong' };
    expect(await acquirer.call('GET', '/v1/test_helpers/charges', undefined, wrong)).toMatchObject({ status: 401 });
    expect(await acquirer.call('POST', '/v1/test_helpers/faults', '{"mode":"down"}', wrong)).toMatchObject({ status: 401 });
  });
});

it('takes the API key as the user of basic authentication, as curl -u sends it', async () => {
  const authorization = `Basic ${Buffer.from(`${API_KEY}:`).toString('base64')}`;
  expect(await acquirer.call('GET', '/v1/payment_intents', undefined, { authorization })).toMatchObject({ status: 200 });
});

it('names every request, and repeats the client’s API version', async () => {
  const { lastResponse } = await acquirer.stripe.paymentIntents.list();
  expect(lastResponse.requestId).toMatch(/^req_[A-Za-z0-9]{14}$/);
  expect(lastResponse.apiVersion).toMatch(/^\d{4}-/);
  const refused = await create('amount=0&currency=eur');
  expect(refused.headers.get('request-id')).toMatch(/^req_/);
  expect(refused.headers.get('stripe-should-retry')).toBe('false');
});

it('does not repeat what was put in place of an id by mistake', async () => {
  const card = '4242424242424242';
  const { json } = await create(`${FORM}&payment_method=${card}`);
  const missing = await acquirer.call('GET', `/v1/payment_intents/${card}`);
  expect(JSON.stringify([json, missing.json])).not.toContain(card);
});

it('answers 500 without details when its table cannot be reached', async () => {
  const down = { ...memoryStore(), read: () => Promise.reject(new Error('table acquirer is unreachable')) };
  const broken = await startAcquirer(down);
  try {
    const { status, json } = await broken.call('GET', '/v1/payment_intents/pi_000000000000000000000000');
    expect([status, json.error.type]).toEqual([500, 'api_error']);
    expect(JSON.stringify(json)).not.toContain('table');
  } finally {
    await broken.close();
  }
});
