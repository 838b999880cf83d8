import { AwsError } from '../../types';
import type { Broker } from '../broker';
import { invalidParameter } from '../errors';
import { arnOf, urlOf } from '../identity';
import { changedAttributes, DEFAULT_ATTRIBUTES, type QueueAttributes } from '../queue-attributes';
import { optionalStringMap, requiredString } from '../request';
import type { Action } from './action';
import { assertRedriveTarget } from './redrive-target';

const FIFO_NAME = /^(?=.{1,80}$)[A-Za-z0-9_-]+\.fifo$/;

/** Creating a queue again with the same attributes returns it; with others it is `QueueNameExists`. */
export const createQueue: Action = ({ broker }, input) => {
  const name = requiredString(input, 'QueueName');
  const given = optionalStringMap(input, 'Attributes');
  assertFifo(name, given);
  const existing = broker.state.queues.get(name);
  if (existing) {
    assertSameAttributes(existing.attributes, given);
  } else {
    const attributes = changedAttributes(DEFAULT_ATTRIBUTES, given);
    assertRedriveTarget(broker, arnOf(broker.identity, name), attributes.RedrivePolicy);
    commitCreation(broker, name, attributes, optionalStringMap(input, 'tags'));
  }
  return { QueueUrl: urlOf(broker.identity, name) };
};

function commitCreation(broker: Broker, queue: string, attributes: QueueAttributes, tags: Record<string, string>): void {
  // The API counts these moments in whole seconds.
  const at = Math.floor(broker.clock.now() / 1000) * 1000;
  broker.commit({ type: 'queueCreated', at, queue, attributes, tags });
}

function assertFifo(name: string, given: QueueAttributes): void {
  if (given.FifoQueue !== 'true' && !name.endsWith('.fifo')) {
    throw new AwsError('UnsupportedOperation', 'Only FIFO queues are simulated: end the name with .fifo and set FifoQueue to true.');
  }
  if (FIFO_NAME.test(name) && given.FifoQueue === 'true') return;
  throw invalidParameter(
    'The name of a FIFO queue can only include alphanumeric characters, hyphens, or underscores, must end with .fifo suffix and be 1 to 80 in length.',
  );
}

function assertSameAttributes(existing: QueueAttributes, given: QueueAttributes): void {
  changedAttributes(existing, given);
  const other = Object.keys(given).find((attribute) => (existing[attribute] ?? '') !== given[attribute]);
  if (other === undefined) return;
  throw new AwsError('QueueNameExists', `A queue already exists with the same name and a different value for attribute ${other}`);
}
