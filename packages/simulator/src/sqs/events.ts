import type { AcceptedSend } from './deduplication-window';
import type { StoredMessage } from './message';
import type { MoveTask } from './move-task';
import type { QueueAttributes } from './queue-attributes';

/**
 * Everything that can change the state of the engine. One event is one line of the journal and is applied whole;
 * applying all of them in order gives the state again. `at` is the epoch millisecond at which it happened.
 */
export type QueueEvent =
  | { type: 'queueCreated'; at: number; queue: string; attributes: QueueAttributes; tags: Record<string, string> }
  | { type: 'queueDeleted'; at: number; queue: string }
  | { type: 'attributesSet'; at: number; queue: string; attributes: QueueAttributes }
  | { type: 'tagsSet'; at: number; queue: string; tags: Record<string, string> }
  /** `deduplicationKey` is absent when the message is only restored, its window being restored on its own. */
  | { type: 'sent'; at: number; queue: string; message: StoredMessage; deduplicationKey?: string }
  | { type: 'received'; at: number; queue: string; visibleAt: number; receipts: { messageId: string; receiptId: string }[] }
  | { type: 'visibilityChanged'; at: number; queue: string; messageId: string; visibleAt: number }
  /** Deleted by a consumer, or expired. */
  | { type: 'removed'; at: number; queue: string; messageIds: string[] }
  | { type: 'purged'; at: number; queue: string }
  /** Removed here and added there at once, so that a crash neither loses nor doubles the message. */
  | { type: 'moved'; at: number; queue: string; messageId: string; target: string; message: StoredMessage }
  | { type: 'deduplicationRestored'; at: number; queue: string; sends: AcceptedSend[] }
  | { type: 'taskChanged'; at: number; task: MoveTask }
  | { type: 'sequenceRestored'; at: number; sequence: number };

/** What watchers are told: every event, and the sends that changed nothing because the queue knew their deduplication id. */
export type ObservedEvent = QueueEvent | { type: 'deduplicated'; at: number; queue: string; groupId: string; body: string };
