import '../../testing/function-environment';

import { makeHandler } from '../../functions/get-payment/handler';
import { asSent, JSON_TYPE, payment, statusOf } from '../../testing/hostile/attacked-api';
import { contractFaults, GET } from '../../testing/hostile/contract';
import { MARKER } from '../../testing/hostile/marker';
import { ACCEPTED_KEYS, ACCEPTED_TYPES, REFUSED_KEYS, REFUSED_TYPES } from '../../testing/hostile/naughty-headers';
import * as members from '../../testing/hostile/naughty-members';
import { memoryPayments } from '../../testing/memory-payments';
import { aPayment } from '../../testing/payment-factory';
import { lambdaContext, proxyEvent } from '../../testing/proxy-event';

const json = (value: unknown) => JSON.stringify(value);
const cases = <T>(values: readonly T[]) => values.map((value) => ({ value, shown: json(value).slice(0, 60) }));

describe('a member', () => {
  it.each(cases(members.ACCEPTED_ORDER_IDS))('orderId is accepted as $shown', async ({ value }) => {
    expect(await statusOf(asSent(payment({ orderId: json(value) })))).toBe(202);
  });

  it.each(cases(members.REFUSED_ORDER_IDS))('orderId is refused as $shown', async ({ value }) => {
    expect(await statusOf(asSent(payment({ orderId: json(value) })))).toBe(400);
    expect(await statusOf(asSent(payment({ orderId: json(`${MARKER} ${value}`) })))).toBe(400);
  });

  it.each(cases(members.REFUSED_CURRENCIES))('currency is refused as $shown', async ({ value }) => {
    expect(await statusOf(asSent(payment({ orderId: json(MARKER), currency: json(value) })))).toBe(400);
  });

  it.each(cases(members.REFUSED_METHODS))('paymentMethod is refused as $shown', async ({ value }) => {
    expect(await statusOf(asSent(payment({ orderId: json(MARKER), paymentMethod: json(value) })))).toBe(400);
  });

  it.each(members.REFUSED_ATTEMPTS)('attempt is refused as %s', async (token) => {
    expect(await statusOf(asSent(payment({ orderId: json(MARKER), attempt: token })))).toBe(400);
  });

  it.each(['orderId', 'currency', 'paymentMethod', MARKER])('%s never lets a card number through, however it is written', async (name) => {
    const numbers = ['4242424242424242', '4242 4242 4242 4242', '4242-4242-4242-4242', '378282246310005', '3782 822463 10005'];
    const escaped = ['\\u0034242424242424242', '42424242424\\u00324242'];
    for (const number of [...numbers, ...numbers.map((each) => `pm_${each}x`), ...escaped]) {
      expect(await statusOf(asSent(payment({ [name]: `"${number}"` })))).toBe(400);
    }
  });
});

describe('the header Idempotency-Key', () => {
  const post = (values: readonly string[]) => statusOf({ ...asSent(payment()), headers: { ...JSON_TYPE, 'idempotency-KEY': values } });

  it.each(cases(REFUSED_KEYS))('is refused as $shown', async ({ value }) => {
    expect(await post(value)).toBe(400);
    expect(await post(value.map((each) => `${each}${MARKER} ${MARKER}`))).toBe(400);
  });

  it.each(cases(ACCEPTED_KEYS))('is accepted as $shown, and repeated nowhere', async ({ value }) => {
    expect(await post(value)).toBe(202);
    expect(await post([MARKER])).toBe(202);
  });
});

describe('the header Content-Type', () => {
  const post = (types: readonly string[]) => statusOf({ ...asSent(payment()), headers: { 'content-type': types } });

  it.each(cases(REFUSED_TYPES))('is refused as $shown', async ({ value }) => {
    expect(await post(value)).toBe(415);
    expect(await post([...value.slice(1), `${value[0]}/${MARKER}`])).toBe(415);
  });

  it('is refused when it is missing', async () => {
    expect(await statusOf({ ...asSent(payment()), headers: {} })).toBe(415);
  });

  it.each(ACCEPTED_TYPES)('is accepted as %s', async (type) => {
    expect(await post([type])).toBe(202);
  });

  it.each(['gzip', 'br', 'deflate', 'GZIP', 'identity, gzip', 'x-zq7marker', ''])(
    'does not help when Content-Encoding is %j',
    async (encoding) => {
      expect(await statusOf({ ...asSent(payment()), headers: { ...JSON_TYPE, 'Content-Encoding': encoding } })).toBe(415);
    },
  );
});

describe('the order id in the path', () => {
  const get = async (orderId: string) => {
    const payments = memoryPayments([aPayment({ orderId: 'ord-1' })]);
    const request = proxyEvent({ method: 'GET', path: `/prod/payments/${orderId}`, orderId });
    const answer = await makeHandler({ payments, clock: () => 0 })(request, lambdaContext());
    return { status: answer.statusCode, headers: answer.headers as Record<string, string>, body: answer.body };
  };

  const others = [...members.ACCEPTED_ORDER_IDS, ...members.REFUSED_ORDER_IDS].filter((value) => value !== 'ord-1');
  it.each(cases(others))('is not found, whatever it is: $shown', async ({ value }) => {
    for (const orderId of [value, `${value}${MARKER}`]) {
      const answer = await get(orderId);
      expect([answer.status, contractFaults(GET, answer)]).toEqual([404, []]);
      expect(`${JSON.stringify(answer.headers)}${answer.body}`).not.toContain(MARKER);
    }
  });

  it('is found when it is there', async () => {
    const answer = await get('ord-1');
    expect([answer.status, contractFaults(GET, answer)]).toEqual([200, []]);
  });
});
