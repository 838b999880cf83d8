import { readEntries, runEntries } from '../batch';
import type { Broker } from '../broker';
import { receiptHandleExpired } from '../errors';
import type { Queue } from '../queue';
import { parseReceiptHandle } from '../receipt-handle';
import { type Input, requiredString } from '../request';
import type { Action, Output } from './action';

export const deleteMessage: Action = ({ broker }, input) => remove(broker, broker.queueOf(requiredString(input, 'QueueUrl')), input);

export const deleteMessageBatch: Action = ({ broker }, input) => {
  const queue = broker.queueOf(requiredString(input, 'QueueUrl'));
  return runEntries(readEntries(input, 'DeleteMessageBatchRequestEntry'), (entry) => remove(broker, queue, entry));
};

function remove(broker: Broker, queue: Queue, entry: Input): Output {
  deleteByHandle(broker, queue, requiredString(entry, 'ReceiptHandle'));
  return {};
}

/**
 * A FIFO queue refuses a handle once the message is visible again or was received anew. A message that is no longer there
 * was deleted already, and deleting it again succeeds.
 */
export function deleteByHandle(broker: Broker, queue: Queue, handle: string): void {
  const { messageId, receiptId } = parseReceiptHandle(queue.arn, handle);
  const queued = queue.get(messageId);
  if (!queued) return;
  if (!queued.hidden || queued.message.receipt?.id !== receiptId) throw receiptHandleExpired(handle);
  broker.commit({ type: 'removed', at: broker.clock.now(), queue: queue.name, messageIds: [messageId] });
}
