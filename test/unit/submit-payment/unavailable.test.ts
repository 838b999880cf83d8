import '../../../testing/function-environment';

import { makeHandler } from '../../../functions/submit-payment/handler';
import { memoryPayments } from '../../../testing/memory-payments';
import { lambdaContext, proxyEvent } from '../../../testing/proxy-event';
import { anApi } from '../../../testing/submit-payment/submit-payment-fixture';

const BODY = '{"orderId":"ord-1001","amount":1999,"currency":"EUR","paymentMethod":"pm_card_visa"}';
const ACCEPTED =
  '{"orderId":"ord-1001","attempt":1,"amount":1999,"currency":"EUR","status":"accepted","acceptedAt":"2026-11-29T10:00:00.000Z"}';
const UNAVAILABLE = {
  statusCode: 503,
  headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '5' },
  body: '{"type":"temporarily-unavailable","title":"Nothing was promised; send the same request again","status":503}',
};

const HEADERS = { 'Content-Type': 'application/json', 'Idempotency-Key': 'k-1' };

let requests = 0;
const post = (api: ReturnType<typeof anApi>, remainingMs = 10_000) =>
  makeHandler(api.ports)(proxyEvent({ body: BODY, headers: HEADERS }), lambdaContext(`lambda-request-${++requests}`, remainingMs));

describe('503 with Retry-After', () => {
  const broken = () => Promise.reject(new Error('connection refused'));
  const hanging = () => new Promise<never>(() => undefined);

  it.each([
    { case: 'the table refuses', api: () => anApi({ payments: { ...memoryPayments(), create: broken } }) },
    { case: 'the queue refuses', api: () => anApi({ send: broken }) },
    { case: 'client tokens cannot be stored', api: () => anApi({ clientTokens: { claim: broken } }) },
    {
      case: 'a port throws at once',
      api: () =>
        anApi({
          countSuppressed: () => undefined,
          clientTokens: {
            claim: () => {
              throw new TypeError('x');
            },
          },
        }),
    },
  ])('when $case', async ({ api }) => {
    expect(await post(api())).toEqual(UNAVAILABLE);
  });

  it.each([
    { case: 'the table hangs', api: () => anApi({ payments: { ...memoryPayments(), create: hanging } }) },
    { case: 'the queue hangs', api: () => anApi({ send: hanging }) },
    { case: 'client tokens hang', api: () => anApi({ clientTokens: { claim: hanging } }) },
  ])('when $case, one second before the function would time out', async ({ api }) => {
    expect(await post(api(), 1020)).toEqual(UNAVAILABLE);
  });

  it('at once when less than that second is left', async () => {
    expect(await post(anApi({ send: hanging }), 500)).toEqual(UNAVAILABLE);
  });

  it('and never 202 while the message is not in the queue; the next request brings it there', async () => {
    let works = false;
    const sent: string[] = [];
    const api = anApi({
      send: async ({ orderId }) => {
        if (!works) throw new Error('throttled');
        sent.push(orderId);
      },
    });
    expect(await post(api)).toEqual(UNAVAILABLE);
    expect(await post(api)).toEqual(UNAVAILABLE);
    works = true;
    expect(await post(api)).toMatchObject({ statusCode: 202, body: ACCEPTED });
    expect(sent).toEqual(['ord-1001']);
  });
});
