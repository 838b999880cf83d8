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
