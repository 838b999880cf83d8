import { REFUSED_AMOUNTS } from './json-numbers';
import { BROKEN_STRINGS, ODD_STRINGS } from './json-strings';
import { DUPLICATES, LITERALS, NESTING, STRUCTURES, TRAILING } from './json-structures';
import { MARKER } from './marker';
import { REFUSED_ATTEMPTS, REFUSED_CURRENCIES, REFUSED_METHODS, REFUSED_ORDER_IDS } from './naughty-members';

/** What may lie in a queue beside a healthy payment. */
export interface HostileMessage {
  readonly body: string;
  readonly groupId: string;
  readonly attributes?: Record<string, { DataType: string; StringValue?: string; BinaryValue?: string }>;
}

/** What SQS takes for a body: not empty, characters of XML 1.0 only. The rest never gets into a queue. */
const XML_TEXT = /^[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]+$/u;

/** The message of a healthy payment, as the API writes it; members replaced by JSON tokens. */
export function message(orderId: string, members: Readonly<Record<string, string>> = {}): string {
  const good = { orderId: JSON.stringify(orderId), attempt: '1', amount: '1999', currency: '"EUR"', paymentMethod: '"pm_card_visa"' };
  const pairs = Object.entries({ ...good, ...members });
  return `{${pairs.map(([name, token]) => `"${name}":${token}`).join(',')}}`;
}

const tokens = (values: readonly unknown[]): string[] => values.map((value) => JSON.stringify(value));

/** Bodies that say no payment at all. */
export const UNREADABLE: readonly string[] = [
  ...[STRUCTURES, TRAILING, LITERALS, NESTING, DUPLICATES, BROKEN_STRINGS, ODD_STRINGS].flatMap((group) => Object.values(group)),
  ...REFUSED_AMOUNTS.filter((token) => !isIntegerToParser(token)).map((amount) => message(MARKER, { amount })),
  ...tokens(REFUSED_CURRENCIES).map((currency) => message(MARKER, { currency })),
  ...tokens(REFUSED_METHODS).map((paymentMethod) => message(MARKER, { paymentMethod })),
  ...REFUSED_ATTEMPTS.filter((token) => !isIntegerToParser(token)).map((attempt) => message(MARKER, { attempt })),
  ...REFUSED_ORDER_IDS.map((orderId) => message(orderId)),
  message(MARKER, { currency: '"BHD"' }),
  message(MARKER).slice(1),
  message(MARKER).slice(0, -1),
  Buffer.from(message(MARKER)).toString('base64'),
  JSON.stringify(message(MARKER)),
  JSON.stringify({ Records: [{ body: message(MARKER) }] }),
  JSON.stringify({ Type: 'Notification', Message: message(MARKER) }),
  'x'.repeat(1_000_000),
  `{"orderId":"${MARKER.repeat(50_000)}"}`,
].filter((body) => XML_TEXT.test(body));

/** `JSON.parse` rounds these to a number that is allowed. They say a payment, though not in the API's spelling. */
function isIntegerToParser(token: string): boolean {
  try {
    const value: unknown = JSON.parse(token);
    return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 99_999_999;
  } catch {
    return false;
  }
}

/** Bodies that say a payment which was never accepted, or say it otherwise than `orderId` was. */
export const forgeries = (orderId: string): readonly string[] => [
  message('ord-ghost'),
  message('__proto__'),
  message('constructor'),
  message(`${orderId}x`),
  message(orderId.toUpperCase()),
  message(orderId, { attempt: '2' }),
  message(orderId, { attempt: '99' }),
  message(orderId, { amount: '1' }),
  message(orderId, { amount: '99999999' }),
  message(orderId, { amount: '1998.9999999999998' }),
  message(orderId, { currency: '"USD"' }),
  message(orderId, { currency: '"JPY"' }),
  message(orderId, { paymentMethod: '"pm_card_mastercard"' }),
];

/** Bodies that say the payment of `orderId` again, in whatever spelling. */
export const repeats = (orderId: string): readonly string[] => [
  message(orderId),
  ` ${message(orderId)}\n`,
  message(orderId, { redriveCount: '3' }),
  message(orderId, { __proto__2: '{"amount":1}', constructor: '{}' }),
  message(orderId, { amount: '1999.0' }),
  message(orderId, { amount: '1.999e3' }),
  message(orderId).replace('"attempt":1,', ''),
  message(orderId).replace('{', '{"__proto__":{"amount":1},'),
  message(orderId).replace('"EUR"', '"\\u0045UR"'),
  message(orderId, { padding: `"${'x'.repeat(200_000)}"` }),
];

/** Group ids that SQS takes, and no order has. */
export const ODD_GROUPS: readonly string[] = ['__proto__', 'constructor', '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~', 'g'.repeat(128), 'one'];

export const ODD_ATTRIBUTES: readonly HostileMessage['attributes'][] = [
  undefined,
  { orderId: { DataType: 'String', StringValue: 'ord-other' }, amount: { DataType: 'Number', StringValue: '1' } },
  { raw: { DataType: 'Binary', BinaryValue: '/wAB' }, custom: { DataType: 'String.json', StringValue: '{"a":1}' } },
  { constructor: { DataType: 'String', StringValue: 'x' }, ['__proto__']: { DataType: 'String', StringValue: 'y' } },
  Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`a${index}`, { DataType: 'String', StringValue: 'v'.repeat(1000) }])),
];
