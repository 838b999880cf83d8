import { readIdempotencyKey } from '../../../functions/submit-payment/idempotency-key';

const LONGEST = 'a'.repeat(255);

it('is absent when the header is', () => {
  expect(readIdempotencyKey([])).toBeUndefined();
});

describe('accepts', () => {
  it.each([
    { case: 'a bare token', values: ['k-1037'], token: 'k-1037' },
    { case: 'an RFC 9651 string', values: ['"k-1037"'], token: 'k-1037' },
    { case: 'a UUID', values: ['8e03978e-40d5-43dd-bc93-6894a57f9324'], token: '8e03978e-40d5-43dd-bc93-6894a57f9324' },
    { case: 'one character', values: ['1'], token: '1' },
    { case: '255 characters', values: [LONGEST], token: LONGEST },
    { case: '255 characters in quotes', values: [`"${LONGEST}"`], token: LONGEST },
    { case: '255 characters of which each is escaped', values: [`"${'\\"'.repeat(255)}"`], token: '"'.repeat(255) },
    {
      case: 'every visible ASCII character but the leading quote',
      values: ['!"#$%&\'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~'],
      token: '!"#$%&\'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~',
    },
    { case: 'an escaped quote', values: [String.raw`"a\"b"`], token: 'a"b' },
    { case: 'an escaped backslash', values: [String.raw`"a\\b"`], token: String.raw`a\b` },
    { case: 'an escaped backslash before the closing quote', values: [String.raw`"a\\"`], token: 'a\\' },
    { case: 'a bare backslash as itself', values: [String.raw`a\b`], token: String.raw`a\b` },
    { case: 'blanks and tabs around the value', values: [' \tk-1037\t '], token: 'k-1037' },
    { case: 'the word undefined as a token like any other', values: ['undefined'], token: 'undefined' },
    { case: 'the word null as a token like any other', values: ['null'], token: 'null' },
    { case: 'an inherited name as a token like any other', values: ['__proto__'], token: '__proto__' },
    { case: 'the same value twice', values: ['k-1037', 'k-1037'], token: 'k-1037' },
    { case: 'the same value bare and quoted', values: ['k-1037', '"k-1037"'], token: 'k-1037' },
  ])('$case', ({ values, token }) => {
    expect(readIdempotencyKey(values)).toBe(token);
  });

  it('values that differ only in case as different tokens', () => {
    expect(readIdempotencyKey(['K'])).toBe('K');
    expect(readIdempotencyKey(['k'])).toBe('k');
  });
});

describe('refuses', () => {
  it.each([
    { case: 'an empty value', values: [''] },
    { case: 'blanks', values: ['   '] },
    { case: 'an empty string in quotes', values: ['""'] },
    { case: 'a blank in quotes', values: ['" "'] },
    { case: '256 characters', values: ['a'.repeat(256)] },
    { case: '256 characters in quotes', values: [`"${'a'.repeat(256)}"`] },
    { case: '4,096 characters', values: ['a'.repeat(4096)] },
    { case: 'a blank inside', values: ['a b'] },
    { case: 'NUL', values: ['k\0'] },
    { case: 'a line feed', values: ['k\n'] },
    { case: 'DEL', values: ['k\u007f'] },
    { case: 'letters outside ASCII', values: ['ключ'] },
    { case: 'an emoji', values: ['k-💳'] },
    { case: 'a no-break space at the end', values: ['k\u00a0'] },
    { case: 'an opening quote alone', values: ['"'] },
    { case: 'an unclosed string', values: ['"k'] },
    { case: 'text after the string', values: ['"k"x'] },
    { case: 'parameters after the string', values: ['"k";a=1'] },
    { case: 'an unknown escape', values: [String.raw`"a\nb"`] },
    { case: 'an escape that the closing quote ends', values: [String.raw`"a\"`] },
    { case: 'two different values', values: ['k-1', 'k-2'] },
    { case: 'two values that differ in case', values: ['k', 'K'] },
    { case: 'two values that a proxy joined', values: ['k-1, k-2'] },
    { case: 'a good value beside a bad one', values: ['k-1', ''] },
    { case: 'a bad value beside a good one', values: ['', 'k-1'] },
  ])('$case', ({ values }) => {
    expect(readIdempotencyKey(values)).toEqual({
      type: 'invalid-request',
      errors: [
        {
          path: 'header',
          message: 'Idempotency-Key must be one value of 1 to 255 visible ASCII characters, bare or as an RFC 9651 string',
        },
      ],
    });
  });
});
