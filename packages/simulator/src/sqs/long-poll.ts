import type { Broker } from './broker';
import { queueDoesNotExist } from './errors';
import type { StoredMessage } from './message';
import type { Queue } from './queue';
import { type ReceiveOptions, receiveMessages } from './receive';

/** Waits that are open, so that closing the engine ends them. */
export type OpenPolls = Set<() => void>;

/**
 * Receives as soon as something can be received, or nothing after `waitMs` of virtual time or when `signal` aborts.
 * Pollers are served in the order they came; one that gets nothing goes on waiting for the rest of its time.
 */
export function receiveWaiting(
  broker: Broker,
  open: OpenPolls,
  queue: Queue,
  { waitMs, ...options }: ReceiveOptions & { waitMs: number },
  signal?: AbortSignal,
): StoredMessage[] | Promise<StoredMessage[]> {
  if (signal?.aborted) return [];
  const atOnce = receiveMessages(broker, queue, options);
  if (atOnce.length > 0 || waitMs === 0) return atOnce;
  return new Promise((resolve, reject) => {
    const end = (messages: StoredMessage[]) => {
      unsubscribe();
      timer.cancel();
      open.delete(giveUp);
      signal?.removeEventListener('abort', giveUp);
      if (broker.state.queues.get(queue.name) === queue) resolve(messages);
      else reject(queueDoesNotExist());
    };
    const giveUp = () => end([]);
    const unsubscribe = broker.subscribe(queue.name, () => {
      const messages = receiveMessages(broker, queue, options);
      if (messages.length > 0) end(messages);
    });
    // Not tracked as work: nothing is in progress while a poller waits, and time may jump over its end.
    const timer = broker.clock.at(broker.clock.now() + waitMs, giveUp);
    open.add(giveUp);
    signal?.addEventListener('abort', giveUp);
  });
}
