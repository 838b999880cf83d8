import type { PaymentEvent } from '../../contract/payment-event';
import { ATTENTION_AFTER_SECONDS } from '../../contract/windows';

/**
 * `accepted → charging → charged | declined | expired | cancelled`, and `accepted → declined | expired | cancelled`. The last four never
 * change again.
 */
export type PaymentStatus = 'accepted' | 'charging' | EndStatus;

/** How a payment ends. Only `charged` has moved money; after each of the others the next attempt is free. */
export type EndStatus = 'charged' | 'declined' | 'expired' | 'cancelled';

/** Why the last delivery of a payment did not finish. */
export interface Failure {
  /** Stable and free of secrets, such as `provider-unreachable`. */
  readonly code: string;
  /** ISO 8601. */
  readonly at: string;
  /** True when that delivery was the last, so that the message went to the DLQ. */
  readonly deadLettered: boolean;
}

/** One row of the ledger. It is never deleted and has no TTL. */
export interface Payment extends PaymentEvent {
  readonly status: PaymentStatus;
  /** ISO 8601, milliseconds. */
  readonly acceptedAt: string;
  /** Request that created the row: tells our own repeated write from somebody else's. */
  readonly requestId: string;
  /** The provider's id of the charge, recorded before money can move. A declined payment has none where the provider refused to prepare one. */
  readonly chargeId?: string;
  readonly chargedAt?: string;
  readonly declineCode?: string;
  /** When somebody asked to cancel it. ISO 8601. From then on the charge is not started, and a started one is ended at the provider. */
  readonly cancelRequestedAt?: string;
  readonly lastFailure?: Failure;
  /** When the reconciliation sent the payment's message again, which it does once. ISO 8601. */
  readonly resentAt?: string;
}

/** What the provider said in the end. */
export type Outcome =
  | { readonly status: 'charged'; readonly chargedAt: string }
  | { readonly status: 'declined'; readonly declineCode: string }
  | { readonly status: 'expired' | 'cancelled' };

export type SettledPayment = Payment & { readonly status: EndStatus };

export const isTerminal = (payment: Payment): payment is SettledPayment => payment.status !== 'accepted' && payment.status !== 'charging';

/** The status that clients see: a payment that stays open too long, or whose message is in the DLQ, needs attention. */
export function shownStatus(payment: Payment, now: number): PaymentStatus | 'needs_attention' {
  if (isTerminal(payment)) return payment.status;
  const overdue = now - Date.parse(payment.acceptedAt) > ATTENTION_AFTER_SECONDS * 1000;
  return overdue || payment.lastFailure?.deadLettered ? 'needs_attention' : payment.status;
}

/**
 * The ledger. Each transition is one conditional write on `status` itself. When the condition fails, the row as it stands is returned
 * instead: it is our own earlier write whose answer was lost, or another worker's, and the caller goes on from there either way.
 */
export interface Payments {
  /** Creates the row, or returns the one that is there. */
  create(payment: Payment): Promise<Payment>;
  /** Consistent read. */
  get(orderId: string, attempt: number): Promise<Payment | undefined>;
  /** Consistent read of every attempt, in order. */
  list(orderId: string): Promise<Payment[]>;
  /** accepted → charging, under the charge's id, unless somebody has asked to cancel it. */
  startCharging(payment: Payment, chargeId: string): Promise<Payment>;
  /** accepted → charging, under a charge that has been made, whether or not somebody asks to cancel it: a row that was lost and is healed. */
  adoptCharge(payment: Payment, chargeId: string): Promise<Payment>;
  /** charging → charged | declined | expired | cancelled, if the row still names this charge. */
  settle(payment: Payment, outcome: Outcome): Promise<Payment>;
  /** accepted → declined: the provider has nothing that could be charged, and never will. */
  decline(payment: Payment, declineCode: string): Promise<Payment>;
  /** accepted → expired. */
  expire(payment: Payment): Promise<Payment>;
  /** accepted → cancelled. */
  cancel(payment: Payment): Promise<Payment>;
  /** Notes on a payment that is not terminal that somebody asks to cancel it; the first time counts. Returns the row, whatever its status. */
  requestCancel(key: Pick<PaymentEvent, 'orderId' | 'attempt'>, at: string): Promise<Payment | undefined>;
  /** Notes a failed delivery on a payment that is not terminal; does nothing to any other. */
  noteFailure(key: Pick<PaymentEvent, 'orderId' | 'attempt'>, failure: Failure): Promise<void>;
  /** Notes on a payment that is not terminal when its message was sent again; does nothing to any other. */
  noteResent(key: Pick<PaymentEvent, 'orderId' | 'attempt'>, at: string): Promise<void>;
}
