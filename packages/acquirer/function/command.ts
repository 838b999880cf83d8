import { type ApiError, invalidRequest } from './api-error';
import { createParameters, paymentMethodOf, refusesAction } from './create-parameters';
import type { Form } from './form-decoding';
import type { Intent } from './intent';
import { cancelIntent, confirmIntent, createIntent, type Transition } from './intent-transitions';
import { allowOnly, expansions, text } from './parameters';

/** What a checked request is going to do. Making a plan throws `ApiError` for a bad request, and nothing of it is kept. */
export type Plan =
  | { readonly kind: 'create'; readonly intent: Intent; readonly statusCode: 200 | 402; readonly expand: ReadonlySet<string> }
  | { readonly kind: 'change'; readonly apply: (intent: Intent) => Transition; readonly expand: ReadonlySet<string> }
  | { readonly kind: 'fail'; readonly error: ApiError };

export type Planner = (form: Form, nowMs: number) => Plan;

/** The one member that may be shown as the object it names. */
export const expandOf = (form: Form): ReadonlySet<string> => expansions(form, ['latest_charge']);

const CONFIRM: ReadonlySet<string> = new Set(
  (
    'payment_method expand off_session error_on_requires_action return_url use_stripe_sdk receipt_email payment_method_options ' +
    'payment_method_types capture_method setup_future_usage shipping'
  ).split(' '),
);
const CANCEL: ReadonlySet<string> = new Set(['cancellation_reason', 'expand']);
const REASONS: readonly string[] = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'];

export const planCreate: Planner = (form, nowMs) => {
  const parameters = createParameters(form);
  return { kind: 'create', expand: parameters.expand, ...createIntent(parameters, nowMs) };
};

export const planConfirm: Planner = (form, nowMs) => {
  allowOnly(form, CONFIRM);
  const paymentMethod = paymentMethodOf(form);
  const refuseAction = refusesAction(form);
  return { kind: 'change', expand: expandOf(form), apply: (intent) => confirmIntent(intent, paymentMethod, refuseAction, nowMs) };
};

export const planCancel: Planner = (form, nowMs) => {
  allowOnly(form, CANCEL);
  const reason = text(form, 'cancellation_reason');
  if (reason !== undefined && !REASONS.includes(reason)) {
    throw invalidRequest(`Invalid cancellation_reason: must be one of ${REASONS.join(', ')}`, { param: 'cancellation_reason' });
  }
  return { kind: 'change', expand: expandOf(form), apply: (intent) => cancelIntent(intent, reason, nowMs) };
};
