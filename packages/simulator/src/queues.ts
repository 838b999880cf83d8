import type { QueueDefinition } from './cloudformation/deployment';
import { AwsError, type SqsEngine } from './types';

/** Attributes that name another queue, which must exist by then. */
const LINKS = ['RedrivePolicy', 'RedriveAllowPolicy'];

/** Creates the queues of the templates; those that exist keep their messages and take the template's attributes. */
export async function createQueues(sqs: SqsEngine, queues: readonly QueueDefinition[]): Promise<void> {
  for (const { name, url, attributes } of queues) {
    if (!(await exists(sqs, name))) await sqs.handle('CreateQueue', { QueueName: name, Attributes: without(attributes, LINKS) });
    // Whether a queue is FIFO is decided when it is made.
    else await sqs.handle('SetQueueAttributes', { QueueUrl: url, Attributes: without(attributes, [...LINKS, 'FifoQueue']) });
  }
  for (const { url, attributes } of queues) {
    const links = Object.fromEntries(LINKS.filter((name) => attributes[name] !== undefined).map((name) => [name, attributes[name]]));
    if (Object.keys(links).length > 0) await sqs.handle('SetQueueAttributes', { QueueUrl: url, Attributes: links });
  }
}

async function exists(sqs: SqsEngine, name: string): Promise<boolean> {
  try {
    await sqs.handle('GetQueueUrl', { QueueName: name });
    return true;
  } catch (error) {
    if (error instanceof AwsError && error.code === 'QueueDoesNotExist') return false;
    throw error;
  }
}

function without(attributes: Record<string, string>, names: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !names.includes(name)));
}
