import { exactInteger, InvalidJson, NESTED, parseExactObject } from '../../../functions/shared/exact-json';

describe('exactInteger', () => {
  it.each([
    ['1000', 1000],
    ['1000.0', 1000],
    ['1000.000000', 1000],
    ['1e3', 1000],
    ['1E3', 1000],
    ['1e+3', 1000],
    ['10.00e2', 1000],
    ['1000000e-3', 1000],
    ['0.00001e8', 1000],
    ['1.5e1', 15],
    ['0', 0],
    ['-0', 0],
    ['-0.0', 0],
    ['0e999999', 0],
    ['-5', -5],
    ['999999999999999', 999_999_999_999_999],
  ])('reads %s as the integer it spells', (token, value) => {
    expect(Object.is(exactInteger(token), value)).toBe(true);
  });

  it.each([
    '0.5',
    '-0.5',
    '1000.4',
    '888.8',
    '1e-1',
    '19.99',
    // A double rounds each of these to a whole number.
    '999.9999999999999999',
    '1000.0000000000000001',
    '1e-400',
    // More digits than a double can tell apart, and more than it can hold.
    '1000000000000000',
    '9007199254740993',
    '1e999999',
    '-1e999999',
    // Not JSON numbers at all.
    '',
    '٣',
    '0x10',
    'NaN',
    'Infinity',
    ' 1',
    '1e',
  ])('is NaN for %j', (token) => {
    expect(exactInteger(token)).toBeNaN();
  });
});

describe('parseExactObject reads', () => {
  it.each<{ case: string; text: string; members: Record<string, unknown> }>([
    { case: 'an empty object', text: '{}', members: {} },
    { case: 'white space of all four kinds', text: ' \t\r\n{ "a" :\n1\t}\r\n ', members: { a: 1 } },
    {
      case: 'strings, integers, booleans and null',
      text: '{"a":"x","b":1,"c":true,"d":false,"e":null}',
      members: { a: 'x', b: 1, c: true, d: false, e: null },
    },
    { case: 'escapes', text: String.raw`{"a":"\u0041\n\"\\\/\uD83D\uDCB3"}`, members: { a: 'A\n"\\/💳' } },
    { case: 'a lone surrogate, for the contract to refuse', text: String.raw`{"a":"\ud800"}`, members: { a: '\ud800' } },
    { case: 'DEL and other characters that JSON leaves unescaped', text: '{"a":"\u007f\u2028é"}', members: { a: '\u007f\u2028é' } },
    { case: 'a fraction as NaN', text: '{"a":0.5}', members: { a: Number.NaN } },
    { case: 'equal values under distinct names', text: '{"a":1,"A":1,"a ":1}', members: { a: 1, A: 1, 'a ': 1 } },
    { case: 'strings that look like members', text: String.raw`{"a":"\"b\":1,\"b\":1","c":"d"}`, members: { a: '"b":1,"b":1', c: 'd' } },
    { case: 'a backslash before the closing quote', text: String.raw`{"a\\":1,"b":"\\"}`, members: { 'a\\': 1, b: '\\' } },
    { case: 'an inherited name as any other', text: '{"constructor":1,"toString":2}', members: { constructor: 1, toString: 2 } },
  ])('$case', ({ text, members }) => {
    expect(parseExactObject(text)).toEqual(members);
  });

  it.each(['{"a":[]}', '{"a":{}}', '{"a":[1,{"b":2}]}', '{"a":{"b":1,"c":{"b":1}}}'])(
    'the nested value of %s as one that no member may have',
    (text) => {
      expect(parseExactObject(text).a).toBe(NESTED);
    },
  );

  it('__proto__ as an own member that changes no prototype', () => {
    const members = parseExactObject('{"__proto__":null,"a":1}');
    expect(Object.keys(members)).toEqual(['__proto__', 'a']);
    expect(Object.getPrototypeOf(members)).toBe(Object.prototype);
  });
});

describe('parseExactObject refuses as not JSON', () => {
  it.each([
    { case: 'nothing', text: '' },
    { case: 'white space alone', text: '  ' },
    { case: 'a byte order mark', text: '\ufeff{}' },
    { case: 'a trailing comma', text: '{"a":1,}' },
    { case: 'a leading comma', text: '{,"a":1}' },
    { case: 'two commas', text: '{"a":1,,"b":2}' },
    { case: 'a missing comma', text: '{"a":1 "b":2}' },
    { case: 'a missing colon', text: '{"a" 1}' },
    { case: 'a missing value', text: '{"a":}' },
    { case: 'a missing name', text: '{:1}' },
    { case: 'a name without quotes', text: '{a:1}' },
    { case: 'a number as a name', text: '{1:1}' },
    { case: 'single quotes', text: "{'a':1}" },
    { case: 'a line comment', text: '{"a":1} // one' },
    { case: 'a block comment', text: '{"a":/* one */1}' },
    { case: 'trailing garbage', text: '{"a":1}x' },
    { case: 'a second object', text: '{"a":1}{"a":1}' },
    { case: 'NUL after the end', text: '{"a":1}\0' },
    { case: 'NUL inside a string', text: '{"a":"\0"}' },
    { case: 'a raw line feed inside a string', text: '{"a":"\n"}' },
    { case: 'a form feed as white space', text: '{\f"a":1}' },
    { case: 'a no-break space as white space', text: '{\u00a0"a":1}' },
    { case: 'an unclosed object', text: '{"a":1' },
    { case: 'an unclosed string', text: '{"a":"x' },
    { case: 'an unclosed array', text: '{"a":[1' },
    { case: 'a closing brace alone', text: '}' },
    { case: 'an unknown escape', text: String.raw`{"a":"\x41"}` },
    { case: 'a cut Unicode escape', text: String.raw`{"a":"\u004"}` },
    { case: 'NaN', text: '{"a":NaN}' },
    { case: 'Infinity', text: '{"a":-Infinity}' },
    { case: 'undefined', text: '{"a":undefined}' },
    { case: 'True', text: '{"a":True}' },
    { case: '-01', text: '{"a":-01}' },
    { case: '00', text: '{"a":00}' },
    { case: '+1', text: '{"a":+1}' },
    { case: '1.', text: '{"a":1.}' },
    { case: '.5', text: '{"a":.5}' },
    { case: '1e', text: '{"a":1e}' },
    { case: '- alone', text: '{"a":-}' },
    { case: 'a hexadecimal number', text: '{"a":0x10}' },
    { case: 'digits in groups', text: '{"a":1_000}' },
    { case: 'full-width digits', text: '{"a":１}' },
    { case: '5,000 unclosed objects', text: '{"a":'.repeat(5000) },
    { case: '100,000 unclosed arrays', text: '['.repeat(100_000) },
  ])('$case', ({ text }) => {
    expect(() => parseExactObject(text)).toThrow(new InvalidJson('must be valid JSON'));
  });
});

describe('parseExactObject refuses', () => {
  it.each(['null', '[]', '[{"a":1}]', '"x"', '42', '-0.5', 'true', 'false'])('%s, which is no object', (text) => {
    expect(() => parseExactObject(text)).toThrow(new InvalidJson('must be a JSON object'));
  });

  it.each([
    { case: 'with another value', text: '{"a":1,"a":2}' },
    { case: 'with the same number', text: '{"a":1,"a":1}' },
    { case: 'with the same string', text: '{"a":"x","b":2,"a":"x"}' },
    { case: 'with the same number in another spelling', text: '{"a":1000,"a":1e3}' },
    { case: 'with null twice', text: '{"a":null,"a":null}' },
    { case: 'with its name escaped', text: String.raw`{"a":1,"\u0061":2}` },
    { case: 'with its name escaped and the same value', text: String.raw`{"a":1,"\u0061":1}` },
    { case: 'with white space before the colon', text: '{"a":1,"a"\n\t :1}' },
    { case: 'of an inherited name', text: '{"constructor":1,"constructor":1}' },
    { case: 'called __proto__', text: '{"__proto__":1,"__proto__":1}' },
  ])('a repeated member $case', ({ text }) => {
    expect(() => parseExactObject(text)).toThrow(new InvalidJson('members must be distinct'));
  });

  it('5,000 nested objects without overflowing the stack, and reads the next text', () => {
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    try {
      expect(parseExactObject(deep)).toEqual({ a: NESTED });
    } catch (error) {
      expect(error).toEqual(new InvalidJson('must be valid JSON'));
    }
    expect(parseExactObject('{"a":1}')).toEqual({ a: 1 });
  });

  it('without quoting what was sent', () => {
    for (const text of ['{"a":4242424242424242x}', '{"secret":1,"secret":2}', '"secret"']) {
      expect(() => parseExactObject(text)).not.toThrow(/4242|secret/);
    }
  });
});
