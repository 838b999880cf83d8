import { LinkedList, type ListNode } from './linked-list';
import type { StoredMessage } from './message';

/** A message in its queue, with its places in the lists that hold it. */
export interface QueuedMessage {
  message: StoredMessage;
  group: MessageGroup;
  /** Delayed, or received and not yet visible again. */
  hidden: boolean;
  inGroup: ListNode<QueuedMessage>;
  inQueue: ListNode<QueuedMessage>;
}

/** The messages of one group of one queue, in the order they were sent. */
export class MessageGroup {
  readonly id: string;
  readonly messages = new LinkedList<QueuedMessage>();
  /** Place among the groups that have something to deliver. */
  inReady: ListNode<MessageGroup> | undefined;

  constructor(id: string) {
    this.id = id;
  }

  get isDeliverable(): boolean {
    return this.messages.first !== undefined && !this.messages.first.value.hidden;
  }

  /**
   * What may be received now: everything in front of the first hidden message.
   * A hidden message hides only what is behind it, so an expired one in front of it comes again.
   */
  *deliverable(): Generator<QueuedMessage, void, undefined> {
    for (const queued of this.messages) {
      if (queued.hidden) return;
      yield queued;
    }
  }
}
