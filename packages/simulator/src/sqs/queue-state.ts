import type { QueueEvent } from './events';
import { type MoveTask, TASKS_KEPT } from './move-task';
import { Queue } from './queue';
import { settingsOf } from './queue-attributes';

/** All queues and move tasks. Changed by events alone, so that replaying a journal rebuilds it. */
export class QueueState {
  readonly queues = new Map<string, Queue>();
  /** Oldest first, the last ten of each source. */
  tasks: MoveTask[] = [];
  sequence = 0;
  private readonly arnOf: (name: string) => string;

  constructor(arnOf: (name: string) => string) {
    this.arnOf = arnOf;
  }

  apply(event: QueueEvent): void {
    switch (event.type) {
      case 'queueCreated': {
        const queue = new Queue(event.queue, this.arnOf(event.queue), event.at, event.attributes);
        queue.tags = event.tags;
        this.queues.set(event.queue, queue);
        return;
      }
      case 'queueDeleted':
        this.queues.delete(event.queue);
        return;
      case 'taskChanged':
        this.keepTask(event.task);
        return;
      case 'sequenceRestored':
        this.sequence = Math.max(this.sequence, event.sequence);
        return;
      default: {
        const queue = this.queues.get(event.queue);
        if (queue) this.applyToQueue(queue, event);
      }
    }
  }

  private applyToQueue(
    queue: Queue,
    event: Exclude<QueueEvent, { type: 'queueCreated' | 'queueDeleted' | 'taskChanged' | 'sequenceRestored' }>,
  ) {
    switch (event.type) {
      case 'attributesSet':
        queue.attributes = event.attributes;
        queue.settings = settingsOf(event.attributes);
        queue.modifiedAt = event.at;
        return;
      case 'tagsSet':
        queue.tags = event.tags;
        return;
      case 'sent': {
        const { message, at, deduplicationKey: key } = event;
        this.sequence = Math.max(this.sequence, message.sequence);
        queue.add(message, at);
        if (key !== undefined) queue.deduplication.add({ key, messageId: message.id, sequence: message.sequence, at });
        return;
      }
      case 'received':
        for (const { messageId, receiptId } of event.receipts) queue.receive(messageId, receiptId, event.at, event.visibleAt);
        return;
      case 'visibilityChanged':
        queue.changeVisibility(event.messageId, event.visibleAt, event.at);
        return;
      case 'removed':
        for (const id of event.messageIds) queue.remove(id);
        return;
      case 'purged':
        queue.purge();
        return;
      case 'moved':
        queue.remove(event.messageId);
        this.sequence = Math.max(this.sequence, event.message.sequence);
        this.queues.get(event.target)?.add(event.message, event.at);
        return;
      case 'deduplicationRestored':
        for (const send of event.sends) queue.deduplication.add(send);
        return;
      default:
        event satisfies never;
    }
  }

  private keepTask(task: MoveTask): void {
    const index = this.tasks.findIndex((kept) => kept.id === task.id);
    if (index >= 0) this.tasks[index] = task;
    else this.tasks.push(task);
    const ofSource = this.tasks.filter((kept) => kept.sourceArn === task.sourceArn);
    const oldest = ofSource.length > TASKS_KEPT ? ofSource[0] : undefined;
    if (oldest) this.tasks = this.tasks.filter((kept) => kept !== oldest);
  }

  /** The shortest list of events that leads to this state. */
  *snapshot(now: number): Generator<QueueEvent, void, undefined> {
    yield { type: 'sequenceRestored', at: now, sequence: this.sequence };
    for (const queue of this.queues.values()) {
      const { name, attributes, tags } = queue;
      yield { type: 'queueCreated', at: queue.createdAt, queue: name, attributes, tags };
      if (queue.modifiedAt !== queue.createdAt) yield { type: 'attributesSet', at: queue.modifiedAt, queue: name, attributes };
      const sends = queue.deduplication.entries(now);
      if (sends.length > 0) yield { type: 'deduplicationRestored', at: now, queue: name, sends };
      for (const message of queue.messages()) yield { type: 'sent', at: now, queue: name, message };
    }
    for (const task of this.tasks) yield { type: 'taskChanged', at: now, task };
  }
}
