import { ACCEPTED_ORDER_IDS, CARD_NUMBER_ORDER_IDS } from '../../../testing/order-ids';
import { bodyWith, invalid, read, VALID } from '../../../testing/submit-payment/request-body-fixture';

describe('a valid body', () => {
  it('is read as the payment event it says', () => {
    expect(read('{"orderId":"ord-1001","attempt":2,"amount":1999,"currency":"EUR","paymentMethod":"pm_card_visa"}')).toEqual({
      orderId: 'ord-1001',
      attempt: 2,
      amount: 1999,
      currency: 'EUR',
      paymentMethod: 'pm_card_visa',
    });
  });

  it.each([
    {
      case: 'members in another order',
      body: '{"paymentMethod":"pm_card_visa","currency":"EUR","amount":1999,"attempt":1,"orderId":"ord-1001"}',
    },
    {
      case: 'white space',
      body: ' {\n "orderId" : "ord-1001",\t"attempt":1 ,"amount":1999, "currency":"EUR","paymentMethod":"pm_card_visa" } \r\n',
    },
    { case: 'escaped characters', body: bodyWith({ orderId: String.raw`"\u006frd\u002d1001"` }) },
    {
      case: 'an escaped name',
      body: '{"\\u006frderId":"ord-1001","attempt":1,"amount":1999,"currency":"EUR","paymentMethod":"pm_card_visa"}',
    },
    { case: 'amount 1999.0', body: bodyWith({ amount: '1999.0' }) },
    { case: 'amount 1.999e3', body: bodyWith({ amount: '1.999e3' }) },
    { case: 'amount 199900e-2', body: bodyWith({ amount: '199900e-2' }) },
    { case: 'no attempt', body: bodyWith({ attempt: undefined }) },
    { case: 'attempt null', body: bodyWith({ attempt: 'null' }) },
    { case: 'attempt 1.0', body: bodyWith({ attempt: '1.0' }) },
  ])('says the same with $case', ({ body }) => {
    expect(read(body)).toEqual(VALID);
  });

  it.each([
    ['500 JPY', '500', 'JPY', 500],
    ['500 KRW', '500', 'KRW', 500],
    ['500 VND', '500', 'VND', 500],
    ['500 CLP', '500', 'CLP', 500],
    ['1010 KWD', '1010', 'KWD', 1010],
    ['1 USD', '1', 'USD', 1],
    ['99999999 USD', '99999999', 'USD', 99_999_999],
    ['99999990 BHD', '99999990', 'BHD', 99_999_990],
  ])('keeps the amount of %s in the minor unit', (_case, amount, currency, value) => {
    expect(read(bodyWith({ amount, currency: `"${currency}"` }))).toMatchObject({ amount: value, currency });
  });

  it.each(ACCEPTED_ORDER_IDS)('may have the order id %s', (orderId) => {
    expect(read(bodyWith({ orderId: JSON.stringify(orderId) }))).toMatchObject({ orderId });
  });

  it.each(CARD_NUMBER_ORDER_IDS)('may not have the order id %s', (orderId) => {
    expect(read(bodyWith({ orderId: JSON.stringify(orderId) }))).toMatchObject({ type: 'invalid-request' });
  });

  it.each(['1', '2', '99'])('may have attempt %s', (attempt) => {
    expect(read(bodyWith({ attempt }))).toMatchObject({ attempt: Number.parseInt(attempt, 10) });
  });
});

describe('members', () => {
  it.each([
    { case: 'an unknown one', more: '"metadata":{}' },
    { case: 'two unknown ones, named once', more: '"metadata":{},"note":1' },
    { case: 'one in another case', more: '"Amount":1' },
    { case: '__proto__', more: '"__proto__":{"amount":1}' },
    { case: '__proto__ with its name escaped', more: '"\\u005f_proto__":null' },
    { case: 'constructor', more: '"constructor":1' },
    { case: 'one nested 2,000 deep', more: `"metadata":${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}` },
  ])('of the contract leave no place for $case', ({ more }) => {
    expect(read(bodyWith({}).replace(/\}$/, `,${more}}`))).toEqual(invalid('', 'must have no other members'));
  });

  it.each(['"amount":2000', '"amount":1999', '"\\u0061mount":1999', '"orderId":"ord-1002"'])('may not be repeated, as by %s', (more) => {
    expect(read(bodyWith({}).replace(/\}$/, `,${more}}`))).toEqual(invalid('', 'members must be distinct'));
  });

  it('are not inherited from a prototype that the body names', () => {
    expect(read('{"__proto__":{"orderId":"ord-1001","amount":1999,"currency":"EUR","paymentMethod":"pm_card_visa"}}')).toMatchObject({
      type: 'invalid-request',
    });
    expect(({} as Record<string, unknown>).orderId).toBeUndefined();
  });

  it('that break several rules are all named, each with its own', () => {
    expect(read('{"orderId":"","amount":"1","note":1}')).toEqual({
      type: 'invalid-request',
      errors: [
        { path: '/orderId', message: 'must be 1 to 64 letters, digits, dots, underscores or hyphens, and not . or ..' },
        { path: '/amount', message: 'must be an integer in the minor unit of the currency' },
        { path: '/currency', message: 'is required' },
        { path: '/paymentMethod', message: 'is required' },
        { path: '', message: 'must have no other members' },
      ],
    });
  });
});

describe('a body that is not one JSON object is refused', () => {
  const sent = bodyWith({});
  it.each([
    { case: 'a byte order mark', body: `\ufeff${sent}` },
    { case: 'a trailing comma', body: sent.replace(/\}$/, ',}') },
    { case: 'a comment', body: sent.replace(/\}$/, '} // paid') },
    { case: 'NaN', body: bodyWith({ amount: 'NaN' }) },
    { case: '00', body: bodyWith({ amount: '00' }) },
    { case: '-00.0', body: bodyWith({ amount: '-00.0' }) },
    { case: 'trailing garbage', body: `${sent}x` },
    { case: 'single quotes', body: sent.replaceAll('"', "'") },
    { case: 'NUL after the end', body: `${sent}\0` },
    { case: 'white space alone', body: ' ' },
    { case: 'a form', body: 'orderId=ord-1001&amount=1999' },
    { case: 'XML', body: '<payment/>' },
  ])('with $case', ({ body }) => {
    expect(read(body)).toEqual(invalid('', 'must be valid JSON'));
  });

  it.each(['null', '[]', '"x"', '42', 'true'])('as %s', (body) => {
    expect(read(body)).toEqual(invalid('', 'must be a JSON object'));
  });

  it.each([null, ''])('as %j', (body) => {
    expect(read(body)).toEqual(invalid('', 'must not be empty'));
  });
});

describe('a card number is refused', () => {
  const refused = invalid('', 'must not contain a card number: send a provider token');
  it.each([
    { case: 'as the payment method', body: bodyWith({ paymentMethod: '"4242424242424242"' }) },
    { case: 'inside a payment method', body: bodyWith({ paymentMethod: '"pm_4242424242424242"' }) },
    { case: 'inside a card object', body: bodyWith({ paymentMethod: '{"type":"card","number":"4242424242424242","cvc":"123"}' }) },
    { case: 'as a JSON number', body: bodyWith({ amount: '4242424242424242' }) },
    { case: 'inside the order id', body: bodyWith({ orderId: '"ord-4242424242424242"' }) },
    { case: 'grouped inside the order id', body: bodyWith({ orderId: '"4242-4242-4242-4242"' }) },
    { case: 'with an escaped digit', body: bodyWith({ paymentMethod: String.raw`"\u0034242424242424242"` }) },
    {
      case: 'with every digit escaped',
      body: bodyWith({
        orderId: `"${'4242424242424242'
          .split('')
          .map((digit) => `\\u003${digit}`)
          .join('')}"`,
      }),
    },
    { case: 'in an unknown member', body: bodyWith({}).replace(/\}$/, ',"card":"4242 4242 4242 4242"}') },
    { case: 'as the name of an unknown member', body: bodyWith({}).replace(/\}$/, ',"4242424242424242":1}') },
    { case: 'as an escaped name', body: bodyWith({}).replace(/\}$/, String.raw`,"\u0034242424242424242":1}`) },
    { case: 'in a body that is not JSON', body: 'number=4242424242424242&cvc=123' },
  ])('$case', ({ body }) => {
    expect(read(body)).toEqual(refused);
  });

  it('but not an order id with a millisecond time stamp or with digits that fail the Luhn check', () => {
    expect(read(bodyWith({ orderId: '"ord-1795946400004"' }))).toMatchObject({ orderId: 'ord-1795946400004' });
    expect(read(bodyWith({ orderId: '"ord-4242424242424241"' }))).toMatchObject({ orderId: 'ord-4242424242424241' });
  });
});
