import '../../../testing/function-environment';

import { makeHandler } from '../../../functions/cancel-payment/handler';
import { CANCEL, contractFaults } from '../../../testing/hostile/contract';
import { memoryPayments } from '../../../testing/memory-payments';
import { aPayment } from '../../../testing/payment-factory';
import { lambdaContext, proxyEvent } from '../../../testing/proxy-event';

async function cancel(
  body: string | null,
  { orderId = 'ord-1001', rows = [aPayment()], send = async () => undefined, remainingMs = 10_000 } = {},
) {
  const payments = memoryPayments(rows);
  const handler = makeHandler({ payments, send, clock: () => Date.parse('2026-11-29T10:05:00.000Z') });
  const answer = await handler(
    proxyEvent({ path: `/prod/payments/${orderId}/cancel`, orderId, body }),
    lambdaContext('request-1', remainingMs),
  );
  const { statusCode, headers, body: text } = answer;
  expect(contractFaults(CANCEL, { status: statusCode, headers: headers as Record<string, string>, body: text })).toEqual([]);
  return { status: statusCode, body: JSON.parse(text), rows: payments.rows() };
}

it.each([
  { body: '{}', attempt: 1 },
  { body: '{"attempt":1}', attempt: 1 },
  { body: '{"attempt":null}', attempt: 1 },
  { body: '{"attempt":2}', attempt: 2 },
])('answers 202 to $body with order and attempt $attempt', async ({ body, attempt }) => {
  const rows = [aPayment({ attempt: 1, status: attempt === 2 ? 'declined' : 'accepted' }), aPayment({ attempt: 2 })];
  expect(await cancel(body, { rows })).toMatchObject({ status: 202, body: { orderId: 'ord-1001', attempt } });
});

it.each([
  { case: 'no body', body: null },
  { case: 'no JSON', body: 'attempt=1' },
  { case: 'a list', body: '[1]' },
  { case: 'attempt 0', body: '{"attempt":0}' },
  { case: 'attempt 100', body: '{"attempt":100}' },
  { case: 'a fraction', body: '{"attempt":1.5}' },
  { case: 'text', body: '{"attempt":"1"}' },
  { case: 'an unknown member', body: '{"attempt":1,"reason":"x"}' },
  { case: 'a repeated member', body: '{"attempt":1,"attempt":2}' },
  { case: '__proto__', body: '{"__proto__":{"attempt":1}}' },
])('answers 400 to $case, and marks nothing', async ({ body }) => {
  const { status, rows } = await cancel(body);
  expect(status).toBe(400);
  expect(rows).toEqual([aPayment()]);
});

it.each(['ord-9', 'an order', '..', '4242424242424242'])('answers 404 for %s, which was never accepted', async (orderId) => {
  expect(await cancel('{}', { orderId })).toMatchObject({ status: 404, body: { type: 'payment-not-found' } });
});

it('answers 409 when it was charged before', async () => {
  const rows = [aPayment({ status: 'charged', chargeId: 'pi_1' })];
  expect(await cancel('{}', { rows })).toMatchObject({ status: 409, body: { type: 'already-charged' } });
});

it.each([
  { case: 'the queue cannot be reached', send: () => Promise.reject(new Error('no SQS')), remainingMs: 10_000 },
  { case: 'time is up', send: () => new Promise<never>(() => undefined), remainingMs: 1_050 },
])('answers 503 when $case, and the mark stands', async ({ send, remainingMs }) => {
  const { status, rows } = await cancel('{}', { send, remainingMs });
  expect(status).toBe(503);
  expect(rows).toEqual([aPayment({ cancelRequestedAt: '2026-11-29T10:05:00.000Z' })]);
});
