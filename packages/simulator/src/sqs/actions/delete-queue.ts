import { requiredString } from '../request';
import type { Action } from './action';

/** AWS takes up to 60 seconds and refuses the name for as long; here the queue is gone and the name free at once. */
export const deleteQueue: Action = ({ broker }, input) => {
  const queue = broker.queueOf(requiredString(input, 'QueueUrl'));
  broker.commit({ type: 'queueDeleted', at: broker.clock.now(), queue: queue.name });
  return {};
};

/** Also clears the deduplication window. AWS allows one purge a minute; here any number. */
export const purgeQueue: Action = ({ broker }, input) => {
  const queue = broker.queueOf(requiredString(input, 'QueueUrl'));
  broker.commit({ type: 'purged', at: broker.clock.now(), queue: queue.name });
  return {};
};
