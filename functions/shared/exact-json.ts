import { LosslessNumber, parse } from 'lossless-json';

/** Thrown for text that is not one flat JSON object with distinct members. The message never quotes the text. */
export class InvalidJson extends Error {}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Greedy from the front: `/0+$/` would look for its end once for every zero, which takes a tenth of a second for a body full of them. */
const UP_TO_LAST_NON_ZERO = /^\d*[1-9]/;

/** Every string of a JSON text, and after a member's name the colon. Whole strings, so that none is read from the middle of another. */
const STRINGS = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;

/**
 * The number that a JSON token spells, if it is an integer of up to 15 digits; otherwise `NaN`. `1000.0` and `1e3` are 1000, but
 * `999.9999999999999999`, which a double rounds to 1000, is not an integer.
 */
export function exactInteger(token: string): number {
  const [, sign, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(token) ?? [];
  const digits = UP_TO_LAST_NON_ZERO.exec(whole + fraction)?.[0] ?? '';
  const scale = Number(exponent) - fraction.length + (whole.length + fraction.length - digits.length);
  if (sign === undefined || (digits !== '' && scale < 0)) return Number.NaN;
  const value = Number(token);
  return Math.abs(value) < 1e15 ? value + 0 : Number.NaN;
}

/** Members of a flat object as they were sent: strings, exact integers (`NaN` for other numbers), booleans, null; nested values as `Nested`. */
export type Members = Record<string, unknown>;

/** Stands for a nested array or object, which no member of the contract may be. */
export const NESTED = Object.freeze({});

/**
 * Reads one JSON object. `JSON.parse` checks the grammar; `lossless-json` then gives the number tokens and refuses duplicate members, which
 * `JSON.parse` would merge silently. Throws {@link InvalidJson}.
 */
export function parseExactObject(text: string): Members {
  let value: unknown;
  try {
    JSON.parse(text);
    value = parse(text, null, {
      parseNumber: (token) => new LosslessNumber(token),
      onDuplicateKey: () => {
        throw new InvalidJson('members must be distinct');
      },
    });
  } catch (error) {
    // A RangeError is a nesting too deep for the stack: refused like any other text that is not the contract's.
    throw error instanceof InvalidJson ? error : new InvalidJson('must be valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof LosslessNumber)
    throw new InvalidJson('must be a JSON object');
  const members = Object.entries(value).map(([name, member]) => [name, exactMember(member)] as const);
  // lossless-json lets a repeated member pass when both values are equal. Below a nested value, which is refused anyway, it need not be found.
  const flat = members.every(([, member]) => member !== NESTED);
  if (flat && countNames(text) > members.length) throw new InvalidJson('members must be distinct');
  return Object.fromEntries(members);
}

const countNames = (json: string): number => [...json.matchAll(STRINGS)].filter(([, colon]) => colon !== undefined).length;

function exactMember(member: unknown): unknown {
  if (member instanceof LosslessNumber) return exactInteger(member.value);
  return typeof member === 'object' && member !== null ? NESTED : member;
}
