import { createHash, randomUUID } from 'node:crypto';
import { AwsError } from '../../types';
import { readEntries, runEntries } from '../batch';
import type { Broker } from '../broker';
import { deduplicationKey } from '../deduplication-window';
import { invalidParameter, invalidValue } from '../errors';
import { sequenceNumber } from '../message';
import { attributesBytes, type MessageAttributes, md5, md5OfAttributes, readMessageAttributes } from '../message-attributes';
import { assertBody, assertIdentifier } from '../message-content';
import type { Queue } from '../queue';
import { type Input, optionalInteger, optionalString, requiredString } from '../request';
import type { Action, Output } from './action';

/** The sum of a batch; one message is limited by its queue's `MaximumMessageSize`. */
const MAX_BATCH_BYTES = 1_048_576;

export const sendMessage: Action = ({ broker }, input) => send(broker, broker.queueOf(requiredString(input, 'QueueUrl')), input);

export const sendMessageBatch: Action = ({ broker }, input) => {
  const queue = broker.queueOf(requiredString(input, 'QueueUrl'));
  const entries = readEntries(input, 'SendMessageBatchRequestEntry');
  const bytes = entries.reduce((sum, entry) => sum + entryBytes(entry), 0);
  if (bytes > MAX_BATCH_BYTES) {
    throw new AwsError(
      'BatchRequestTooLong',
      `Batch requests cannot be longer than ${MAX_BATCH_BYTES} bytes. You have sent ${bytes} bytes.`,
    );
  }
  return runEntries(entries, (entry) => send(broker, queue, entry));
};

/** An entry that is invalid fails by itself, so what is wrong with it is not said here. */
function entryBytes(entry: Input): number {
  const body = typeof entry.MessageBody === 'string' ? entry.MessageBody : '';
  try {
    return Buffer.byteLength(body) + attributesBytes(readMessageAttributes(entry, 'MessageAttributes'));
  } catch {
    return Buffer.byteLength(body);
  }
}

function send(broker: Broker, queue: Queue, input: Input): Output {
  const { settings } = queue;
  const body = assertBody(optionalString(input, 'MessageBody'));
  const attributes = readMessageAttributes(input, 'MessageAttributes');
  const systemAttributes = readSystemAttributes(input);
  if (Buffer.byteLength(body) + attributesBytes(attributes) > settings.maximumBytes) {
    throw invalidParameter(`One or more parameters are invalid. Reason: Message must be shorter than ${settings.maximumBytes} bytes.`);
  }
  const groupId = assertIdentifier('MessageGroupId', requiredString(input, 'MessageGroupId'));
  const deduplicationId = readDeduplicationId(queue, input, body);
  const delay = optionalInteger(input, 'DelaySeconds', 0, 900);
  if (delay) throw invalidValue('DelaySeconds', delay, 'The request include parameter that is not valid for this queue type.');

  const now = broker.clock.now();
  const key = deduplicationKey(settings.deduplicationScope, groupId, deduplicationId);
  let accepted = queue.deduplication.find(key, now);
  if (accepted) {
    broker.observe({ type: 'deduplicated', at: now, queue: queue.name, groupId, body });
  } else {
    const message = {
      id: randomUUID(),
      groupId,
      deduplicationId,
      sequence: broker.state.sequence + 1,
      body,
      attributes,
      traceHeader: systemAttributes.AWSTraceHeader?.StringValue,
      sentAt: now,
      visibleAt: now + settings.delayMs,
      receives: 0,
    };
    broker.commit({ type: 'sent', at: now, queue: queue.name, message, deduplicationKey: key });
    accepted = { key, messageId: message.id, sequence: message.sequence, at: now };
  }
  return {
    MessageId: accepted.messageId,
    MD5OfMessageBody: md5(body),
    MD5OfMessageAttributes: md5OfAttributes(attributes),
    MD5OfMessageSystemAttributes: md5OfAttributes(systemAttributes),
    SequenceNumber: sequenceNumber(accepted.sequence),
  };
}

/** Without an id and with content-based deduplication: SHA-256 of the body, whatever the attributes. */
function readDeduplicationId(queue: Queue, input: Input, body: string): string {
  const given = optionalString(input, 'MessageDeduplicationId');
  if (given !== undefined) return assertIdentifier('MessageDeduplicationId', given);
  if (queue.settings.contentBasedDeduplication) return createHash('sha256').update(body).digest('hex');
  throw invalidParameter('The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly');
}

/** The X-Ray trace header is the only one there is, and does not count towards the size. */
function readSystemAttributes(input: Input): MessageAttributes {
  const attributes = readMessageAttributes(input, 'MessageSystemAttributes');
  for (const [name, { DataType }] of Object.entries(attributes)) {
    if (name !== 'AWSTraceHeader') throw invalidParameter(`Message system attribute name '${name}' is invalid.`);
    if (DataType !== 'String') throw invalidParameter("Message system attribute 'AWSTraceHeader' must be of type String.");
  }
  return attributes;
}
