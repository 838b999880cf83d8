import { invalidAttributeName } from '../errors';
import { receiveWaiting } from '../long-poll';
import { assertIdentifier } from '../message-content';
import { formatMessage } from '../message-format';
import { optionalInteger, optionalString, optionalStringList, requiredString } from '../request';
import type { Action } from './action';

const SYSTEM_ATTRIBUTES = new Set([
  'All',
  'ApproximateFirstReceiveTimestamp',
  'ApproximateReceiveCount',
  'AWSTraceHeader',
  'DeadLetterQueueSourceArn',
  'MessageDeduplicationId',
  'MessageGroupId',
  'SenderId',
  'SentTimestamp',
  'SequenceNumber',
]);

export const receiveMessage: Action = async ({ broker, attempts, openPolls }, input, signal) => {
  const queue = broker.queueOf(requiredString(input, 'QueueUrl'));
  const max = optionalInteger(input, 'MaxNumberOfMessages', 1, 10, 'Must be between 1 and 10, if provided.') ?? 1;
  const visibility = optionalInteger(input, 'VisibilityTimeout', 0, 43_200);
  const wait = optionalInteger(input, 'WaitTimeSeconds', 0, 20);
  const attemptId = optionalString(input, 'ReceiveRequestAttemptId');
  if (attemptId !== undefined) assertIdentifier('ReceiveRequestAttemptId', attemptId);
  const filter = {
    // `AttributeNames` is the older name of the same member; SDKs still send it.
    system: [...optionalStringList(input, 'MessageSystemAttributeNames'), ...optionalStringList(input, 'AttributeNames')],
    message: optionalStringList(input, 'MessageAttributeNames'),
  };
  for (const name of filter.system) if (!SYSTEM_ATTRIBUTES.has(name)) throw invalidAttributeName(name);

  const visibilityMs = visibility === undefined ? queue.settings.visibilityMs : visibility * 1000;
  const waitMs = wait === undefined ? queue.settings.waitMs : wait * 1000;
  let messages = attemptId === undefined ? undefined : attempts.repeat(broker, queue, attemptId, visibilityMs);
  if (!messages) {
    messages = await receiveWaiting(broker, openPolls, queue, { max, visibilityMs, waitMs }, signal);
    if (attemptId !== undefined) attempts.remember(queue, attemptId, messages, broker.clock.now());
  }
  const { accountId } = broker.identity;
  return messages.length > 0 ? { Messages: messages.map((message) => formatMessage(message, queue.arn, accountId, filter)) } : {};
};
