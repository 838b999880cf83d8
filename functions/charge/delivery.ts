import type { PermanentFailure, TransientFailure } from '../../contract/failures';
import type { PaymentEvent } from '../../contract/payment-event';
import type { Charged } from './guard';

/** The result of one delivery. SQS may delete the message of `done` alone; `transient` is worth another try, `permanent` is not. */
export type Delivery =
  | { readonly kind: 'done'; readonly event: PaymentEvent; readonly status: Charged['status'] }
  | { readonly kind: 'permanent'; readonly event?: PaymentEvent; readonly failure: PermanentFailure }
  | { readonly kind: 'transient'; readonly event?: PaymentEvent; readonly failure: TransientFailure };

export type FailedDelivery = Exclude<Delivery, { kind: 'done' }>;
