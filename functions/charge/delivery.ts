import type { PermanentFailure, TransientFailure } from '../../contract/failures';
import type { PaymentEvent } from '../../contract/payment-event';
import type { Charged } from './guard';

/** What became of one delivery. Only `done` may be deleted from the queue. */
export type Delivery =
  | { readonly kind: 'done'; readonly event: PaymentEvent; readonly status: Charged['status'] }
  | { readonly kind: 'permanent'; readonly event?: PaymentEvent; readonly failure: PermanentFailure }
  | { readonly kind: 'transient'; readonly event: PaymentEvent; readonly failure: TransientFailure };

export type FailedDelivery = Exclude<Delivery, { kind: 'done' }>;
