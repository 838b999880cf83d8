/** Values of headers, as lists: a header may be sent more than once. */
type Values = readonly string[];

const once = (values: readonly string[][]): Values[] => values.flat().map((value) => [value]);

/** Values of Idempotency-Key that are no token. */
export const REFUSED_KEYS: readonly Values[] = once([
  ['', ' ', '\t', '   ', '""', '"', '"open', '"in"side"', 'a b', 'a\tb', '"a b"', 'a'.repeat(256), 'a'.repeat(4096)],
  [`"${'a'.repeat(256)}"`, 'k\u0000', 'k\u0007', 'k\u007f', 'ключ', 'k-é', '\u00a0k', 'k💳', '"\\x"', '"a\\"', '\ufeffk'],
]).concat([
  ['k-1', 'k-2'],
  ['k-1', ''],
  ['k-1', 'K-1'],
]);

/** Values of Idempotency-Key that are tokens, however odd. */
export const ACCEPTED_KEYS: readonly Values[] = once([
  ['k', 'null', 'undefined', '0', 'a'.repeat(255), `"${'a'.repeat(255)}"`, '"k"', '"\\""', '"\\\\"', "'", 'a,b', 'a;q=1', '../..'],
  ['__proto__', 'constructor', '<script>', '$\x7bjndi:ldap://127.0.0.1/a}', '%00', '%s%n', ' k ', '\tk', 'open"'],
]).concat([['k-1', '"k-1"']]);

/** Content types that do not say JSON in UTF-8, once. */
export const REFUSED_TYPES: readonly Values[] = once([
  ['', ' ', 'text/plain', 'text/json', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'],
  ['application/jsonp', 'application/json5', 'application/vnd.api+json', 'application/problem+json', 'application/x-ndjson', 'json'],
  ['application/*', '*/*', 'application/json, text/plain', 'application/json,application/json', 'application/json; charset=utf-16'],
  ['application/json; charset=iso-8859-1', 'application/json;charset="utf-7"', 'application/json; charset=', 'application/json\u0000'],
  ['application / json', 'application/json; charset=utf-8; charset=latin1', '__proto__', '$\x7bjndi:ldap://127.0.0.1/a}'],
]).concat([
  ['application/json', 'application/json'],
  ['application/json', 'text/plain'],
]);

export const ACCEPTED_TYPES: readonly string[] = [
  ['application/json', 'APPLICATION/JSON', 'application/json;charset=utf-8', 'application/json; charset=UTF-8'],
  ['application/json ;charset="utf-8"', 'application/json; charset=utf8', 'application/json;', 'application/json; version=1'],
].flat();
