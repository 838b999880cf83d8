import '../../../testing/function-environment';

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectStripe } from '../../../functions/shared/stripe-client';

let key = '';
const authorization: (string | undefined)[] = [];
let secrets: Server;
beforeAll(async () => {
  secrets = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify({ SecretString: key }));
  });
  await new Promise<void>((resolve) => secrets.listen(0, '127.0.0.1', resolve));
  process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER = `http://127.0.0.1:${(secrets.address() as AddressInfo).port}`;
});
afterAll(() => {
  delete process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER;
  secrets.closeAllConnections();
  secrets.close();
});
const { PROVIDER_URL: url } = process.env;
afterEach(() => {
  process.env.PROVIDER_LIVEMODE = 'false';
  if (url === undefined) delete process.env.PROVIDER_URL;
  else process.env.PROVIDER_URL = url;
});

function connectWith(secret: string, livemode: 'true' | 'false') {
  key = secret;
  process.env.PROVIDER_LIVEMODE = livemode;
  return connectStripe()();
}

it.each([
  { secret: 'sk_test_51Abc', livemode: 'true' },
  { secret: 'rk_test_51Abc', livemode: 'true' },
  { secret: 'sk_live_51Abc', livemode: 'false' },
  { secret: 'rk_live_51Abc', livemode: 'false' },
] as const)('connects with no key of the other mode: $secret where charges are real: $livemode', async ({ secret, livemode }) => {
  await expect(connectWith(secret, livemode)).rejects.toMatchObject({ name: 'TransientFailure', code: 'provider-rejects-credentials' });
});

it('takes the key without the line feed that a file ends with', async () => {
  const provider = createServer((request, response) => {
    authorization.push(request.headers.authorization);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"object":"payment_intent"}');
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  process.env.PROVIDER_URL = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1/`;
  const stripe = await connectWith('sk_test_51Abc\n', 'false');
  await stripe.paymentIntents.retrieve('pi_1');
  expect(authorization).toEqual(['Bearer sk_test_51Abc']);
  provider.closeAllConnections();
  provider.close();
});

it.each([
  { secret: 'sk_live_51Abc', livemode: 'true' },
  { secret: 'rk_test_51Abc', livemode: 'false' },
  { secret: 'aKeyOfTheTestAcquirer', livemode: 'false' },
  { secret: 'aKeyThatDoesNotTell', livemode: 'true' },
  { secret: 'ab_sk_test_cd', livemode: 'true' },
] as const)('connects with $secret where charges are real: $livemode', async ({ secret, livemode }) => {
  await expect(connectWith(secret, livemode)).resolves.toHaveProperty('paymentIntents');
});

describe('a key that was rolled while the worker remembers the old one', () => {
  async function providerThatKnows(current: () => string) {
    const used: (string | undefined)[] = [];
    const provider = createServer((request, response) => {
      used.push(request.headers.authorization);
      const isKnown = request.headers.authorization === `Bearer ${current()}`;
      const body = isKnown
        ? { object: 'payment_intent' }
        : { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } };
      response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    process.env.PROVIDER_URL = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1/`;
    const close = () => {
      provider.closeAllConnections();
      provider.close();
    };
    return { used, close };
  }

  it('is refused once, and the next call has the new one', async () => {
    let known = 'sk_test_old';
    const { used, close } = await providerThatKnows(() => known);
    key = 'sk_test_old';
    const connect = connectStripe();
    await (await connect()).paymentIntents.retrieve('pi_1');
    known = key = 'sk_test_new';
    await expect((await connect()).paymentIntents.retrieve('pi_1')).rejects.toMatchObject({ statusCode: 401 });
    await expect((await connect()).paymentIntents.retrieve('pi_1')).resolves.toMatchObject({ object: 'payment_intent' });
    expect(used).toEqual(['Bearer sk_test_old', 'Bearer sk_test_old', 'Bearer sk_test_new']);
    close();
  });

  it('is not read again while it works', async () => {
    const { used, close } = await providerThatKnows(() => 'sk_test_one');
    key = 'sk_test_one';
    const connect = connectStripe();
    await (await connect()).paymentIntents.retrieve('pi_1');
    key = 'sk_test_two';
    await (await connect()).paymentIntents.retrieve('pi_1');
    expect(used).toEqual(['Bearer sk_test_one', 'Bearer sk_test_one']);
    close();
  });
});
