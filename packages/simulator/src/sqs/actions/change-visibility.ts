import { readEntries, runEntries } from '../batch';
import type { Broker } from '../broker';
import { invalidValue, missingParameter, receiptHandleExpired } from '../errors';
import type { Queue } from '../queue';
import { parseReceiptHandle } from '../receipt-handle';
import { type Input, optionalInteger, requiredString } from '../request';
import type { Action, Output } from './action';

const MAX_VISIBILITY_SECONDS = 43_200;

export const changeMessageVisibility: Action = ({ broker }, input) =>
  change(broker, broker.queueOf(requiredString(input, 'QueueUrl')), input);

export const changeMessageVisibilityBatch: Action = ({ broker }, input) => {
  const queue = broker.queueOf(requiredString(input, 'QueueUrl'));
  return runEntries(readEntries(input, 'ChangeMessageVisibilityBatchRequestEntry'), (entry) => change(broker, queue, entry));
};

/** The new time-out counts from now, and ends at most 12 hours after the receive that the handle comes from. */
function change(broker: Broker, queue: Queue, input: Input): Output {
  const handle = requiredString(input, 'ReceiptHandle');
  const allowed = `VisibilityTimeout must be an integer between 0 and ${MAX_VISIBILITY_SECONDS}.`;
  const seconds = optionalInteger(input, 'VisibilityTimeout', 0, MAX_VISIBILITY_SECONDS, allowed);
  if (seconds === undefined) throw missingParameter('VisibilityTimeout');
  const { messageId, receiptId } = parseReceiptHandle(queue.arn, handle);
  const queued = queue.get(messageId);
  if (!queued) {
    throw invalidValue('ReceiptHandle', handle, 'Message does not exist or is not available for visibility timeout change.');
  }
  const { receipt } = queued.message;
  if (!queued.hidden || receipt?.id !== receiptId) throw receiptHandleExpired(handle);
  const now = broker.clock.now();
  const visibleAt = now + seconds * 1000;
  if (visibleAt > receipt.at + MAX_VISIBILITY_SECONDS * 1000) {
    const reason = `Total VisibilityTimeout for the message is beyond the limit [${MAX_VISIBILITY_SECONDS} seconds].`;
    throw invalidValue('VisibilityTimeout', seconds, reason);
  }
  broker.commit({ type: 'visibilityChanged', at: now, queue: queue.name, messageId, visibleAt });
  return {};
}
