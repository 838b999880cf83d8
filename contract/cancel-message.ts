import * as z from 'zod';
import { containsCardNumber } from './card-number';
import { eventKey, ORDER_ID, type PaymentEvent } from './payment-event';
import { MAX_ATTEMPTS } from './windows';

type Key = Pick<PaymentEvent, 'orderId' | 'attempt'>;

/**
 * Carries no amount and no payment method: what is to be ended stands in the row, marked as cancelled. So a worker of an earlier release finds
 * it unreadable instead of charging by it.
 */
const CancelMessage = z.object({
  kind: z.literal('cancel'),
  orderId: z.string().regex(ORDER_ID),
  attempt: z.int().min(1).max(MAX_ATTEMPTS),
});

/** The payment that a message asks to end, or `undefined` when it is no such message. */
export function readCancelMessage(body: string): Key | undefined {
  try {
    const message = CancelMessage.safeParse(JSON.parse(body)).data;
    return message && !containsCardNumber(message.orderId) ? { orderId: message.orderId, attempt: message.attempt } : undefined;
  } catch {
    return undefined;
  }
}

/** What SQS is told: behind the charge in the order's group, and a repeated send is the same send. */
export const toCancelMessage = ({ orderId, attempt }: Key) => ({
  MessageBody: JSON.stringify({ kind: 'cancel', orderId, attempt }),
  MessageGroupId: orderId,
  MessageDeduplicationId: `${eventKey({ orderId, attempt })}/cancel`,
});
