import type { Outcome } from './payments';

/** Why an open payment is ended at the provider. Whoever finds the cancelled PaymentIntent later reads it from there, worker and reconciliation alike. */
export type EndReason = 'declined' | 'expired' | 'cancelled';

/** Sent as `cancellation_reason`; a decline sends none. https://docs.stripe.com/api/payment_intents/cancel */
export const CANCELLATION_REASON: Readonly<Record<EndReason, 'abandoned' | 'requested_by_customer' | undefined>> = {
  declined: undefined,
  expired: 'abandoned',
  cancelled: 'requested_by_customer',
};

/** What a cancelled PaymentIntent tells of its end. https://docs.stripe.com/api/payment_intents/object */
export interface CanceledIntent {
  readonly cancellation_reason: string | null;
  readonly last_payment_error: { readonly decline_code?: string; readonly code?: string } | null;
}

/** How a payment ended whose PaymentIntent is cancelled. What the provider's object says decides alone. */
export function outcomeOfCanceled(intent: CanceledIntent, declineCode?: string): Outcome {
  if (intent.cancellation_reason === CANCELLATION_REASON.cancelled) return { status: 'cancelled' };
  if (intent.cancellation_reason === CANCELLATION_REASON.expired) return { status: 'expired' };
  const error = intent.last_payment_error;
  return { status: 'declined', declineCode: declineCode ?? error?.decline_code ?? error?.code ?? 'canceled' };
}
