import { decimalsOf } from '../../../contract/currencies';
import { isOrderId, readMessage, sameEvent } from '../../../contract/payment-event';
import { ACCEPTED_ORDER_IDS, CARD_NUMBER_ORDER_IDS } from '../../../testing/order-ids';
import { anEvent } from '../../../testing/payment-factory';

const BODY = '{"orderId":"ord-1001","attempt":1,"amount":1999,"currency":"EUR","paymentMethod":"pm_card_visa"}';

describe('a message', () => {
  it.each([
    { case: 'as the API sends it', body: BODY },
    {
      case: 'with its members in another order and spaced',
      body: ' {"currency":"EUR", "paymentMethod":"pm_card_visa","amount":1999,\n"attempt":1,"orderId":"ord-1001"}',
    },
    { case: 'with members that a tool added', body: BODY.replace('}', ',"redriveCount":1,"trace":{"id":[1]}}') },
    { case: 'with a __proto__ that a tool added', body: BODY.replace('}', ',"__proto__":{"amount":1}}') },
    { case: 'without an attempt, which is the first', body: BODY.replace('"attempt":1,', '') },
  ])('is read $case', ({ body }) => {
    expect(readMessage(body)).toEqual({ orderId: 'ord-1001', attempt: 1, amount: 1999, currency: 'EUR', paymentMethod: 'pm_card_visa' });
  });

  it.each([
    { case: 'nothing', body: '' },
    { case: 'text', body: 'hello' },
    { case: 'null', body: 'null' },
    { case: 'a list', body: `[${BODY}]` },
    { case: 'a number', body: '42' },
    { case: 'cut JSON', body: BODY.slice(0, -1) },
    { case: 'no order id', body: BODY.replace('orderId', 'order') },
    { case: 'an order id that the API refuses', body: BODY.replace('ord-1001', 'ord 1001') },
    { case: 'attempt 0', body: BODY.replace('"attempt":1', '"attempt":0') },
    { case: 'an amount as text', body: BODY.replace('1999', '"1999"') },
    { case: 'a fraction', body: BODY.replace('1999', '19.99') },
    { case: 'a negative amount', body: BODY.replace('1999', '-1999') },
    { case: 'an amount over the provider’s limit', body: BODY.replace('1999', '100000000') },
    { case: 'an unknown currency', body: BODY.replace('EUR', 'constructor') },
    { case: 'thousandths that are not settled', body: BODY.replace('EUR', 'KWD') },
    { case: 'another payment method', body: BODY.replace('pm_card_visa', 'tok_visa') },
    { case: 'a card number for an order id', body: BODY.replace('ord-1001', '4242424242424242') },
    { case: 'a card number in an order id', body: BODY.replace('ord-1001', 'a-4000056655665556') },
    { case: 'members inherited from __proto__', body: `{"__proto__":${BODY}}` },
    { case: '100,000 open lists', body: '['.repeat(100_000) },
  ])('is unreadable with $case', ({ body }) => {
    expect(readMessage(body)).toBeUndefined();
  });

  it('nested 5,000 deep is read or unreadable, and never an error', () => {
    expect([undefined, 'ord-1001']).toContain(
      readMessage(BODY.replace('}', `,"metadata":${'{"a":'.repeat(5000)}1${'}'.repeat(5001)}`))?.orderId,
    );
  });
});

describe('an order id', () => {
  it.each(ACCEPTED_ORDER_IDS)('may be %s', (orderId) => {
    expect(isOrderId(orderId)).toBe(true);
  });

  it.each([...CARD_NUMBER_ORDER_IDS, '', '.', '..', 'ord/1', 'ord 1', 'x'.repeat(65), 1001, null])('may not be %j', (orderId) => {
    expect(isOrderId(orderId)).toBe(false);
  });
});

describe('two events', () => {
  it('say the same when every member is the same', () => {
    expect(sameEvent(anEvent(), anEvent())).toBe(true);
  });

  it.each([{ orderId: 'ORD-1001' }, { attempt: 2 }, { amount: 2000 }, { currency: 'USD' }, { paymentMethod: 'pm_card_mastercard' }])(
    'differ by %j',
    (over) => {
      expect(sameEvent(anEvent(), anEvent(over))).toBe(false);
    },
  );
});

describe('the decimals of a currency', () => {
  it.each([
    ['EUR', 2],
    ['USD', 2],
    ['JPY', 0],
    ['KRW', 0],
    ['CLP', 0],
    ['VND', 0],
    ['KWD', 3],
    ['TND', 3],
  ])('of %s are %d', (code, decimals) => {
    expect(decimalsOf(code)).toBe(decimals);
  });

  it.each(['eur', 'XXX', '', 'constructor', '__proto__', 'toString', 'ISK', 'UGX', 'HUF', 'TWD'])('of %j are unknown, never 2', (code) => {
    expect(decimalsOf(code)).toBeUndefined();
  });
});
