import type { Decline } from './payment-methods';

export type IntentStatus = 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'succeeded' | 'canceled';

/** One try to charge. A failed one is a Charge too, as at Stripe; only `failure: null` moved money. */
export interface Charge {
  readonly id: string;
  readonly atMs: number;
  readonly paymentMethod: string;
  readonly failure: Decline | null;
}

/** What changes in the life of a PaymentIntent. */
export interface IntentState {
  readonly status: IntentStatus;
  readonly paymentMethod: string | null;
  readonly latestCharge: Charge | null;
  readonly canceledAtMs: number | null;
  readonly cancellationReason: string | null;
}

/** What a confirm or cancel answered: the state it left, kept for the replay. */
export interface IntentAnswer {
  /** Record of the idempotency key under which it was asked. */
  readonly generation: string;
  readonly requestId: string;
  readonly statusCode: 200 | 402;
  readonly state: IntentState;
}

/**
 * A PaymentIntent as stored. Status, charge and answer are one document, so one conditional write decides all three: no crash can leave a
 * charge without its status, or an answer without its charge. The books are read from here.
 */
export interface Intent {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly createdMs: number;
  readonly amount: number;
  /** Lower case, as Stripe writes it. */
  readonly currency: string;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly state: IntentState;
  /** Oldest first. */
  readonly answers: readonly IntentAnswer[];
}

export const orderIdOf = (intent: Intent): string | undefined =>
  Object.hasOwn(intent.metadata, 'orderId') ? intent.metadata.orderId : undefined;

/** The charge that moved money, if one did. */
export function paidCharge({ state }: Intent): Charge | undefined {
  return state.status === 'succeeded' && state.latestCharge?.failure === null ? state.latestCharge : undefined;
}
