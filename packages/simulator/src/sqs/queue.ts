import type { QueueCounts } from '../types';
import { DeadlineHeap } from './deadline-heap';
import { DeduplicationWindow } from './deduplication-window';
import { LinkedList } from './linked-list';
import type { StoredMessage } from './message';
import { MessageGroup, type QueuedMessage } from './message-group';
import { type QueueAttributes, type QueueSettings, settingsOf } from './queue-attributes';

/** Outdated deadlines are dropped once they outnumber the valid ones by this. */
const HEAP_SLACK = 1024;

/**
 * Messages of one FIFO queue: which are hidden, which may be received, in what order. No clock, no wire: callers pass the time.
 * Every operation is O(log n) at most, whatever the number of messages and groups.
 */
export class Queue {
  readonly name: string;
  readonly arn: string;
  readonly createdAt: number;
  modifiedAt: number;
  attributes: QueueAttributes;
  settings: QueueSettings;
  tags: Record<string, string> = {};
  readonly deduplication = new DeduplicationWindow();

  private readonly byId = new Map<string, QueuedMessage>();
  /** Enqueue time only grows, so the first one is the next to outlive retention. */
  private readonly byAge = new LinkedList<QueuedMessage>();
  private readonly groups = new Map<string, MessageGroup>();
  /** Groups with something to deliver, longest ready first: no group can starve another. */
  private readonly ready = new LinkedList<MessageGroup>();
  private deadlines = new DeadlineHeap();
  private inFlight = 0;
  private delayed = 0;

  constructor(name: string, arn: string, createdAt: number, attributes: QueueAttributes) {
    this.name = name;
    this.arn = arn;
    this.createdAt = createdAt;
    this.modifiedAt = createdAt;
    this.attributes = attributes;
    this.settings = settingsOf(attributes);
  }

  get counts(): QueueCounts {
    return { visible: this.byId.size - this.inFlight - this.delayed, inFlight: this.inFlight, delayed: this.delayed };
  }

  get oldestSentAt(): number | undefined {
    return this.byAge.first?.value.message.sentAt;
  }

  get hasDeliverable(): boolean {
    return this.ready.first !== undefined;
  }

  get(messageId: string): QueuedMessage | undefined {
    return this.byId.get(messageId);
  }

  /** Oldest first. */
  *messages(): Generator<StoredMessage, void, undefined> {
    for (const { message } of this.byAge) yield message;
  }

  /** What may be received now, group by group. The message just reached may be removed while iterating. */
  *deliverable(): Generator<QueuedMessage, void, undefined> {
    for (const group of this.ready) yield* group.deliverable();
  }

  add(message: StoredMessage, now: number): void {
    const group = this.groups.get(message.groupId) ?? new MessageGroup(message.groupId);
    this.groups.set(message.groupId, group);
    const queued = { message, group, hidden: false } as QueuedMessage;
    queued.inGroup = group.messages.append(queued);
    queued.inQueue = this.byAge.append(queued);
    this.byId.set(message.id, queued);
    this.setVisibleAt(queued, message.visibleAt, now);
  }

  remove(messageId: string): StoredMessage | undefined {
    const queued = this.byId.get(messageId);
    if (!queued) return undefined;
    this.setHidden(queued, false);
    queued.group.messages.remove(queued.inGroup);
    this.byAge.remove(queued.inQueue);
    this.byId.delete(messageId);
    this.refresh(queued.group);
    return queued.message;
  }

  receive(messageId: string, receiptId: string, now: number, visibleAt: number): void {
    const queued = this.byId.get(messageId);
    if (!queued) return;
    // Counted as delayed or not at all until here: hide it anew as in flight.
    this.setHidden(queued, false);
    const { message } = queued;
    message.receives += 1;
    message.firstReceivedAt ??= now;
    message.receipt = { id: receiptId, at: now };
    this.setVisibleAt(queued, visibleAt, now);
  }

  changeVisibility(messageId: string, visibleAt: number, now: number): void {
    const queued = this.byId.get(messageId);
    if (queued) this.setVisibleAt(queued, visibleAt, now);
  }

  /** Brings back what is no longer hidden. True when a message did. */
  reveal(now: number): boolean {
    let revealed = false;
    for (let { first } = this.deadlines; first && first.at <= now; first = this.deadlines.first) {
      this.deadlines.pop();
      const queued = this.byId.get(first.messageId);
      if (!queued?.hidden || queued.message.visibleAt > now) continue;
      this.setHidden(queued, false);
      this.refresh(queued.group);
      revealed = true;
    }
    return revealed;
  }

  /** Ids of the messages that outlived the retention period. */
  expired(now: number): string[] {
    const ids: string[] = [];
    for (const { message } of this.byAge) {
      if (message.sentAt + this.settings.retentionMs > now) break;
      ids.push(message.id);
    }
    return ids;
  }

  /** When `reveal` or `expired` will next have something to do, at the earliest. */
  nextDeadline(): number {
    const oldest = this.byAge.first?.value.message;
    return Math.min(this.deadlines.first?.at ?? Infinity, oldest ? oldest.sentAt + this.settings.retentionMs : Infinity);
  }

  purge(): void {
    for (const { message } of this.byAge) this.remove(message.id);
    this.deadlines.clear();
    this.deduplication.clear();
  }

  private setVisibleAt(queued: QueuedMessage, visibleAt: number, now: number): void {
    queued.message.visibleAt = visibleAt;
    this.setHidden(queued, visibleAt > now);
    if (queued.hidden) {
      this.deadlines.push({ at: visibleAt, sequence: queued.message.sequence, messageId: queued.message.id });
      this.dropOutdatedDeadlines();
    }
    this.refresh(queued.group);
  }

  private setHidden(queued: QueuedMessage, hidden: boolean): void {
    if (queued.hidden === hidden) return;
    queued.hidden = hidden;
    const change = hidden ? 1 : -1;
    if (queued.message.receipt) this.inFlight += change;
    else this.delayed += change;
  }

  private refresh(group: MessageGroup): void {
    if (group.isDeliverable) {
      group.inReady ??= this.ready.append(group);
    } else if (group.inReady) {
      this.ready.remove(group.inReady);
      group.inReady = undefined;
    }
    if (group.messages.size === 0) this.groups.delete(group.id);
  }

  private dropOutdatedDeadlines(): void {
    if (this.deadlines.size <= 2 * (this.inFlight + this.delayed) + HEAP_SLACK) return;
    this.deadlines = new DeadlineHeap();
    for (const { message, hidden } of this.byAge) {
      if (hidden) this.deadlines.push({ at: message.visibleAt, sequence: message.sequence, messageId: message.id });
    }
  }
}
