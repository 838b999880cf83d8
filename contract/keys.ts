import { createHash } from 'node:crypto';

/** What identifies "attempt N to collect the payment for order X". */
export interface EventIdentity {
  readonly orderId: string;
  readonly attempt: number;
}

/** The event's identity in one string, `orderId/attempt`. `/` is not allowed in an order id, so two events never share one. */
export const eventKey = ({ orderId, attempt }: EventIdentity): string => `${orderId}/${attempt}`;

/** SQS keeps the messages of one order in line. */
export const messageGroupId = ({ orderId }: EventIdentity): string => orderId;

/** Of the event alone, so that a repeated send is the same send. */
export const deduplicationId = eventKey;

/** Of the guard's records, instead of Powertools' default, the function's name: a renamed function must know what its predecessor did. */
const GUARD_KEY_PREFIX = 'charge';

/**
 * Id of an event's guard record, as Powertools makes it with `hashFunction: 'sha256'`: the prefix, and the digest of the key's JSON text.
 * https://docs.aws.amazon.com/powertools/typescript/latest/features/idempotency/
 */
export const guardRecordId = (event: EventIdentity): string =>
  `${GUARD_KEY_PREFIX}#${createHash('sha256')
    .update(JSON.stringify(eventKey(event)))
    .digest('base64')}`;

const PROVIDER_PREFIX = 'charge-once/';
const CONFIRM_SUFFIX = '/confirm';

/** Idempotency key under which the provider opens the event's charge: `charge-once/{orderId}/{attempt}`. */
export const providerCreateKey = (event: EventIdentity): string => `${PROVIDER_PREFIX}${eventKey(event)}`;

/** Idempotency key of the first confirmation. */
export const providerConfirmKey = (event: EventIdentity): string => `${providerCreateKey(event)}${CONFIRM_SUFFIX}`;

const PROVIDER_KEY = new RegExp(`^${PROVIDER_PREFIX}([^/]+)/([1-9]\\d?)(?:${CONFIRM_SUFFIX})?$`);

/** The event that one of the two keys names; `undefined` for any other key. The order id is not checked. */
export function readProviderKey(key: string): EventIdentity | undefined {
  const [, orderId, attempt] = PROVIDER_KEY.exec(key) ?? [];
  return orderId === undefined ? undefined : { orderId, attempt: Number(attempt) };
}

/** Id of the record of a client's `Idempotency-Key`. Hashed, because a client may put anything into the header. */
export const clientTokenRecordId = (token: string): string => `client-token#${createHash('sha256').update(token).digest('hex')}`;
