import '../../../testing/function-environment';

import { logger } from '../../../functions/shared/observability';
import { makeHandler } from '../../../functions/submit-payment/handler';
import { lambdaContext, proxyEvent } from '../../../testing/proxy-event';
import { anApi } from '../../../testing/submit-payment/submit-payment-fixture';

const AUTHORIZATION = 'AWS4-HMAC-SHA256 Credential=none/abc.def';
const SECRETS = ['4242424242424242', 'tok_secret_1', 'pm_secret_1', 'k-secret-1', 'abc.def', 'jane.doe@example.com'];

const lines: string[] = [];
beforeEach(() => {
  lines.length = 0;
  logger.setLogLevel('TRACE');
  for (const stream of [process.stdout, process.stderr]) {
    jest.spyOn(stream, 'write').mockImplementation((chunk) => {
      lines.push(String(chunk));
      return true;
    });
  }
});
afterEach(() => {
  jest.restoreAllMocks();
  logger.setLogLevel('SILENT');
});

const post = (api: ReturnType<typeof anApi>, body: string) => {
  const headers = { 'Content-Type': 'application/json', Authorization: AUTHORIZATION, 'Idempotency-Key': 'k-secret-1' };
  return makeHandler(api.ports)(proxyEvent({ body, headers }), lambdaContext());
};

const GOOD = '{"orderId":"ord-1058","amount":1999,"currency":"EUR","paymentMethod":"pm_secret_1"}';

it.each([
  { case: 'is accepted', api: () => anApi(), body: GOOD, status: 202, logged: 1 },
  { case: 'cannot be sent', api: () => anApi({ send: () => Promise.reject(new Error('refused')) }), body: GOOD, status: 503, logged: 1 },
  {
    case: 'carries a card',
    api: () => anApi(),
    body: GOOD.replace('"pm_secret_1"', '{"number":"4242424242424242","cvc":"123","token":"tok_secret_1"}'),
    status: 400,
    logged: 0,
  },
  {
    case: 'has an e-mail address for an order id',
    api: () => anApi(),
    body: GOOD.replace('ord-1058', 'jane.doe@example.com'),
    status: 400,
    logged: 0,
  },
  { case: 'is not JSON', api: () => anApi(), body: `${GOOD}tok_secret_1`, status: 400, logged: 0 },
])('no secret is logged or answered when a request $case', async ({ api, body, status, logged }) => {
  const answer = await post(api(), body);
  expect(answer.statusCode).toBe(status);
  expect(lines).toHaveLength(logged);
  const said = `${lines.join('')}${JSON.stringify(answer)}`;
  expect(SECRETS.filter((secret) => said.includes(secret))).toEqual([]);
});

it('the log names the order, so that an operator finds the payment', async () => {
  await post(anApi(), GOOD);
  expect(JSON.parse(lines.join(''))).toMatchObject({
    level: 'INFO',
    message: 'accepted',
    orderId: 'ord-1058',
    attempt: 1,
    requestId: 'request-1',
  });
});
