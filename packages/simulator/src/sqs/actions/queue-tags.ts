import { AwsError } from '../../types';
import { missingParameter } from '../errors';
import { optionalStringList, optionalStringMap, requiredString } from '../request';
import type { Action } from './action';

export const tagQueue: Action = ({ broker }, input) => {
  const queue = broker.queueOf(requiredString(input, 'QueueUrl'));
  const tags = optionalStringMap(input, 'Tags');
  if (Object.keys(tags).length === 0) throw missingParameter('Tags');
  broker.commit({ type: 'tagsSet', at: broker.clock.now(), queue: queue.name, tags: { ...queue.tags, ...tags } });
  return {};
};

export const untagQueue: Action = ({ broker }, input) => {
  const queue = broker.queueOf(requiredString(input, 'QueueUrl'));
  const keys = optionalStringList(input, 'TagKeys');
  const tags = Object.fromEntries(Object.entries(queue.tags).filter(([key]) => !keys.includes(key)));
  broker.commit({ type: 'tagsSet', at: broker.clock.now(), queue: queue.name, tags });
  return {};
};

export const listQueueTags: Action = ({ broker }, input) => {
  const { tags } = broker.queueOf(requiredString(input, 'QueueUrl'));
  return Object.keys(tags).length > 0 ? { Tags: tags } : {};
};

/** Only functions are refused anything here, by the policies of their roles: a queue has no policy of its own to edit. */
export const permissionsUnsupported: Action = () => {
  throw new AwsError('UnsupportedOperation', 'Permissions are not simulated.');
};
