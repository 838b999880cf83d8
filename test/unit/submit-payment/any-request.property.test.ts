import '../../../testing/function-environment';

import fc from 'fast-check';
import { makeHandler } from '../../../functions/submit-payment/handler';
import { lambdaContext, proxyEvent } from '../../../testing/proxy-event';
import { anApi } from '../../../testing/submit-payment/submit-payment-fixture';

/** Something of the client's that no answer may repeat. No rule of the contract and no name in it contains this. */
const TOKEN = 'zq7secret';
const NAMES = ['orderId', 'attempt', 'amount', 'currency', 'paymentMethod', '__proto__', 'constructor', TOKEN];

const anyValue = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc.constantFrom(`"${TOKEN}"`, '1999', '"EUR"', '"pm_card_visa"', 'null', '1e3', '-0', '1e999', '"\\ud800"'),
);
const nearlyPayment = fc
  .array(fc.tuple(fc.constantFrom(...NAMES), anyValue), { maxLength: 8 })
  .map((members) => `{${members.map(([name, value]) => `"${name}":${value}`).join(',')},"${TOKEN}":"${TOKEN}"}`);
const anyText = fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })).map((around) => around.join(TOKEN));
const anyBytes = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.concat([bytes, Buffer.from(TOKEN)]).toString('base64'));

const anyRequest = fc.record({
  body: fc.oneof(nearlyPayment, anyText, anyBytes, fc.constantFrom(null, '')),
  isBase64Encoded: fc.boolean(),
  headers: fc.oneof(
    fc.constant({ 'Content-Type': 'application/json' }),
    fc.record({
      'Content-Type': fc.oneof(fc.constantFrom('application/json', `text/${TOKEN}`, `application/json;charset=${TOKEN}`), fc.string()),
      'Idempotency-Key': fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constant(`${TOKEN} ${TOKEN}`)), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
  ),
});

it('whatever a client sends, the answer is a 4xx that repeats nothing of it, and nothing is stored or sent', async () => {
  await fc.assert(
    fc.asyncProperty(anyRequest, async (request) => {
      const api = anApi();
      const { statusCode, headers, body } = await makeHandler(api.ports)(proxyEvent(request), lambdaContext());
      expect([400, 413, 415]).toContain(statusCode);
      expect(`${JSON.stringify(headers)}${body}`).not.toContain(TOKEN);
      expect(JSON.parse(body)).toMatchObject({ status: statusCode, type: expect.any(String), title: expect.any(String) });
      expect(api.payments.rows()).toEqual([]);
      expect(api.sent).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

const anEvent = fc.record({
  orderId: fc.stringMatching(/^[A-Za-z_-][A-Za-z._-]{0,63}$/),
  amount: fc.integer({ min: 1, max: 99_999_999 }),
  currency: fc.constantFrom('EUR', 'USD', 'JPY', 'KRW'),
  paymentMethod: fc.stringMatching(/^pm_[A-Za-z_]{1,250}$/),
});

it('every payment of the contract is accepted as it was sent, in whatever order its members come and in base64 or not', async () => {
  await fc.assert(
    fc.asyncProperty(anEvent, fc.boolean(), fc.boolean(), async (event, reversed, base64) => {
      const members = Object.entries(event);
      const text = JSON.stringify(Object.fromEntries(reversed ? members.reverse() : members));
      const api = anApi();
      const body = base64 ? Buffer.from(text).toString('base64') : text;
      const answer = await makeHandler(api.ports)(proxyEvent({ body, isBase64Encoded: base64 }), lambdaContext());
      expect(answer.statusCode).toBe(202);
      expect(api.sent).toEqual([{ ...event, attempt: 1 }]);
    }),
    { numRuns: 200 },
  );
});
