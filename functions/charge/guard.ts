import type { PaymentEvent } from '../../contract/payment-event';

/** What a delivery learns of a payment's end: small, plain JSON, because it is stored in the guard's record. */
export interface Charged {
  readonly status: 'charged' | 'declined' | 'expired';
}

/** What the guard says of an event, or of the work that it let run. */
export type Guarded =
  /** A delivery of the same event has finished before, with this result. */
  | { readonly kind: 'done'; readonly result: Charged }
  /** Nobody had; this delivery did the work. */
  | { readonly kind: 'ran'; readonly result: Charged }
  /** Another delivery of the event is at work, or the two differ and we cannot tell yet which one is forged. */
  | { readonly kind: 'in-progress'; readonly cause?: unknown; readonly isSameEvent: boolean }
  /** The event has finished before, and its content was another one. */
  | { readonly kind: 'other-event'; readonly cause?: unknown };

/** Keeps two deliveries of one event from running at once, and a finished one from running again for the life of its record. */
export interface Guard {
  /**
   * Runs `charge`, unless the event is known. What `charge` throws is thrown on, whatever else goes wrong then. `TransientFailure` when no
   * time is left of the invocation; anything else that is thrown is the store's.
   */
  once(event: PaymentEvent, charge: () => Promise<Charged>): Promise<Guarded>;
}
