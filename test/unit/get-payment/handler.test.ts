import '../../../testing/function-environment';

import { makeHandler } from '../../../functions/get-payment/handler';
import type { Payments } from '../../../functions/shared/payments';
import { memoryPayments } from '../../../testing/memory-payments';
import { aPayment } from '../../../testing/payment-factory';
import { lambdaContext, proxyEvent } from '../../../testing/proxy-event';

const TEN_O_CLOCK = Date.parse('2026-11-29T10:00:00.000Z');
const get = (payments: Pick<Payments, 'list'>, orderId: string, { now = TEN_O_CLOCK, remainingMs = 10_000 } = {}) =>
  makeHandler({ payments, clock: () => now })(
    proxyEvent({ method: 'GET', path: `/prod/payments/${orderId}`, orderId }),
    lambdaContext('request-1', remainingMs),
  );

const NOT_FOUND = {
  statusCode: 404,
  headers: { 'Content-Type': 'application/problem+json' },
  body: '{"type":"payment-not-found","title":"No payment was accepted for this order","status":404}',
};
const UNAVAILABLE = {
  statusCode: 503,
  headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '5' },
  body: '{"type":"temporarily-unavailable","title":"Nothing was promised; send the same request again","status":503}',
};

it('answers 200 with the payment, not to be cached', async () => {
  expect(await get(memoryPayments([aPayment()]), 'ord-1001')).toEqual({
    statusCode: 200,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
    body: '{"orderId":"ord-1001","status":"accepted","attempts":[{"attempt":1,"amount":1999,"currency":"EUR","status":"accepted","acceptedAt":"2026-11-29T10:00:00.000Z"}]}',
  });
});

it('never answers 404 once the row was created', async () => {
  const payments = memoryPayments();
  for (let index = 0; index < 200; index++) {
    await payments.create(aPayment({ orderId: `ord-${index}` }));
    expect(await get(payments, `ord-${index}`)).toMatchObject({ statusCode: 200 });
  }
});

describe('needs_attention', () => {
  const statusOf = async (row: Parameters<typeof aPayment>[0], now: number) =>
    JSON.parse((await get(memoryPayments([aPayment(row)]), 'ord-1001', { now })).body).status;
  const failure = (deadLettered: boolean) => ({ code: 'provider-unreachable', at: '2026-11-29T10:00:08.000Z', deadLettered });

  it.each(['accepted', 'charging'] as const)('is shown for a payment that is %s for more than 900 seconds', async (status) => {
    expect(await statusOf({ status }, TEN_O_CLOCK + 900_000)).toBe(status);
    expect(await statusOf({ status }, TEN_O_CLOCK + 900_001)).toBe('needs_attention');
  });

  it.each(['accepted', 'charging'] as const)('is shown at once for a payment that is %s and was dead-lettered', async (status) => {
    expect(await statusOf({ status, lastFailure: failure(true) }, TEN_O_CLOCK + 9_000)).toBe('needs_attention');
    expect(await statusOf({ status, lastFailure: failure(false) }, TEN_O_CLOCK + 9_000)).toBe(status);
  });

  it.each(['charged', 'declined', 'expired'] as const)('is never shown for a payment that is %s', async (status) => {
    expect(await statusOf({ status, lastFailure: failure(true) }, TEN_O_CLOCK + 30 * 86_400_000)).toBe(status);
  });

  it('comes with the last failure, so that GET says why', async () => {
    expect(JSON.parse((await get(memoryPayments([aPayment({ lastFailure: failure(true) })]), 'ord-1001')).body)).toEqual({
      orderId: 'ord-1001',
      status: 'needs_attention',
      attempts: [
        {
          attempt: 1,
          amount: 1999,
          currency: 'EUR',
          status: 'needs_attention',
          acceptedAt: '2026-11-29T10:00:00.000Z',
          lastFailure: { code: 'provider-unreachable', at: '2026-11-29T10:00:08.000Z' },
        },
      ],
    });
  });
});

describe('answers 404', () => {
  it.each([
    'ord-1002',
    'ORD-1001',
    'ord-1001 ',
    'constructor',
    '__proto__',
    'toString',
    'ord 1001',
    'ord-é',
    '../ord-1001',
    '',
    'a'.repeat(65),
    'ord-1001\n',
  ])('for %j, which is no order here', async (orderId) => {
    expect(await get(memoryPayments([aPayment()]), orderId)).toEqual(NOT_FOUND);
  });

  it('without a path parameter', async () => {
    expect(await makeHandler({ payments: memoryPayments(), clock: Date.now })(proxyEvent(), lambdaContext())).toEqual(NOT_FOUND);
  });

  it('for an id that cannot exist without asking the table', async () => {
    const list = () => Promise.reject(new Error('asked'));
    expect(await get({ list }, 'ord 1001')).toEqual(NOT_FOUND);
  });
});

it.each(['__proto__', 'constructor'])('finds an order that is called %s', async (orderId) => {
  expect(JSON.parse((await get(memoryPayments([aPayment({ orderId })]), orderId)).body)).toMatchObject({ orderId, status: 'accepted' });
});

describe('answers 503 with Retry-After', () => {
  it('when the table cannot be read', async () => {
    expect(await get({ list: () => Promise.reject(new Error('throttled')) }, 'ord-1001')).toEqual(UNAVAILABLE);
  });

  it('when the table hangs, one second before the function would time out', async () => {
    expect(await get({ list: () => new Promise(() => undefined) }, 'ord-1001', { remainingMs: 1020 })).toEqual(UNAVAILABLE);
  });
});
