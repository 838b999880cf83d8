import type { PaymentEvent } from '../../contract/payment-event';
import type { EndStatus } from '../shared/payments';

/** The result of a charge, as the guard's record stores it: small, plain JSON, without a payment method. */
export interface Charged {
  readonly status: EndStatus;
  /** The provider's id of the charge; `null` when none was opened. Absent in records of releases before this member. */
  readonly chargeId?: string | null;
}

/** The guard's answer about an event. */
export type Guarded =
  /** A delivery of the same event has finished before, with this result. */
  | { readonly kind: 'done'; readonly result: Charged }
  /** None had. This delivery ran the charge. */
  | { readonly kind: 'ran'; readonly result: Charged }
  /** Another delivery is running. `isSameEvent` is false when its content differs: while it runs, we cannot tell which message is forged. */
  | { readonly kind: 'in-progress'; readonly cause?: unknown; readonly isSameEvent: boolean }
  /** A delivery has finished before, and its content was different. `result` is that delivery's, where it can be read. */
  | { readonly kind: 'other-event'; readonly result?: Charged; readonly cause?: unknown };

/** Keeps two deliveries of one event from running at once, and a finished one from running again for the life of its record. */
export interface Guard {
  /**
   * Runs `charge`, unless the event is known. What `charge` throws is thrown on, even when the record cannot be deleted then. Throws
   * `TransientFailure` (`out-of-time`) when no time of the invocation is left. Any other error comes from the store of the records.
   */
  once(event: PaymentEvent, charge: () => Promise<Charged>): Promise<Guarded>;
}
