import type { Clock, Timer } from '../types';
import { queueDoesNotExist } from './errors';
import type { ObservedEvent, QueueEvent } from './events';
import { arnOf, type Identity, parseQueueUrl } from './identity';
import { Journal, readJournal } from './journal';
import type { Queue } from './queue';
import { QueueState } from './queue-state';

export type QueueObserver = (event: ObservedEvent, state: QueueState) => void;

/** State, journal and clock brought together: commits events, wakes queues when something falls due, tells who waits for messages. */
export class Broker {
  readonly clock: Clock;
  readonly identity: Identity;
  readonly state: QueueState;
  private readonly journal: Journal | undefined;
  /** At most one timer a queue, however many messages it hides. */
  private readonly alarms = new Map<Queue, { at: number; timer: Timer }>();
  private readonly listeners = new Map<string, Set<() => void>>();
  private readonly touched = new Set<Queue>();
  private readonly deliverable = new Set<Queue>();
  private flushing = false;
  private readonly onEvent: QueueObserver | undefined;

  /** Replays the journal `dataFile`, if any, and compacts it. Throws when it is damaged. */
  constructor(clock: Clock, identity: Identity, { dataFile, onEvent }: { dataFile?: string; onEvent?: QueueObserver } = {}) {
    this.clock = clock;
    this.onEvent = onEvent;
    this.identity = identity;
    this.state = new QueueState((name) => arnOf(identity, name));
    if (dataFile === undefined) return;
    for (const event of readJournal(dataFile)) this.state.apply(event);
    this.journal = new Journal(dataFile, () => this.state.snapshot(clock.now()));
    this.journal.compact();
    this.transact(() => {
      for (const queue of this.state.queues.values()) this.settle(queue);
    });
  }

  /** Throws `QueueDoesNotExist`, or `InvalidAddress` for what is no queue URL. */
  queueOf(url: string): Queue {
    const { accountId, name } = parseQueueUrl(url);
    const queue = accountId === this.identity.accountId ? this.state.queues.get(name) : undefined;
    if (!queue) throw queueDoesNotExist();
    this.settle(queue);
    return queue;
  }

  queueByArn(arn: string): Queue | undefined {
    const queue = this.state.queues.get(arn.slice(arn.lastIndexOf(':') + 1));
    return queue?.arn === arn ? queue : undefined;
  }

  /** Queues that give their messages up to `arn`. */
  deadLetterSources(arn: string): Queue[] {
    return [...this.state.queues.values()].filter(({ settings }) => settings.redrive?.targetArn === arn);
  }

  /** Every change goes through here. Call it inside `transact`. */
  commit(event: QueueEvent): void {
    // Looked up first: a queue that is deleted has an alarm to be cancelled.
    const before = 'queue' in event ? this.state.queues.get(event.queue) : undefined;
    if (before) this.touched.add(before);
    this.observe(event);
    this.journal?.append(event);
    this.state.apply(event);
    if (!('queue' in event)) return;
    const { type } = event;
    this.touch(event.queue, type === 'sent' || type === 'visibilityChanged' || type === 'removed' || type === 'moved');
    if (type === 'moved') this.touch(event.target, true);
  }

  /** Tells whoever watches; called by itself for what changes nothing. */
  observe(event: ObservedEvent): void {
    this.onEvent?.(event, this.state);
  }

  /** Runs `work`, then sets alarms and calls those who wait, once for all that `work` changed. */
  transact<T>(work: () => T): T {
    try {
      return work();
    } finally {
      this.flush();
    }
  }

  /** Lets happen what time has done to a queue since it was last looked at. */
  settle(queue: Queue): void {
    const now = this.clock.now();
    const messageIds = queue.expired(now);
    if (messageIds.length > 0) this.commit({ type: 'removed', at: now, queue: queue.name, messageIds });
    this.touched.add(queue);
    if (queue.reveal(now)) this.deliverable.add(queue);
  }

  /** `listener` is called, synchronously, whenever a message of the queue may have become receivable. */
  subscribe(queueName: string, listener: () => void): () => void {
    const ofQueue = this.listeners.get(queueName) ?? new Set();
    this.listeners.set(queueName, ofQueue.add(listener));
    return () => ofQueue.delete(listener);
  }

  close(): void {
    for (const { timer } of this.alarms.values()) timer.cancel();
    this.alarms.clear();
    this.listeners.clear();
    this.journal?.close();
  }

  private touch(queueName: string, mayDeliver: boolean): void {
    const queue = this.state.queues.get(queueName);
    if (!queue) return;
    this.touched.add(queue);
    if (mayDeliver) this.deliverable.add(queue);
  }

  /** A listener that receives or deletes comes back here; the outermost call finishes the work. */
  private flush(): void {
    if (this.flushing) return;
    this.flushing = true;
    try {
      while (this.deliverable.size + this.touched.size > 0) {
        for (const queue of this.deliverable) {
          this.deliverable.delete(queue);
          for (const listener of this.listeners.get(queue.name) ?? []) if (queue.hasDeliverable) listener();
        }
        for (const queue of this.touched) {
          this.touched.delete(queue);
          this.setAlarm(queue);
        }
      }
      this.journal?.compactIfGrown();
    } finally {
      this.flushing = false;
    }
  }

  private setAlarm(queue: Queue): void {
    const exists = this.state.queues.get(queue.name) === queue;
    const at = exists ? queue.nextDeadline() : Infinity;
    const armed = this.alarms.get(queue);
    // An alarm that comes too early does no harm: it finds nothing and is set anew.
    if (armed && exists && armed.at <= at) return;
    armed?.timer.cancel();
    this.alarms.delete(queue);
    if (at === Infinity) return;
    const timer = this.clock.at(at, () => {
      this.alarms.delete(queue);
      this.transact(() => this.settle(queue));
    });
    this.alarms.set(queue, { at, timer });
  }
}
