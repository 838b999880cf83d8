import { containsCardNumber } from '../../../contract/card-number';

describe('containsCardNumber finds', () => {
  // Test numbers that the schemes and providers publish; none belongs to an account.
  it.each([
    ['Visa', '4242424242424242'],
    ['Visa with 13 digits', '4222222222222'],
    ['Visa with 19 digits', '4000000000000000006'],
    ['Mastercard', '5555555555554444'],
    ['Mastercard, 2-series', '2223003122003222'],
    ['American Express', '378282246310005'],
    ['Discover', '6011111111111117'],
    ['Diners Club', '30569309025904'],
    ['JCB', '3530111333300000'],
    ['UnionPay', '6200000000000005'],
    ['UnionPay with 19 digits', '6205500000000000004'],
    ['Maestro', '6759649826438453'],
    ['Maestro, older range', '6304000000000000'],
  ])('a number of %s', (_scheme, digits) => {
    expect(containsCardNumber(digits)).toBe(true);
  });

  it.each([
    ['by blanks', '4242 4242 4242 4242'],
    ['by hyphens', '4242-4242-4242-4242'],
    ['by dots', '4242.4242.4242.4242'],
    ['by underscores', '4242_4242_4242_4242'],
    ['as American Express prints it', '3782 822463 10005'],
    ['as Diners Club prints it', '3056-930902-5904'],
    ['with 19 digits', '4000 0000 0000 0000 006'],
    ['with 13 digits', '4222 222 222 222'],
    ['before its security code', '4242 4242 4242 4242 123'],
    ['behind other digits', '5234 4242 4242 4242 4242'],
  ])('a number grouped %s', (_how, text) => {
    expect(containsCardNumber(text)).toBe(true);
  });

  it.each([
    'card:4242424242424242',
    'x4242424242424242y',
    '"4242424242424242"',
    'first 12345, then 4242424242424242.',
    '+4242424242424242',
    '4242424242424242\n',
  ])('the number inside %j', (text) => {
    expect(containsCardNumber(text)).toBe(true);
  });

  it('one number among others that are none', () => {
    expect(containsCardNumber('4242424242424241 4242424242424243 5555555555554444')).toBe(true);
  });
});

describe('containsCardNumber leaves alone', () => {
  it.each([
    ['nothing', ''],
    ['a number that fails the Luhn check', '4242424242424241'],
    ['two digits changed places', '5555555555545444'],
    ['a grouped number that fails the Luhn check', '4242 4242 4242 4241'],
    ['12 digits', '424242424242'],
    ['20 digits that begin with a card number', '42424242424242420000'],
    ['20 digits that end with a card number', '00004242424242424242'],
    ['a masked number', '424242******4242'],
    ['the last four digits', 'pm ending in 4242'],
    ['digits that letters part', '4242a4242b4242c4242'],
    ['digits in another script', '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢'],
    ['a provider token', 'pm_1MqLiJLkdIwHu7ixUEgbFdYF'],
    ['an ISO 8601 time', '2026-11-29T10:00:00.000Z'],
  ])('%s', (_what, text) => {
    expect(containsCardNumber(text)).toBe(false);
  });

  it('a millisecond time stamp, whatever its check digit', () => {
    for (let digit = 0; digit < 10; digit++) expect(containsCardNumber(`ord-179594640000${digit}`)).toBe(false);
  });

  it('a date and time in digits, whatever the check digit', () => {
    for (let digit = 0; digit < 10; digit++) expect(containsCardNumber(`2026112910000${digit}`)).toBe(false);
    for (let digit = 0; digit < 10; digit++) expect(containsCardNumber(`2026-1129-1000-000${digit}`)).toBe(false);
  });
});
