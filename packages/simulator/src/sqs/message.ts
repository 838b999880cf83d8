import type { MessageAttributes } from './message-attributes';

/** A message as a queue keeps it and the journal writes it. JSON-safe; times are epoch milliseconds. */
export interface StoredMessage {
  id: string;
  groupId: string;
  deduplicationId: string;
  /** Place in the order of all queues of the engine. */
  sequence: number;
  body: string;
  attributes: MessageAttributes;
  traceHeader?: string;
  /** Enqueue time. Retention counts from here, and a move to another FIFO queue restarts it. */
  sentAt: number;
  /** End of the queue's delay or of the visibility time-out. */
  visibleAt: number;
  receives: number;
  firstReceivedAt?: number;
  /** Last receive from this queue: only its receipt handle may delete the message or change its visibility. */
  receipt?: { id: string; at: number };
  /** ARN of the queue that gave the message up. Present in a dead-letter queue only. */
  deadLetterSourceArn?: string;
}

/** AWS's sequence numbers have 20 digits; the first ones leave room so that every number of ours has as many. */
const SEQUENCE_BASE = 18_850_000_000_000_000_000n;

export function sequenceNumber(sequence: number): string {
  return String(SEQUENCE_BASE + BigInt(sequence));
}

/** Value of every system attribute of a received message, by its name in the API. */
export function systemAttributes(message: StoredMessage, senderId: string): Record<string, string> {
  const attributes: Record<string, string> = {
    ApproximateReceiveCount: String(message.receives),
    MessageDeduplicationId: message.deduplicationId,
    MessageGroupId: message.groupId,
    SenderId: senderId,
    SentTimestamp: String(message.sentAt),
    SequenceNumber: sequenceNumber(message.sequence),
  };
  if (message.firstReceivedAt !== undefined) attributes.ApproximateFirstReceiveTimestamp = String(message.firstReceivedAt);
  if (message.traceHeader !== undefined) attributes.AWSTraceHeader = message.traceHeader;
  if (message.deadLetterSourceArn !== undefined) attributes.DeadLetterQueueSourceArn = message.deadLetterSourceArn;
  return attributes;
}
