import { containsCardNumber } from '../../../contract/card-number';
import { guardRecordId, readProviderKey } from '../../../contract/keys';
import { isOrderId } from '../../../contract/payment-event';
import { MAX_ATTEMPTS } from '../../../contract/windows';
import type { Subject } from './entry';
import { jsonObject } from './json-object';

/** Keys remembered: those of as many payments as there are time lines, with room for further attempts. */
const MAX_KEYS = 4000;

export interface Subjects {
  /** Of a message: what its body says, or else its group, which whoever may send to the queue can name as they like. */
  ofMessage(body: string, groupId: string): Subject | undefined;
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
 * Tells which payment a call is about. Most name it; a guard record's id is a digest, and a confirmation names the charge alone, so both are
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
    // A refused body may call anything an order id, a card number or an address: that is not kept.
    if (!isOrderId(orderId)) return undefined;
    // Anything may stand there; an object without a primitive value would throw.
    const number = typeof attempt === 'number' || typeof attempt === 'string' ? Number(attempt) : Number.NaN;
    if (!Number.isInteger(number) || number < 1 || number > MAX_ATTEMPTS) return { orderId };
    const found = { orderId, attempt: number };
    remember(guardRecordId(found), found);
    return found;
  };

  /** An attempt that is null is the same as one left out. */
  const ofRequest = ({ orderId, attempt }: Record<string, unknown>): Subject | undefined => subject(orderId, attempt ?? 1);

  return {
    knowsCharge: (id) => known.has(id),
    ofRequest,
    ofMessage: (body, groupId) => ofRequest(jsonObject(body)) ?? (containsCardNumber(groupId) ? undefined : { orderId: groupId }),
    ofItem({ orderId, attempt, id, chargeId }) {
      if (typeof id?.S === 'string') return known.get(id.S);
      const found = subject(orderId?.S, attempt?.N);
      if (found && typeof chargeId?.S === 'string') remember(chargeId.S, found);
      return found;
    },
    ofIntent({ id, idempotencyKey, metadata }) {
      const { orderId, attempt } = (metadata ?? {}) as { orderId?: unknown; attempt?: unknown };
      const ofKey = readProviderKey(idempotencyKey ?? '');
      const found = subject(orderId, attempt) ?? subject(ofKey?.orderId, ofKey?.attempt) ?? (id === undefined ? undefined : known.get(id));
      if (found && id !== undefined) remember(id, found);
      return found;
    },
  };
}
