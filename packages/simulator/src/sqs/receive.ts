import { randomUUID } from 'node:crypto';
import type { Broker } from './broker';
import type { StoredMessage } from './message';
import type { Queue } from './queue';

/** In flight per queue, https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-fifo.html. More are not returned; there is no error. */
const MAX_IN_FLIGHT = 120_000;

export interface ReceiveOptions {
  max: number;
  visibilityMs: number;
}

/** Receives at once what can be received, and moves to the dead-letter queue what was received too often. */
export function receiveMessages(broker: Broker, queue: Queue, { max, visibilityMs }: ReceiveOptions): StoredMessage[] {
  broker.settle(queue);
  const limit = Math.min(max, MAX_IN_FLIGHT - queue.counts.inFlight);
  const { redrive } = queue.settings;
  const deadLetterQueue = redrive && broker.queueByArn(redrive.targetArn);
  const received: StoredMessage[] = [];
  for (const { message } of queue.deliverable()) {
    if (received.length >= limit) break;
    if (deadLetterQueue && message.receives >= redrive.maxReceives) moveToDeadLetters(broker, queue, message, deadLetterQueue);
    else received.push(message);
  }
  if (received.length > 0) {
    const now = broker.clock.now();
    const receipts = received.map(({ id }) => ({ messageId: id, receiptId: randomUUID() }));
    broker.commit({ type: 'received', at: now, queue: queue.name, visibleAt: now + visibilityMs, receipts });
  }
  // Copies: the caller may answer later, when the messages themselves have moved on.
  return received.map((message) => ({ ...message }));
}

/** Keeps id, group, body, attributes and receive count. The deduplication id becomes the message id, and a FIFO message's life restarts. */
function moveToDeadLetters(broker: Broker, queue: Queue, message: StoredMessage, target: Queue): void {
  const now = broker.clock.now();
  const { receipt: _, ...kept } = message;
  broker.commit({
    type: 'moved',
    at: now,
    queue: queue.name,
    messageId: message.id,
    target: target.name,
    message: {
      ...kept,
      deduplicationId: message.id,
      sequence: broker.state.sequence + 1,
      sentAt: now,
      visibleAt: now,
      deadLetterSourceArn: queue.arn,
    },
  });
}
