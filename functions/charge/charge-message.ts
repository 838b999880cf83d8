import { PermanentFailure, TransientFailure } from '../../contract/failures';
import { type PaymentEvent, readMessage } from '../../contract/payment-event';
import type { SettledPayment } from '../shared/payments';
import { chargePayment } from './charge-payment';
import type { Delivery } from './delivery';
import type { Charged, Guarded } from './guard';
import { checkRecordOfOther, healOpenRow } from './heal';
import type { ChargePorts } from './ports';

/** Handles the body of one message. Never throws: every error is returned as a failed delivery, with its code. */
export async function chargeMessage(body: string, ports: ChargePorts): Promise<Delivery> {
  const event = readMessage(body);
  return event ? settleEvent(event, ports) : { kind: 'permanent', failure: new PermanentFailure('message-unreadable') };
}

/** Takes the event to its end under its guard: of all deliveries of a payment, whatever they ask for, one runs at a time. Never throws. */
export async function settleEvent(event: PaymentEvent, ports: ChargePorts): Promise<Delivery> {
  try {
    const guarded = await ports.guard.once(event, async () => resultOf(await chargePayment(event, ports)));
    return await deliveryOf(event, guarded, ports);
  } catch (cause) {
    return failed(event, cause);
  }
}

const resultOf = ({ status, chargeId }: SettledPayment): Charged => ({ status, chargeId: chargeId ?? null });

async function deliveryOf(event: PaymentEvent, guarded: Guarded, ports: ChargePorts): Promise<Delivery> {
  switch (guarded.kind) {
    case 'ran':
      return { kind: 'done', event, status: guarded.result.status };
    case 'done':
      ports.countSuppressed('Guard');
      return { kind: 'done', event, status: await healOpenRow(event, guarded.result, ports) };
    case 'in-progress':
      // Must come again: if the other delivery dies, only this message brings the payment back.
      if (guarded.isSameEvent) ports.countSuppressed('InProgress');
      return failed(event, new TransientFailure('in-progress', { cause: guarded.cause }));
    case 'other-event':
      await checkRecordOfOther(event, guarded.result, ports);
      return failed(event, new PermanentFailure('message-differs-from-payment', { cause: guarded.cause }));
    default:
      return guarded satisfies never;
  }
}

function failed(event: PaymentEvent, cause: unknown): Delivery {
  if (cause instanceof PermanentFailure) return { kind: 'permanent', event, failure: cause };
  const failure = cause instanceof TransientFailure ? cause : new TransientFailure('unexpected-error', { cause });
  return { kind: 'transient', event, failure };
}
