/** A PaymentIntent, as much of it as the charge function reads. https://docs.stripe.com/api/payment_intents/object */
export interface Intent {
  readonly object: 'payment_intent';
  readonly id: string;
  readonly livemode: boolean;
  readonly amount: number;
  readonly currency: string;
  readonly metadata: { readonly orderId: string; readonly attempt: string };
  readonly status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
  readonly amount_received: number;
  readonly cancellation_reason?: string | null;
  readonly last_payment_error: { readonly code: string; readonly decline_code?: string } | null;
  readonly latest_charge: { readonly id: string; readonly created: number } | null;
}

/** An answer over HTTP: the intent, or an error object. */
export interface Answer {
  readonly status: number;
  readonly body: object;
}

export const apiError = (status: number, type: string, code: string, more: object = {}): Answer => ({
  status,
  body: { type, code, ...more },
});

/** Confirming or cancelling what is past it. */
export const unexpectedState = (intent: Intent): Answer =>
  apiError(400, 'invalid_request_error', 'payment_intent_unexpected_state', { payment_intent: intent });
