import * as z from 'zod';
import { containsCardNumber } from './card-number';
import { decimalsOf } from './currencies';
import { deduplicationId, messageGroupId } from './keys';
import { MAX_ATTEMPTS } from './windows';

export { eventKey } from './keys';

/**
 * The business event "attempt N to collect the payment for order X". Order and attempt identify it; the rest is what it says.
 * The same shape is accepted by the API, stored in the row and carried by the message.
 */
export interface PaymentEvent {
  readonly orderId: string;
  readonly attempt: number;
  /** In the currency's minor unit: 1999 is 19.99 EUR, 500 is 500 JPY. */
  readonly amount: number;
  /** Upper-case ISO 4217 code. */
  readonly currency: string;
  /** Provider token such as `pm_card_visa`; never a card number. */
  readonly paymentMethod: string;
}

/** The largest amount that the provider accepts: eight digits (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const MAX_AMOUNT = 99_999_999;

/**
 * Letters, digits, dot, underscore, hyphen: valid as an SQS group id, in a URL and in a log line as it stands. Not `.` and `..`, which every
 * HTTP client takes for steps in the path (RFC 3986, 5.2.4), so that such a payment could never be read.
 */
export const ORDER_ID = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}$/;

/** Whether the API would accept this as an order id: of the right form, and without a card number in it. */
export const isOrderId = (value: unknown): value is string =>
  typeof value === 'string' && ORDER_ID.test(value) && !containsCardNumber(value);

const members = {
  orderId: z.string('must be a string').regex(ORDER_ID, 'must be 1 to 64 letters, digits, dots, underscores or hyphens, and not . or ..'),
  attempt: z.int('must be an integer').min(1, `must be 1 to ${MAX_ATTEMPTS}`).max(MAX_ATTEMPTS, `must be 1 to ${MAX_ATTEMPTS}`).default(1),
  amount: z
    .int('must be an integer in the minor unit of the currency')
    .min(1, `must be 1 to ${MAX_AMOUNT}`)
    .max(MAX_AMOUNT, `must be 1 to ${MAX_AMOUNT}`),
  currency: z.string('must be a string').refine((code) => decimalsOf(code) !== undefined, 'must be an accepted upper-case ISO 4217 code'),
  paymentMethod: z.string('must be a string').regex(/^pm_[A-Za-z0-9_]{1,250}$/, 'must be a provider token starting with pm_'),
};

/** Three-decimal amounts must end in 0: card networks settle two decimals (docs.stripe.com/currencies#three-decimal). */
const settles = ({ amount, currency }: { amount: number; currency: string }): boolean => decimalsOf(currency) !== 3 || amount % 10 === 0;
const unsettled = { path: ['amount'], message: 'must be a multiple of 10 in a three-decimal currency' };

/** What a client may send: these members and no others. */
export const PaymentRequest = z.strictObject(members, 'must have no other members').refine(settles, unsettled);

/**
 * What a message must carry. Members that a tool added on the way are ignored, so that a redrive cannot make a payment unreadable. A message with a
 * `kind` asks for something else than a charge.
 */
const PaymentMessage = z.object({ ...members, kind: z.undefined().optional() }).refine(settles, unsettled);

/** Whether two descriptions of one event say the same; a payment is never charged by a message that its row contradicts. */
export const sameEvent = (a: PaymentEvent, b: PaymentEvent): boolean =>
  a.orderId === b.orderId &&
  a.attempt === b.attempt &&
  a.amount === b.amount &&
  a.currency === b.currency &&
  a.paymentMethod === b.paymentMethod;

/**
 * The event in a message's body, or `undefined` when there is none: whoever may send to the queue may send anything. An order id with a card
 * number in it is no event: the API accepts none, and it would be logged.
 */
export function readMessage(body: string): PaymentEvent | undefined {
  try {
    const event = PaymentMessage.safeParse(JSON.parse(body)).data;
    return event && !containsCardNumber(event.orderId) ? event : undefined;
  } catch {
    return undefined;
  }
}

/** What SQS is told: the event as the row has it. Group and deduplication id come from the event alone, so a repeated send is the same send. */
export const toMessage = (event: PaymentEvent) => ({
  MessageBody: JSON.stringify({
    orderId: event.orderId,
    attempt: event.attempt,
    amount: event.amount,
    currency: event.currency,
    paymentMethod: event.paymentMethod,
  }),
  MessageGroupId: messageGroupId(event),
  MessageDeduplicationId: deduplicationId(event),
});
