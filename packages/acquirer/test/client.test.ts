import Stripe from 'stripe';
import { type AcquirerClient, acquirerClient } from '../client/acquirer-client';
import { type LocalAcquirer, startLocalAcquirer } from '../testing/local-acquirer';

const apiKey = 'sk_test_of_these_tests';
let acquirer: LocalAcquirer;
let client: AcquirerClient;
let stripe: Stripe;

beforeEach(async () => {
  acquirer = await startLocalAcquirer({ apiKey });
  client = acquirerClient({ url: acquirer.url, apiKey });
  stripe = new Stripe(apiKey, { host: '127.0.0.1', port: acquirer.port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
});
afterEach(() => acquirer.close());

const pay = (orderId: string) =>
  stripe.paymentIntents.create({
    amount: 1999,
    currency: 'eur',
    confirm: true,
    payment_method: 'pm_card_visa',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    metadata: { orderId, attempt: '1' },
  });

it('shows what an order was charged', async () => {
  const { id } = await pay('ord-1');
  await pay('ord-2');
  expect(await client.charges('ord-1')).toEqual([
    { orderId: 'ord-1', attempt: 1, amount: 1999, currency: 'EUR', chargeId: id, chargedAt: expect.stringMatching(/Z$/) },
  ]);
});

it('reads on until it has the charges of all orders', async () => {
  const orderIds = Array.from({ length: 101 }, (_, n) => `ord-${n}`);
  for (const orderId of orderIds) await pay(orderId);
  expect((await client.charges()).map(({ orderId }) => orderId)).toEqual(expect.arrayContaining(orderIds));
});

it('sets a fault, as an object or as JSON text, shows it and clears it', async () => {
  expect(await client.setFault({ mode: 'down', orderId: 'ord-1' })).toEqual([{ mode: 'down', orderId: 'ord-1' }]);
  expect(await client.setFault('{"mode":"conflict","times":2}')).toHaveLength(2);
  expect(await client.faults()).toHaveLength(2);
  await expect(pay('ord-1')).rejects.toMatchObject({ statusCode: 503 });
  expect(await client.setFault({ mode: 'none' })).toEqual([]);
});

it.each([
  { case: 'a fault that there is not', ask: () => client.setFault({ mode: 'sleepy' }), statusCode: 400, reason: 'must be one of' },
  { case: 'another key', ask: () => acquirerClient({ url: acquirer.url, apiKey: 'other' }).faults(), statusCode: 401, reason: 'Invalid' },
])('fails with the acquirer’s own words at $case', async ({ ask, statusCode, reason }) => {
  await expect(ask()).rejects.toMatchObject({ name: 'AcquirerError', statusCode, reason: expect.stringContaining(reason) });
});
