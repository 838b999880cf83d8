import { invalidRequest, noSuchPaymentMethod } from './api-error';
import type { Form } from './form-decoding';
import { allowOnly, atLeast, boolean, expansions, integer, metadata, requiredText, text } from './parameters';
import { testCard } from './payment-methods';

/** Stripe's largest amount: eight digits (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const MAX_AMOUNT = 99_999_999;

/** Every ISO 4217 code that the runtime knows. Stripe takes a few fewer; a caller may sell in fewer still. */
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Stripe takes their amounts in multiples of 10 only (docs.stripe.com/currencies#three-decimal). */
const THREE_DECIMALS: ReadonlySet<string> = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd']);

/** What Stripe accepts with a new PaymentIntent and this service reads or may safely ignore. Anything else is refused, as at Stripe. */
const KNOWN: ReadonlySet<string> = new Set(
  (
    'amount currency payment_method confirm metadata description expand off_session error_on_requires_action automatic_payment_methods ' +
    'payment_method_types payment_method_options capture_method confirmation_method customer receipt_email return_url setup_future_usage ' +
    'shipping statement_descriptor statement_descriptor_suffix transfer_group use_stripe_sdk'
  ).split(' '),
);

export interface CreateParameters {
  readonly amount: number;
  readonly currency: string;
  readonly description: string | null;
  readonly metadata: Record<string, string>;
  readonly paymentMethod: string | undefined;
  readonly confirm: boolean;
  /** A card that needs its holder to act is declined instead. */
  readonly refuseAction: boolean;
  readonly expand: ReadonlySet<string>;
}

/** Throws `ApiError` 400, in Stripe's words, for the first parameter that breaks a rule. */
export function createParameters(form: Form): CreateParameters {
  allowOnly(form, KNOWN);
  const currency = currencyOf(form);
  const parameters = {
    amount: amountOf(form, currency),
    currency,
    description: text(form, 'description') ?? null,
    metadata: metadata(form),
    paymentMethod: paymentMethodOf(form),
    confirm: boolean(form, 'confirm'),
    refuseAction: refusesAction(form),
    expand: expansions(form, ['latest_charge']),
  };
  if (text(form, 'capture_method') === 'manual')
    throw invalidRequest('This service captures at once: manual is not supported.', { param: 'capture_method' });
  // Refused before anything exists, as at Stripe: there would be an intent that nobody asked for.
  if (parameters.confirm && parameters.paymentMethod === undefined) {
    throw invalidRequest('To confirm while creating, pass a payment_method.', { code: 'parameter_missing', param: 'payment_method' });
  }
  return parameters;
}

function currencyOf(form: Form): string {
  const currency = requiredText(form, 'currency').toLowerCase();
  if (!CURRENCIES.has(currency.toUpperCase()))
    throw invalidRequest('Invalid currency: must be a three-letter ISO 4217 code', { param: 'currency' });
  return currency;
}

function amountOf(form: Form, currency: string): number {
  const amount = atLeast(1, integer(requiredText(form, 'amount'), 'amount'), 'amount');
  if (amount > MAX_AMOUNT) throw invalidRequest('Amount must be no more than 99999999.', { code: 'amount_too_large', param: 'amount' });
  if (THREE_DECIMALS.has(currency) && amount % 10 !== 0) {
    throw invalidRequest('Invalid amount: must be a multiple of 10 in a three-decimal currency', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
  }
  return amount;
}

export function paymentMethodOf(form: Form): string | undefined {
  const paymentMethod = text(form, 'payment_method');
  if (paymentMethod !== undefined && !testCard(paymentMethod)) throw noSuchPaymentMethod(paymentMethod);
  return paymentMethod;
}

/** `off_session` says that nobody is there to act; Stripe declines then. */
export const refusesAction = (form: Form): boolean => boolean(form, 'error_on_requires_action') || boolean(form, 'off_session');
