import { type ApiError, invalidRequest } from './api-error';
import type { CreateParameters } from './create-parameters';
import { newChargeId, newIntentId } from './ids';
import type { Intent, IntentState } from './intent';
import { type Decline, testCard } from './payment-methods';

/** The state a command leaves, with its HTTP status; or why it may not run in the present one. Nothing is stored here. */
export type Transition =
  | { readonly kind: 'moved'; readonly state: IntentState; readonly statusCode: 200 | 402 }
  | { readonly kind: 'refused'; readonly error: ApiError };

type Moved = Extract<Transition, { kind: 'moved' }>;

const NEEDS_AUTHENTICATION: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

/** A new PaymentIntent, already settled when it is confirmed while creating: nobody else knows its id yet, so nothing can race. */
export function createIntent(parameters: CreateParameters, nowMs: number): { intent: Intent; statusCode: 200 | 402 } {
  const { amount, currency, description, metadata, paymentMethod = null, confirm, refuseAction } = parameters;
  const state: IntentState = {
    status: paymentMethod === null ? 'requires_payment_method' : 'requires_confirmation',
    paymentMethod,
    latestCharge: null,
    canceledAtMs: null,
    cancellationReason: null,
  };
  const orderId = Object.hasOwn(metadata, 'orderId') ? metadata.orderId : undefined;
  const id = newIntentId(orderId);
  const moved = confirm && paymentMethod !== null ? charge(id, state, paymentMethod, refuseAction, nowMs) : undefined;
  const intent = {
    id,
    createdMs: nowMs,
    amount,
    currency,
    description,
    metadata,
    state: moved?.state ?? state,
    answers: [],
  };
  return { intent, statusCode: moved?.statusCode ?? 200 };
}

export function confirmIntent(intent: Intent, paymentMethod: string | undefined, refuseAction: boolean, nowMs: number): Transition {
  const { state } = intent;
  switch (state.status) {
    case 'succeeded':
      return refused('You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.');
    case 'canceled':
      return refused('You cannot confirm this PaymentIntent because it has a status of canceled.');
    case 'requires_payment_method':
    case 'requires_confirmation':
    case 'requires_action': {
      const card = paymentMethod ?? state.paymentMethod;
      // A decline took the card off the intent, as at Stripe: trying again takes naming one.
      if (card === null) return refused("You cannot confirm this PaymentIntent because it's missing a payment method.");
      return charge(intent.id, state, card, refuseAction, nowMs);
    }
    default:
      return state.status satisfies never;
  }
}

export function cancelIntent(intent: Intent, reason: string | undefined, nowMs: number): Transition {
  const { state } = intent;
  if (state.status === 'succeeded' || state.status === 'canceled') {
    return refused(
      `You cannot cancel this PaymentIntent because it has a status of ${state.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_confirmation, requires_action.`,
    );
  }
  return {
    kind: 'moved',
    statusCode: 200,
    state: { ...state, status: 'canceled', canceledAtMs: nowMs, cancellationReason: reason ?? null },
  };
}

function charge(intentId: string, before: IntentState, paymentMethod: string, refuseAction: boolean, atMs: number): Moved {
  const outcome = testCard(paymentMethod)?.outcome;
  const declined = (failure: Decline): Moved => ({
    kind: 'moved',
    statusCode: 402,
    state: {
      ...before,
      status: 'requires_payment_method',
      paymentMethod: null,
      latestCharge: { id: newChargeId(intentId), atMs, paymentMethod, failure },
    },
  });
  switch (outcome?.kind) {
    case 'charged': {
      const latestCharge = { id: newChargeId(intentId), atMs, paymentMethod, failure: null };
      return { kind: 'moved', statusCode: 200, state: { ...before, status: 'succeeded', paymentMethod, latestCharge } };
    }
    case 'declined':
      return declined(outcome.decline);
    case 'authentication':
      if (refuseAction) return declined(NEEDS_AUTHENTICATION);
      return { kind: 'moved', statusCode: 200, state: { ...before, status: 'requires_action', paymentMethod } };
    case undefined:
      // Names are checked before anything is stored; a stored one that is unknown comes from another version of this service.
      throw new Error('a stored payment method is unknown');
    default:
      return outcome satisfies never;
  }
}

const refused = (message: string): Transition => ({
  kind: 'refused',
  error: invalidRequest(message, { code: 'payment_intent_unexpected_state' }),
});
