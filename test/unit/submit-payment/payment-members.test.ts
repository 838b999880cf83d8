import { bodyWith, invalid, read } from '../../../testing/submit-payment/request-body-fixture';

describe('amount is refused', () => {
  it.each([
    '"1000"',
    '"1e3"',
    '"0x10"',
    '" 10 "',
    '"12abc"',
    '"1,000"',
    '""',
    'null',
    'true',
    'false',
    '[1000]',
    '{"value":1000}',
    '"NaN"',
    '"Infinity"',
    '"١٠٠"',
  ])('as %s, which is no number', (amount) => {
    expect(read(bodyWith({ amount }))).toEqual(invalid('/amount', 'must be an integer in the minor unit of the currency'));
  });

  it.each(['1000.4', '888.8', '0.5', '999.9999999999999999', '19.99', '1e-3', '1000000000000000000000', '1e999999', '9007199254740993'])(
    'as %s, which is no exact integer',
    (amount) => {
      expect(read(bodyWith({ amount }))).toEqual(invalid('/amount', 'must be an integer in the minor unit of the currency'));
    },
  );

  it.each(['0', '-0', '-1', '-1999', '100000000', '1e8', '999999999999'])('as %s, which is out of range', (amount) => {
    expect(read(bodyWith({ amount }))).toEqual(invalid('/amount', 'must be 1 to 99999999'));
  });

  it('when it is missing', () => {
    expect(read(bodyWith({ amount: undefined }))).toEqual(invalid('/amount', 'is required'));
  });

  it.each(['1005', '1001', '99999999'])('as %s thousandths, because card networks settle hundredths', (amount) => {
    expect(read(bodyWith({ amount, currency: '"KWD"' }))).toEqual(
      invalid('/amount', 'must be a multiple of 10 in a three-decimal currency'),
    );
  });
});

describe('currency is refused', () => {
  it.each([
    '"constructor"',
    '"__proto__"',
    '"toString"',
    '"hasOwnProperty"',
    '"valueOf"',
    '"jpy"',
    '"Jpy"',
    '" JPY"',
    '"JPY "',
    String.raw`"JPY\n"`,
    '"ｊｐｙ"',
    '"ＪＰＹ"',
    '"ſek"',
    '"ſEK"',
    '"XXX"',
    '"USDT"',
    '"US"',
    '"840"',
    '""',
    // Real codes whose minor unit at the provider is not that of ISO 4217.
    '"ISK"',
    '"UGX"',
    '"HUF"',
    '"TWD"',
  ])('as %s, which is not on the list', (currency) => {
    expect(read(bodyWith({ currency }))).toEqual(invalid('/currency', 'must be an accepted upper-case ISO 4217 code'));
  });

  it.each(['392', 'null', 'true', '["JPY"]', '{"code":"JPY"}'])('as %s, which is no string', (currency) => {
    expect(read(bodyWith({ currency }))).toEqual(invalid('/currency', 'must be a string'));
  });
});

describe('orderId is refused', () => {
  it.each([
    'ord 1008',
    ' ord-1008',
    'ord-1008 ',
    'ord-é',
    'ord-e\u0301',
    'ord-💳',
    'ord\t1',
    'ord-1008\n',
    'ord/1008',
    'ord\\1008',
    'ord#1',
    'ord%31',
    'jane.doe@example.com',
    '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
    '',
    // A browser or a proxy would take these out of the Location.
    '.',
    '..',
    'a'.repeat(65),
    'a'.repeat(128),
    '\ud800',
  ])('as %j', (orderId) => {
    expect(read(bodyWith({ orderId: JSON.stringify(orderId) }))).toEqual(
      invalid('/orderId', 'must be 1 to 64 letters, digits, dots, underscores or hyphens, and not . or ..'),
    );
  });

  it.each(['1001', 'null', 'true', '["ord-1001"]', '{"id":"ord-1001"}', '1e3'])('as %s, which is no string', (orderId) => {
    expect(read(bodyWith({ orderId }))).toEqual(invalid('/orderId', 'must be a string'));
  });
});

describe('attempt is refused', () => {
  it.each(['0', '-1', '100', '1000000'])('as %s, which is out of range', (attempt) => {
    expect(read(bodyWith({ attempt }))).toEqual(invalid('/attempt', 'must be 1 to 99'));
  });

  it.each(['"1"', '""', 'true', 'false', '[1]', '{}', '1.5', '1.0000000000000001'])('as %s, which is no integer', (attempt) => {
    expect(read(bodyWith({ attempt }))).toEqual(invalid('/attempt', 'must be an integer'));
  });
});

describe('paymentMethod is refused', () => {
  it.each([
    '"tok_visa"',
    '"PM_card_visa"',
    '"pm_"',
    '"pm-card-visa"',
    '" pm_card_visa"',
    String.raw`"pm_card_visa\n"`,
    '"constructor"',
    `"pm_${'a'.repeat(251)}"`,
    '""',
  ])('as %s', (paymentMethod) => {
    expect(read(bodyWith({ paymentMethod }))).toEqual(invalid('/paymentMethod', 'must be a provider token starting with pm_'));
  });

  it('as an object, whatever it holds', () => {
    expect(read(bodyWith({ paymentMethod: '{"type":"constructor"}' }))).toEqual(invalid('/paymentMethod', 'must be a string'));
  });
});
