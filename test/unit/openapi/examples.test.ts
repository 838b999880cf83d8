import '../../../testing/function-environment';

import { makeHandler as makeCancelHandler } from '../../../functions/cancel-payment/handler';
import { makeHandler as makeGetHandler } from '../../../functions/get-payment/handler';
import type { Payment } from '../../../functions/shared/payments';
import { makeHandler } from '../../../functions/submit-payment/handler';
import { type Answer, CANCEL, contractFaults, follow, GET, OPENAPI, POST } from '../../../testing/hostile/contract';
import { memoryPayments } from '../../../testing/memory-payments';
import { aPayment } from '../../../testing/payment-factory';
import { lambdaContext, type ProxyRequest, proxyEvent } from '../../../testing/proxy-event';
import { anApi, TEN_O_CLOCK } from '../../../testing/submit-payment/submit-payment-fixture';

let requests = 0;
async function post(request: ProxyRequest, api = anApi()): Promise<Answer> {
  const answer = await makeHandler(api.ports)(proxyEvent(request), lambdaContext(`request-${++requests}`));
  return { status: answer.statusCode, headers: answer.headers as Record<string, string>, body: answer.body };
}

async function get(orderId: string, rows: readonly Payment[] = []): Promise<Answer> {
  const clock = () => TEN_O_CLOCK + 1_200_000;
  const answer = await makeGetHandler({ payments: memoryPayments(rows), clock })(
    proxyEvent({ method: 'GET', path: `/prod/payments/${orderId}`, orderId }),
    lambdaContext(),
  );
  return { status: answer.statusCode, headers: answer.headers as Record<string, string>, body: answer.body };
}

async function cancel(rows: readonly Payment[]): Promise<Answer> {
  const handler = makeCancelHandler({ payments: memoryPayments(rows), send: async () => undefined, clock: () => TEN_O_CLOCK });
  const answer = await handler(
    proxyEvent({ path: '/prod/payments/ord-1001/cancel', orderId: 'ord-1001', body: '{"attempt":1}' }),
    lambdaContext(),
  );
  return { status: answer.statusCode, headers: answer.headers as Record<string, string>, body: answer.body };
}

/** The operation that gives an answer. */
const operationOf = (name: string) =>
  ['Payment', 'PaymentNotFound'].includes(name) ? GET : ['Cancelling', 'AlreadyCharged'].includes(name) ? CANCEL : POST;

const { examples: bodies = {} } = POST.requestBody!.content['application/json']!;
const BODY = JSON.stringify(bodies['first-attempt']!.value);
const with2000 = BODY.replace('1999', '2000');
const key = { 'Content-Type': 'application/json', 'Idempotency-Key': 'k-1001' };

async function postTwice(first: ProxyRequest, second: ProxyRequest): Promise<Answer> {
  const api = anApi();
  await post(first, api);
  return post(second, api);
}

/** How each example of an answer comes about. Those of API Gateway itself are held against its templates elsewhere. */
const REAL: Record<string, Record<string, () => Promise<Answer>>> = {
  Accepted: {
    'first-attempt': () => post({ body: BODY }),
    'zero-decimals': () => post({ body: JSON.stringify(bodies['zero-decimals']!.value) }),
  },
  Payment: {
    charged: () => get('ord-1001', [aPayment({ status: 'charged', chargeId: 'pi_1', chargedAt: '2026-11-29T10:00:02.000Z' })]),
    'declined-then-in-doubt': () =>
      get('ord-1001', [
        aPayment({ status: 'declined', chargeId: 'pi_1', declineCode: 'insufficient_funds' }),
        aPayment({
          attempt: 2,
          status: 'charging',
          acceptedAt: '2026-11-29T10:05:00.000Z',
          chargeId: 'pi_2',
          lastFailure: { code: 'provider-unreachable', at: '2026-11-29T10:20:00.000Z', deadLettered: true },
        }),
      ]),
  },
  InvalidRequest: {
    'rule-broken': () => post({ body: BODY.replace('1999', '0') }),
    'card-number': () => post({ body: BODY.replace('pm_card_visa', '4242424242424242') }),
  },
  PaymentNotFound: { 'unknown-order': () => get('ord-1001') },
  Cancelling: { 'first-attempt': () => cancel([aPayment()]) },
  AlreadyCharged: { charged: () => cancel([aPayment({ status: 'charged', chargeId: 'pi_1' })]) },
  AttemptNotAllowed: { 'out-of-turn': () => post({ body: BODY.replace('"attempt":1', '"attempt":2') }) },
  PayloadTooLarge: { 'too-large': () => post({ body: BODY + ' '.repeat(16_384) }) },
  UnsupportedMediaType: { 'plain-text': () => post({ body: BODY, headers: { 'Content-Type': 'text/plain' } }) },
  IdempotencyMismatch: {
    'other-amount': () => postTwice({ body: BODY }, { body: with2000 }),
    'other-order': () => postTwice({ body: BODY, headers: key }, { body: BODY.replace('ord-1001', 'ord-1002'), headers: key }),
  },
  TemporarilyUnavailable: {
    'queue-unreachable': () => post({ body: BODY }, anApi({ send: () => Promise.reject(new Error('unreachable')) })),
  },
};

const documented = Object.entries(OPENAPI.components.responses)
  .filter(([name]) => name !== 'RequestRefused' && name !== 'GatewayFailure')
  .flatMap(([name, { content }]) =>
    Object.values(content).flatMap(({ examples = {} }) =>
      Object.entries(examples).map(([example, { value }]) => ({ name, example, value })),
    ),
  );

it.each(documented)('the example $example of $name is a real answer', async ({ name, example, value }) => {
  const answer = await REAL[name]![example]!();
  expect(JSON.parse(answer.body)).toEqual(value);
  expect(contractFaults(operationOf(name), answer)).toEqual([]);
});

it('a replayed answer keeps the contract, and is the first byte for byte', async () => {
  const replayed = await postTwice({ body: BODY }, { body: BODY });
  expect(contractFaults(POST, replayed)).toEqual([]);
  expect(replayed.headers['Idempotency-Replayed']).toBe('true');
  expect(replayed.body).toBe((await post({ body: BODY })).body);
});

it('every response that an operation names is one of the components', () => {
  for (const operation of [POST, GET])
    for (const response of Object.values(operation.responses))
      expect(Object.values(OPENAPI.components.responses)).toContain(follow(response));
});
