import type { ErrorBody } from './api-error';
import type { Charge, Intent, IntentState } from './intent';
import { testCard } from './payment-methods';

type Json = Record<string, unknown>;

const seconds = (ms: number): number => Math.floor(ms / 1000);

/** A PaymentIntent as the API shows it (docs.stripe.com/api/payment_intents/object), in a given state of its life. */
export function paymentIntentResource(intent: Intent, state: IntentState = intent.state, expand: ReadonlySet<string> = new Set()): Json {
  const { latestCharge } = state;
  const succeeded = state.status === 'succeeded';
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amount,
    // Members that are the same for every intent here are shown all the same: Stripe's clients expect them to be there.
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: succeeded ? intent.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: state.canceledAtMs === null ? null : seconds(state.canceledAtMs),
    cancellation_reason: state.cancellationReason,
    capture_method: 'automatic',
    // For browsers, which never talk to this service.
    client_secret: null,
    confirmation_method: 'automatic',
    created: seconds(intent.createdMs),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    // A card that now waits for its holder has replaced the one that was declined.
    last_payment_error: state.status !== 'requires_action' && latestCharge?.failure ? cardError(latestCharge) : null,
    latest_charge: latestCharge && (expand.has('latest_charge') ? chargeResource(intent, latestCharge) : latestCharge.id),
    livemode: false,
    metadata: intent.metadata,
    next_action: state.status === 'requires_action' ? { type: 'use_stripe_sdk', use_stripe_sdk: {} } : null,
    payment_method: state.paymentMethod,
    payment_method_options: {},
    payment_method_types: ['card'],
    processing: null,
    receipt_email: null,
    setup_future_usage: null,
    shipping: null,
    status: state.status,
  };
}

/** A Charge as the API shows it (docs.stripe.com/api/charges/object). */
export function chargeResource(intent: Intent, charge: Charge): Json {
  const paid = charge.failure === null;
  return {
    id: charge.id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    captured: paid,
    created: seconds(charge.atMs),
    currency: intent.currency,
    description: intent.description,
    disputed: false,
    failure_code: charge.failure?.code ?? null,
    failure_message: charge.failure?.message ?? null,
    livemode: false,
    metadata: intent.metadata,
    outcome: {
      network_status: paid ? 'approved_by_network' : 'declined_by_network',
      reason: charge.failure?.declineCode ?? null,
      type: paid ? 'authorized' : 'issuer_declined',
    },
    paid,
    payment_intent: intent.id,
    payment_method: charge.paymentMethod,
    payment_method_details: { card: cardOf(charge.paymentMethod), type: 'card' },
    refunded: false,
    status: paid ? 'succeeded' : 'failed',
  };
}

/** Body of the 402 that a declined charge is answered with; without `payment_intent`, the intent's `last_payment_error`. */
export function cardError({ id, failure, paymentMethod }: Charge): ErrorBody {
  return {
    type: 'card_error',
    code: failure?.code,
    decline_code: failure?.declineCode,
    message: failure?.message ?? '',
    charge: id,
    doc_url: `https://stripe.com/docs/error-codes/${failure?.code.replaceAll('_', '-')}`,
    payment_method: { id: paymentMethod, object: 'payment_method', type: 'card', card: cardOf(paymentMethod), livemode: false },
  };
}

function cardOf(paymentMethod: string): Json {
  const card = testCard(paymentMethod);
  return { brand: card?.brand, last4: card?.last4 };
}

/** Stripe's envelope of every list. */
export const listResource = (url: string, data: readonly Json[], hasMore: boolean): Json => ({
  object: 'list',
  data,
  has_more: hasMore,
  url,
});
