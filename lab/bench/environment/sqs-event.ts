import { sqsEvent } from '@charge-once/simulator/lambda/sqs-event';
import type { PaymentEvent } from '../../../contract/payment-event';

const QUEUE_ARN = 'arn:aws:sqs:us-east-1:000000000000:bench.fifo';

export interface Delivered {
  readonly event: PaymentEvent;
  readonly groupId: string;
  /** @default 1 */
  readonly receives?: number;
}

/** The event of a batch, as the queue's event source mapping makes it. */
export function batchOf(messages: readonly Delivered[]): unknown {
  const received = messages.map(({ event, groupId, receives = 1 }, index) => ({
    MessageId: `${event.orderId}-${event.attempt}-${index}`,
    ReceiptHandle: 'none',
    Body: JSON.stringify(event),
    MD5OfBody: '',
    Attributes: { MessageGroupId: groupId, MessageDeduplicationId: event.orderId, ApproximateReceiveCount: String(receives) },
    MessageAttributes: {},
  }));
  return JSON.parse(sqsEvent(QUEUE_ARN, received));
}

/** Ids of the messages that a handler gave back. Throws when it did not say. */
export function returned(result: unknown): string[] {
  const failures = (result as { batchItemFailures?: { itemIdentifier: string }[] } | null)?.batchItemFailures;
  if (!failures) throw new Error('the handler did not report on its batch');
  return failures.map(({ itemIdentifier }) => itemIdentifier);
}
