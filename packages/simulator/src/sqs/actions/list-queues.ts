import { invalidValue, queueDoesNotExist } from '../errors';
import { urlOf } from '../identity';
import { type Input, optionalInteger, optionalString, requiredString } from '../request';
import type { Action, Output } from './action';

const MAX_RESULTS = 1000;

export const getQueueUrl: Action = ({ broker }, input) => {
  const queue = broker.state.queues.get(requiredString(input, 'QueueName'));
  if (!queue) throw queueDoesNotExist();
  return { QueueUrl: urlOf(broker.identity, queue.name) };
};

export const listQueues: Action = ({ broker }, input) => {
  const prefix = optionalString(input, 'QueueNamePrefix') ?? '';
  const names = [...broker.state.queues.keys()].filter((name) => name.startsWith(prefix)).sort();
  const { page, ...rest } = paginate(names, input);
  return { ...(page.length > 0 ? { QueueUrls: page.map((name) => urlOf(broker.identity, name)) } : {}), ...rest };
};

export const listDeadLetterSourceQueues: Action = ({ broker }, input) => {
  const queue = broker.queueOf(requiredString(input, 'QueueUrl'));
  const names = broker.deadLetterSources(queue.arn).map(({ name }) => name);
  const { page, ...rest } = paginate(names.sort(), input);
  // Lower-case in the API model, unlike that of `ListQueues`.
  return { queueUrls: page.map((name) => urlOf(broker.identity, name)), ...rest };
};

/** A page of sorted names. The token is the last name of the page before, so that changes in between do no harm. */
function paginate(names: string[], input: Input): Output & { page: string[] } {
  const limit = optionalInteger(input, 'MaxResults', 1, MAX_RESULTS, `Must be an integer from 1 to ${MAX_RESULTS}.`);
  const token = optionalString(input, 'NextToken');
  const after = token === undefined ? undefined : Buffer.from(token, 'base64').toString();
  if (after === '') throw invalidValue('NextToken', token, 'Invalid or expired next token.');
  const left = after === undefined ? names : names.filter((name) => name > after);
  const page = left.slice(0, limit ?? MAX_RESULTS);
  return left.length > page.length ? { page, NextToken: Buffer.from(page.at(-1) ?? '').toString('base64') } : { page };
}
