import { createHash } from 'node:crypto';
import type { Subject } from './entry';
import { jsonObject } from './json-object';

/** What the API accepts. A refused body may call anything an order id, a card number or an address: that is not kept. */
const ORDER_ID = /^[A-Za-z0-9._-]{1,64}$/;
/** Keys remembered: those of as many payments as there are time lines, with room for further attempts. */
const MAX_KEYS = 4000;

export interface Subjects {
  /** Of a message: what its body says, or else its group. */
  ofMessage(body: string, groupId: string): Subject;
  /** Of the body of a POST to the payments API. */
  ofRequest(body: Record<string, unknown>): Subject | undefined;
  /** Of a row's key and values as DynamoDB takes them. */
  ofItem(item: Item): Subject | undefined;
  /** Whether this charge was seen before. */
  knowsCharge(id: string): boolean;
  /** Of a call to the acquirer: by the intent's id or the idempotency key, or by the metadata that the answer repeats. */
  ofIntent(intent: { id?: string; idempotencyKey?: string; metadata?: unknown }): Subject | undefined;
}

export type Item = Record<string, { S?: unknown; N?: unknown } | undefined>;

/**
 * Tells which payment a call is about. Most name it; a guard record's key is a digest, and a confirmation names the charge alone, so both are
 * remembered from calls that name them beside the payment.
 */
export function createSubjects(): Subjects {
  const known = new Map<string, Subject>();
  const remember = (key: string, subject: Subject): void => {
    // Deleted first, so that it goes to the end: what is used stays.
    known.delete(key);
    known.set(key, subject);
    if (known.size > MAX_KEYS) known.delete(known.keys().next().value!);
  };

  const subject = (orderId: unknown, attempt: unknown): Subject | undefined => {
    if (typeof orderId !== 'string' || !ORDER_ID.test(orderId) || holdsCardNumber(orderId)) return undefined;
    // Anything may stand there; an object without a primitive value would throw.
    const number = typeof attempt === 'number' || typeof attempt === 'string' ? Number(attempt) : Number.NaN;
    const found: Subject = Number.isInteger(number) && number > 0 ? { orderId, attempt: number } : { orderId };
    if (found.attempt !== undefined) remember(digest(found), found);
    return found;
  };

  const ofRequest = ({ orderId, attempt = 1 }: Record<string, unknown>): Subject | undefined => subject(orderId, attempt);

  return {
    knowsCharge: (id) => known.has(id),
    ofRequest,
    ofMessage: (body, groupId) => ofRequest(jsonObject(body)) ?? { orderId: groupId },
    ofItem({ orderId, attempt, id, chargeId }) {
      if (typeof id?.S === 'string' && id.S.includes('#')) return known.get(id.S.slice(id.S.indexOf('#') + 1));
      const found = subject(orderId?.S, attempt?.N);
      if (found && typeof chargeId?.S === 'string') remember(chargeId.S, found);
      return found;
    },
    ofIntent({ id, idempotencyKey, metadata }) {
      const { orderId, attempt } = (metadata ?? {}) as { orderId?: unknown; attempt?: unknown };
      // `charge-once/{orderId}/{attempt}`, with `/confirm` behind it when it confirms.
      const [, ofKey, attemptOfKey] = /^[^/]+\/([^/]+)\/(\d+)(?:\/|$)/.exec(idempotencyKey ?? '') ?? [];
      const found = subject(orderId, attempt) ?? subject(ofKey, attemptOfKey) ?? (id === undefined ? undefined : known.get(id));
      if (found && id !== undefined) remember(id, found);
      return found;
    },
  };
}

/** Whether some runs of digits that follow each other make a card number: it may stand behind other digits, and be grouped in any way. */
function holdsCardNumber(text: string): boolean {
  const runs = text.match(/\d+/g) ?? [];
  return runs.some((_, start) => runs.slice(start).some((_run, more) => isCardNumber(runs.slice(start, start + more + 1).join(''))));
}

/** 13 to 19 digits as card schemes issue them, the last one the check digit of the others (Luhn). */
function isCardNumber(digits: string): boolean {
  const values = digits.split('').map(Number).reverse();
  const sum = values.reduce((total, value, index) => total + (index % 2 === 0 ? value : value * 2 - (value > 4 ? 9 : 0)), 0);
  return /^(2[2-9]|[3-9]\d)\d{11,17}$/.test(digits) && sum % 10 === 0;
}

/** As Powertools makes a record's key of the event's: SHA-256 of its JSON text. */
function digest({ orderId, attempt }: Subject): string {
  return createHash('sha256')
    .update(JSON.stringify(`${orderId}/${attempt}`))
    .digest('base64');
}
