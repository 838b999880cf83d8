import { IdempotencyAlreadyInProgressError, IdempotencyRecordStatus, IdempotencyValidationError } from '@aws-lambda-powertools/idempotency';
import { PermanentFailure, TransientFailure } from '../../contract/failures';
import type { Layer } from '../../contract/names';
import { type PaymentEvent, readMessage } from '../../contract/payment-event';
import type { Charged, Guard } from './guard';

export interface ChargeMessagePorts {
  readonly guard: Pick<Guard, 'once'>;
  /** Takes the payment to its end, whatever earlier deliveries did. */
  readonly charge: (event: PaymentEvent) => Promise<Charged>;
  readonly countSuppressed: (layer: Layer) => void;
}

/** What became of one delivery. Only `done` may be deleted from the queue. */
export type Delivery =
  | { readonly kind: 'done'; readonly event: PaymentEvent; readonly status: Charged['status'] }
  | { readonly kind: 'permanent'; readonly event?: PaymentEvent; readonly failure: PermanentFailure }
  | { readonly kind: 'transient'; readonly event: PaymentEvent; readonly failure: TransientFailure };

/** Handles the body of one message. Never throws: whatever happens, the message is either done or accounted for. */
export async function chargeMessage(body: string, { guard, charge, countSuppressed }: ChargeMessagePorts): Promise<Delivery> {
  const event = readMessage(body);
  if (!event) return { kind: 'permanent', failure: new PermanentFailure('message-unreadable') };

  // Kept apart from what the guard throws: when it cannot delete its record, it throws that error in place of the cause.
  let cause: unknown;
  try {
    const { status, replayed } = await guard.once(event, async () => {
      try {
        return { status: (await charge(event)).status };
      } catch (error) {
        cause = error;
        throw error;
      }
    });
    if (replayed) countSuppressed('Guard');
    return { kind: 'done', event, status };
  } catch (error) {
    // In progress is not an outcome: if the other delivery dies, this message is what brings the payment back.
    if (error instanceof IdempotencyAlreadyInProgressError) countSuppressed('InProgress');
    return failed(event, cause ?? error);
  }
}

function failed(event: PaymentEvent, cause: unknown): Delivery {
  if (cause instanceof PermanentFailure) return { kind: 'permanent', event, failure: cause };
  if (cause instanceof TransientFailure) return { kind: 'transient', event, failure: cause };
  // The record that differs is as yet only another message's word: the forged one of the two may be that other. The row decides, when it is done.
  const isUndecided =
    cause instanceof IdempotencyValidationError && cause.existingRecord?.getStatus() === IdempotencyRecordStatus.INPROGRESS;
  if (cause instanceof IdempotencyValidationError && !isUndecided)
    return { kind: 'permanent', event, failure: new PermanentFailure('message-differs-from-payment', { cause }) };
  if (isUndecided || cause instanceof IdempotencyAlreadyInProgressError)
    return { kind: 'transient', event, failure: new TransientFailure('in-progress', { cause }) };
  return { kind: 'transient', event, failure: new TransientFailure('unexpected-error', { cause }) };
}
