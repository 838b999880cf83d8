import { randomUUID } from 'node:crypto';
import type { Timer } from '../types';
import type { Broker } from './broker';
import { MAX_MOVE_RATE } from './limits';
import type { StoredMessage } from './message';
import { isActive, type MoveTask } from './move-task';
import type { Queue } from './queue';
import { queryCode } from './wire';

/** Steps are at least this far apart; at 500 messages a second each moves ten. */
const STEP_MS = 20;
const QUEUE_GONE = queryCode('QueueDoesNotExist');

/**
 * Runs move tasks at their rate in virtual time, one message order after another.
 * A task moves at most as many messages as could be moved when it started; what arrives later stays. (AWS goes on until it finds the queue empty.)
 */
export class MoveTaskRunner {
  private readonly broker: Broker;
  private readonly timers = new Map<string, Timer>();
  /** Moment and count from which the rate is reckoned: the start of the task, or of this process. */
  private readonly paces = new Map<string, { at: number; moved: number }>();

  constructor(broker: Broker) {
    this.broker = broker;
    for (const task of broker.state.tasks) if (isActive(task)) this.begin(task);
  }

  start(task: MoveTask): void {
    this.broker.commit({ type: 'taskChanged', at: task.startedAt, task });
    this.begin(task);
  }

  /** The task is `CANCELLING` until its next step. What it has moved stays moved. */
  cancel(task: MoveTask): void {
    const now = this.broker.clock.now();
    this.broker.commit({ type: 'taskChanged', at: now, task: { ...task, status: 'CANCELLING' } });
    this.schedule(task.id, now + STEP_MS);
  }

  close(): void {
    for (const timer of this.timers.values()) timer.cancel();
    this.timers.clear();
  }

  private begin(task: MoveTask): void {
    const now = this.broker.clock.now();
    this.paces.set(task.id, { at: now, moved: task.moved });
    this.schedule(task.id, now);
  }

  private schedule(id: string, at: number): void {
    this.timers.get(id)?.cancel();
    const step = () => this.broker.transact(() => this.step(id));
    this.timers.set(id, this.broker.clock.at(at, step));
  }

  private step(id: string): void {
    const before = this.broker.state.tasks.find((task) => task.id === id);
    if (!before || !isActive(before)) return;
    const task = before.status === 'CANCELLING' ? { ...before, status: 'CANCELLED' as const } : this.moveWhatIsDue(before);
    const now = this.broker.clock.now();
    this.broker.commit({ type: 'taskChanged', at: now, task });
    if (isActive(task)) {
      this.schedule(id, Math.max(now + STEP_MS, this.dueAt(task)));
    } else {
      this.timers.delete(id);
      this.paces.delete(id);
    }
  }

  /** When the next message may be moved: the first at once, the n-th (n − 1) / rate seconds later. */
  private dueAt({ id, moved, maxPerSecond = MAX_MOVE_RATE }: MoveTask): number {
    const pace = this.paces.get(id) ?? { at: this.broker.clock.now(), moved };
    return Math.ceil(pace.at + ((moved - pace.moved) * 1000) / maxPerSecond);
  }

  private moveWhatIsDue(before: MoveTask): MoveTask {
    const task = { ...before };
    const source = this.broker.queueByArn(task.sourceArn);
    if (!source) return { ...task, status: 'FAILED', failureReason: QUEUE_GONE };
    this.broker.settle(source);
    while (task.moved < task.toMove && this.dueAt(task) <= this.broker.clock.now()) {
      const [next] = source.deliverable();
      if (!next) break;
      const destinationArn = task.destinationArn ?? next.message.deadLetterSourceArn;
      if (destinationArn === undefined) return { ...task, status: 'FAILED', failureReason: 'CouldNotDetermineMessageSource' };
      const destination = this.broker.queueByArn(destinationArn);
      if (!destination) return { ...task, status: 'FAILED', failureReason: QUEUE_GONE };
      this.move(source, next.message, destination);
      task.moved += 1;
    }
    return task.moved < task.toMove && source.hasDeliverable ? task : { ...task, status: 'COMPLETED' };
  }

  /** What arrives is a new message, and no send: the deduplication window neither stops nor notices it. */
  private move(source: Queue, message: StoredMessage, destination: Queue): void {
    const now = this.broker.clock.now();
    const { receipt: _, firstReceivedAt: __, deadLetterSourceArn: ___, ...kept } = message;
    this.broker.commit({
      type: 'moved',
      at: now,
      queue: source.name,
      messageId: message.id,
      target: destination.name,
      message: { ...kept, id: randomUUID(), sequence: this.broker.state.sequence + 1, sentAt: now, visibleAt: now, receives: 0 },
    });
  }
}
