import fc from 'fast-check';
import { follow, OPENAPI } from './contract';

/** Requests made from the contract itself, so that a rule added there is tried here. */

type Members = Record<string, unknown>;
interface Rules {
  readonly $ref?: string;
  readonly anyOf?: readonly Rules[];
  readonly type?: string;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

const { properties, required } = OPENAPI.components.schemas.PaymentRequest as {
  properties: Record<string, Rules>;
  required: readonly string[];
};
const rulesOf = (name: string): Rules => {
  const rules = follow(properties[name]!);
  return rules.anyOf ? follow(rules.anyOf[0]!) : rules;
};
const CURRENCIES = rulesOf('currency').enum!;
const THREE_DECIMALS = (OPENAPI.components.schemas.PaymentRequest as { if: { properties: { currency: { enum: string[] } } } }).if.properties
  .currency.enum;

export const GOOD: Members = { orderId: 'ord-1001', attempt: 1, amount: 1999, currency: 'EUR', paymentMethod: 'pm_card_visa' };

/** Digits in a row, or grouped, as a card number would have them. The contract refuses those apart from its schema. */
const mayBeCard = (text: string): boolean => /\d(?:[ ._-]?\d){12}/.test(text);
const matching = (name: string) => {
  const pattern = rulesOf(name).pattern!;
  // fast-check has no look-ahead; what the pattern excludes with one is filtered out again.
  const generated = fc.stringMatching(new RegExp(pattern.replace(/\(\?![^)]*\)/, '')));
  return generated.filter((text) => new RegExp(pattern).test(text) && !mayBeCard(text));
};

/** Any request that the contract allows. */
export const validRequest: fc.Arbitrary<Members> = fc
  .record(
    {
      orderId: matching('orderId'),
      attempt: fc.oneof(fc.constantFrom(1, null), fc.integer({ min: 1, max: 99 })),
      amount: fc.integer({ min: rulesOf('amount').minimum!, max: rulesOf('amount').maximum! }),
      currency: fc.constantFrom(...CURRENCIES),
      paymentMethod: matching('paymentMethod'),
    },
    { requiredKeys: ['orderId', 'amount', 'currency', 'paymentMethod'] },
  )
  .map((members) => (THREE_DECIMALS.includes(members.currency) ? { ...members, amount: Math.ceil(members.amount / 10) * 10 } : members))
  .filter(({ amount }) => amount <= rulesOf('amount').maximum!);

const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(null, '', 0, -1, 1.5, 100, 1999, 'EUR', 'BHD', 'eur', 'ord-1', 'pm_card_visa', true),
);

/** A valid request with up to two members changed, lost or added: valid still, or not. */
export const nearlyValidRequest: fc.Arbitrary<Members> = fc
  .tuple(
    validRequest,
    fc.array(fc.tuple(fc.constantFrom(...Object.keys(properties), 'metadata', 'Amount', 'constructor'), fc.option(anyValue)), {
      minLength: 1,
      maxLength: 2,
    }),
  )
  .map(([members, changes]) => {
    const changed: Members = { ...members };
    // `null` from `option` loses the member; a JSON null is among the values too.
    for (const [name, value] of changes) {
      if (value === null) delete changed[name];
      else changed[name] = value;
    }
    return changed;
  })
  .filter((members) => !mayBeCard(JSON.stringify(members)));

export interface Violation {
  readonly rule: string;
  readonly path: string;
  readonly request: Members;
}

const OF_TYPE: Record<string, unknown> = { string: 'x', integer: 7, boolean: true, object: {}, array: [] };

/** Each rule of the contract broken once, all others kept. */
export function violations(): Violation[] {
  const without = (name: string) => Object.fromEntries(Object.entries(GOOD).filter(([each]) => each !== name));
  return [
    ...required.map((name) => ({ rule: `${name} is required`, path: `/${name}`, request: without(name) })),
    { rule: 'no other members', path: '', request: { ...GOOD, metadata: 'x' } },
    ...THREE_DECIMALS.map((currency) => ({ rule: `${currency} in tens`, path: '/amount', request: { ...GOOD, currency, amount: 1999 } })),
    ...Object.keys(properties).flatMap((name) =>
      breaking(name).map(([rule, value]) => ({ rule: `${name} ${rule}`, path: `/${name}`, request: { ...GOOD, [name]: value } })),
    ),
  ];
}

function breaking(name: string): [rule: string, value: unknown][] {
  const { type = '', pattern, enum: listed, minimum, maximum } = rulesOf(name);
  const good = String(GOOD[name]);
  const texts = ['', ' ', `${good} `, ` ${good}`, `${good}\n`, `${good}é`, good.padEnd(300, 'a'), good.toLowerCase(), good.slice(0, 2)];
  const allowed = (text: string) => (pattern === undefined ? (listed ?? []).includes(text) : new RegExp(pattern).test(text));
  return [
    ...Object.entries(OF_TYPE)
      .filter(([other]) => other !== type)
      .map(([other, value]): [string, unknown] => [`as ${other}`, value]),
    ...(properties[name]!.anyOf ? [] : [['as null', null] as [string, unknown]]),
    ...(minimum === undefined ? [] : [['below its minimum', minimum - 1] as [string, unknown]]),
    ...(maximum === undefined ? [] : [['above its maximum', maximum + 1] as [string, unknown]]),
    ...(type === 'integer' ? [['as a fraction', minimum! + 0.5] as [string, unknown]] : []),
    ...(type === 'string'
      ? texts.filter((text) => !allowed(text)).map((text): [string, unknown] => [`as ${JSON.stringify(text)}`, text])
      : []),
  ];
}
