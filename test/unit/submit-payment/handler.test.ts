import '../../../testing/function-environment';

import { makeHandler } from '../../../functions/submit-payment/handler';
import { memoryPayments } from '../../../testing/memory-payments';
import { aPayment } from '../../../testing/payment-factory';
import { lambdaContext, type ProxyRequest, proxyEvent } from '../../../testing/proxy-event';
import { anApi } from '../../../testing/submit-payment/submit-payment-fixture';

const BODY = '{"orderId":"ord-1001","amount":1999,"currency":"EUR","paymentMethod":"pm_card_visa"}';
const ACCEPTED =
  '{"orderId":"ord-1001","attempt":1,"amount":1999,"currency":"EUR","status":"accepted","acceptedAt":"2026-11-29T10:00:00.000Z"}';
const LOCATION = 'https://abc123.execute-api.eu-central-1.amazonaws.com/prod/payments/ord-1001';
let requests = 0;
const post = (api: ReturnType<typeof anApi>, request: ProxyRequest = {}) =>
  makeHandler(api.ports)(proxyEvent({ body: BODY, ...request }), lambdaContext(`lambda-request-${++requests}`));

const withKey = (...values: string[]) => ({ 'Content-Type': 'application/json', 'Idempotency-Key': values });

describe('202', () => {
  it('names the payment, its status and where to find it', async () => {
    expect(await post(anApi())).toEqual({
      statusCode: 202,
      headers: { 'Content-Type': 'application/json', Location: LOCATION },
      body: ACCEPTED,
    });
  });

  it('is the same byte for byte when the request is repeated, and says that it is replayed', async () => {
    const api = anApi();
    await post(api);
    api.pass(86_400_000);
    const reordered = '{ "paymentMethod":"pm_card_visa", "currency":"EUR", "attempt":null, "amount":1.999e3, "orderId":"ord-1001" }';
    const replay = {
      statusCode: 202,
      headers: { 'Content-Type': 'application/json', Location: LOCATION, 'Idempotency-Replayed': 'true' },
      body: ACCEPTED,
    };
    expect(await post(api, { body: reordered })).toEqual(replay);
    expect(await post(api, { headers: withKey('k-1') })).toEqual(replay);
  });

  it.each(['charging', 'charged', 'declined', 'expired'] as const)('still says accepted when the payment is %s by now', async (status) => {
    const api = anApi({ payments: memoryPayments([aPayment({ status, chargeId: 'pi_1' })]) });
    expect(await post(api)).toMatchObject({ statusCode: 202, body: ACCEPTED });
  });

  it.each<{ case: string; request: ProxyRequest; location: string }>([
    {
      case: 'a stage',
      request: { path: '/sandbox/payments', domainName: 'abc123.execute-api.eu-central-1.amazonaws.com' },
      location: 'https://abc123.execute-api.eu-central-1.amazonaws.com/sandbox/payments/ord-1001',
    },
    {
      case: 'a custom domain',
      request: { path: '/payments', domainName: 'pay.example.com' },
      location: 'https://pay.example.com/payments/ord-1001',
    },
    {
      case: 'a custom domain with a base path',
      request: { path: '/billing/v2/payments', domainName: 'api.example.com' },
      location: 'https://api.example.com/billing/v2/payments/ord-1001',
    },
    { case: 'a slash at the end', request: { path: '/prod/payments/' }, location: LOCATION },
    {
      case: 'plain HTTP on this machine',
      request: { domainName: 'localhost:3000', headers: { 'content-type': 'application/json', 'x-forwarded-proto': 'http' } },
      location: 'http://localhost:3000/prod/payments/ord-1001',
    },
    {
      case: 'an unknown scheme',
      request: { headers: { 'Content-Type': 'application/json', 'X-Forwarded-Proto': 'javascript' } },
      location: LOCATION,
    },
  ])('has a Location that works as it stands with $case', async ({ request, location }) => {
    expect((await post(anApi(), request)).headers?.Location).toBe(location);
  });

  it('needs the multi-value headers alone', async () => {
    const request = { ...proxyEvent({ body: BODY }), headers: null as never };
    expect(await makeHandler(anApi().ports)(request, lambdaContext())).toMatchObject({ statusCode: 202, headers: { Location: LOCATION } });
  });

  it('keeps two orders with an equal body apart', async () => {
    const api = anApi();
    await post(api);
    expect(await post(api, { body: BODY.replace('ord-1001', 'ord-1002') })).toMatchObject({
      statusCode: 202,
      headers: { Location: expect.stringMatching(/ord-1002$/) },
    });
    expect(api.sent.map(({ orderId }) => orderId)).toEqual(['ord-1001', 'ord-1002']);
  });
});

describe('a refusal is a problem document', () => {
  it.each([
    {
      case: '400 for a broken rule',
      request: { body: BODY.replace('1999', '0') },
      status: 400,
      body: '{"type":"invalid-request","title":"The request breaks a rule of the API","status":400,"errors":[{"path":"/amount","message":"must be 1 to 99999999"}]}',
    },
    {
      case: '400 for no body',
      request: { body: null },
      status: 400,
      body: '{"type":"invalid-request","title":"The request breaks a rule of the API","status":400,"errors":[{"path":"","message":"must not be empty"}]}',
    },
    {
      case: '400 for a blank Idempotency-Key',
      request: { headers: withKey('') },
      status: 400,
      body: '{"type":"invalid-request","title":"The request breaks a rule of the API","status":400,"errors":[{"path":"header","message":"Idempotency-Key must be one value of 1 to 255 visible ASCII characters, bare or as an RFC 9651 string"}]}',
    },
    {
      case: '400 for two Idempotency-Keys',
      request: { headers: withKey('k-1', 'k-2') },
      status: 400,
      body: '{"type":"invalid-request","title":"The request breaks a rule of the API","status":400,"errors":[{"path":"header","message":"Idempotency-Key must be one value of 1 to 255 visible ASCII characters, bare or as an RFC 9651 string"}]}',
    },
    {
      case: '409 for an attempt out of turn',
      request: { body: BODY.replace('{', '{"attempt":2,') },
      status: 409,
      body: '{"type":"attempt-not-allowed","title":"This attempt may not be made now","status":409,"detail":"Attempt 2 needs attempt 1 to have ended without a charge; it was never made."}',
    },
    {
      case: '413 for a large body',
      request: { body: BODY + ' '.repeat(16_384) },
      status: 413,
      body: '{"type":"payload-too-large","title":"The body is too large","status":413,"detail":"A body may have 16384 bytes."}',
    },
    {
      case: '415 for another media type',
      request: { headers: { 'Content-Type': 'text/plain' } },
      status: 415,
      body: '{"type":"unsupported-media-type","title":"The body must be plain application/json in UTF-8","status":415,"detail":"Content-Type must be application/json."}',
    },
  ])('$case', async ({ request, status, body }) => {
    const api = anApi();
    expect(await post(api, request)).toEqual({ statusCode: status, headers: { 'Content-Type': 'application/problem+json' }, body });
    expect(api.payments.rows()).toEqual([]);
    expect(api.sent).toEqual([]);
  });

  it('422 for the same order with another body', async () => {
    const api = anApi();
    await post(api);
    expect(await post(api, { body: BODY.replace('1999', '2000') })).toEqual({
      statusCode: 422,
      headers: { 'Content-Type': 'application/problem+json' },
      body: '{"type":"idempotency-mismatch","title":"The same key was used for something else","status":422,"detail":"This attempt was accepted with another amount, currency or payment method."}',
    });
  });

  it('422 for the same Idempotency-Key, bare or quoted, with another order', async () => {
    const api = anApi();
    await post(api, { headers: withKey('k-1') });
    expect(await post(api, { body: BODY.replace('ord-1001', 'ord-1002'), headers: withKey('"k-1"') })).toEqual({
      statusCode: 422,
      headers: { 'Content-Type': 'application/problem+json' },
      body: '{"type":"idempotency-mismatch","title":"The same key was used for something else","status":422,"detail":"This Idempotency-Key was sent with another body."}',
    });
  });
});
