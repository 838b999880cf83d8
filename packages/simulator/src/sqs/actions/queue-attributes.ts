import { invalidAttributeName, invalidAttributeValue } from '../errors';
import type { Queue } from '../queue';
import { ATTRIBUTE_NAMES, changedAttributes } from '../queue-attributes';
import { optionalStringList, optionalStringMap, requiredString } from '../request';
import type { Action } from './action';
import { assertRedriveTarget } from './redrive-target';

export const getQueueAttributes: Action = ({ broker }, input) => {
  const queue = broker.queueOf(requiredString(input, 'QueueUrl'));
  const names = optionalStringList(input, 'AttributeNames');
  for (const name of names) if (!ATTRIBUTE_NAMES.has(name)) throw invalidAttributeName(name);
  const all = describe(queue);
  const chosen = names.includes('All') ? all : Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
  return Object.keys(chosen).length > 0 ? { Attributes: chosen } : {};
};

function describe(queue: Queue): Record<string, string> {
  const { visible, inFlight, delayed } = queue.counts;
  return {
    ...queue.attributes,
    QueueArn: queue.arn,
    ApproximateNumberOfMessages: String(visible),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
    ApproximateNumberOfMessagesDelayed: String(delayed),
    CreatedTimestamp: String(queue.createdAt / 1000),
    LastModifiedTimestamp: String(queue.modifiedAt / 1000),
  };
}

/** In force at once, also for messages already in the queue where AWS says so (retention); AWS takes up to 15 minutes. */
export const setQueueAttributes: Action = ({ broker }, input) => {
  const queue = broker.queueOf(requiredString(input, 'QueueUrl'));
  const changes = optionalStringMap(input, 'Attributes');
  if ('FifoQueue' in changes && changes.FifoQueue !== queue.attributes.FifoQueue) throw invalidAttributeValue('FifoQueue');
  const attributes = changedAttributes(queue.attributes, changes);
  if ('RedrivePolicy' in changes) assertRedriveTarget(broker, queue.arn, attributes.RedrivePolicy);
  const at = Math.floor(broker.clock.now() / 1000) * 1000;
  broker.commit({ type: 'attributesSet', at, queue: queue.name, attributes });
  return {};
};
