import Stripe from 'stripe';
import { PermanentFailure, TransientFailure } from '../../contract/failures';

const { StripeError, StripeCardError, StripeInvalidRequestError, StripeIdempotencyError, StripeConnectionError } = Stripe.errors;

/** The decline code when a confirmation failed because this payment method will not pay; `undefined` for any other error. */
export function declineOf(error: unknown): string | undefined {
  if (error instanceof StripeCardError) return error.decline_code ?? error.code ?? 'card_declined';
  // A token that the provider does not know, or that was used up, is the customer's to replace, like a declined card.
  if (error instanceof StripeInvalidRequestError && refusesPaymentMethod(error)) return error.code ?? 'payment_method_refused';
  return undefined;
}

/** Codes that begin like those of a refused payment method, but are about our account: taken as declines, they would decline every payment. */
const ACCOUNT_CODES: ReadonlySet<string> = new Set(['payment_method_unactivated', 'payment_method_configuration_failures']);

/**
 * Whether the payment method is what Stripe refuses. A payment method that was used before and belongs to no Customer is refused without
 * code and param: only the message names the object, `PaymentMethod`. The two words `payment method` also occur in errors of the request.
 *
 * @see https://docs.stripe.com/error-codes
 */
function refusesPaymentMethod({ code, param, message }: InstanceType<typeof StripeInvalidRequestError>): boolean {
  if (code !== undefined && ACCOUNT_CODES.has(code)) return false;
  if (param === 'payment_method' || code === 'payment_intent_incompatible_payment_method') return true;
  if (code !== undefined) return code.startsWith('payment_method_');
  return param === undefined && message.includes('PaymentMethod');
}

/**
 * The code when an error says that no charge of this amount will ever be made. Its limits depend on the currency that the account is paid out
 * in, so no table of ours can know them.
 *
 * @see https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
export function amountRefusalOf(error: unknown): string | undefined {
  if (!(error instanceof StripeInvalidRequestError)) return undefined;
  return error.code === 'amount_too_small' || error.code === 'amount_too_large' ? error.code : undefined;
}

/** The PaymentIntent inside a card error. */
export const intentOf = (error: unknown): Stripe.PaymentIntent | undefined =>
  error instanceof StripeError ? error.payment_intent : undefined;

/** Stripe's id of the request that it refused. */
export const requestIdOf = (error: unknown): string | undefined => (error instanceof StripeError ? error.requestId : undefined);

/** Confirming or cancelling came too late: the intent has moved on. */
export const isUnexpectedState = (error: unknown): boolean =>
  error instanceof StripeInvalidRequestError && error.code === 'payment_intent_unexpected_state';

/**
 * Whether an answer is the stored one of an earlier request under the same key. Stripe stores its 5xx too, and repeats them for as long as it
 * keeps the key.
 *
 * @see https://docs.stripe.com/api/idempotent_requests
 */
const isRepeated = ({ headers }: InstanceType<typeof StripeError>): boolean => headers?.['idempotent-replayed'] === 'true';

/** What an error of the provider means for the message. The error itself stays behind as `cause` and is never logged: it may quote the request. */
export function toFailure(error: unknown): unknown {
  if (!(error instanceof StripeError)) return error;
  if (error instanceof StripeConnectionError) return new TransientFailure('provider-unreachable', { cause: error });
  // Before the types: a key in flight is a 409 of type idempotency_error.
  if (error.statusCode === 409 || error.statusCode === 429) return new TransientFailure('provider-busy', { cause: error });
  if (error.statusCode === 401 || error.statusCode === 403) return new TransientFailure('provider-rejects-credentials', { cause: error });
  if (error instanceof StripeIdempotencyError) return new PermanentFailure('provider-key-reused', { cause: error });
  if (error instanceof StripeInvalidRequestError) return new PermanentFailure('provider-refused', { cause: error });
  return new TransientFailure(isRepeated(error) ? 'provider-repeats-error' : 'provider-error', { cause: error });
}
