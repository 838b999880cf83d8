import type { ObservedEvent } from '@charge-once/simulator/sqs/events';
import type { StoredMessage } from '@charge-once/simulator/sqs/message';
import type { MessageGroup } from '@charge-once/simulator/sqs/message-group';
import type { QueueState } from '@charge-once/simulator/sqs/queue-state';
import type { Observation, Subject } from './entry';
import type { Subjects } from './subjects';

/** What an event of the queues says about payments. To be called before the event is applied: a message that is removed can then still be read. */
export function seeMessages(
  event: ObservedEvent,
  state: QueueState,
  labelOf: (queue: string) => string,
  subjects: Subjects,
): { subject: Subject; observation: Observation }[] {
  const queue = 'queue' in event ? state.queues.get(event.queue) : undefined;
  if (!queue) return [];
  const label = labelOf(queue.name);
  const of = (id: string): StoredMessage | undefined => queue.get(id)?.message;
  const saw = (
    message: { body: string; groupId: string } | undefined,
    kind: Observation['kind'],
    text: string,
    windows?: Observation['windows'],
  ) => {
    const subject = message && subjects.ofMessage(message.body, message.groupId);
    return subject ? [{ subject, observation: { kind, text, windows } }] : [];
  };
  const isDlq = [...state.queues.values()].some(({ settings }) => settings.redrive?.targetArn === queue.arn);
  /** A payment may have several messages: what the queue keeps of it ends with the last of them. */
  const left = (id: string, leaving: readonly string[]): Observation['windows'] => ({
    visibility: false,
    ...(isLast(queue.get(id)?.group, leaving) && { [isDlq ? 'dlq' : 'queue']: false }),
  });

  switch (event.type) {
    case 'sent':
      return saw(event.message, 'send', `message in ${label}`, isDlq ? { dlq: true } : { queue: true, deduplication: true });
    case 'deduplicated':
      return saw(event, 'send', `message dropped by ${label}: the same deduplication id within 5 minutes`);
    case 'received':
      return event.receipts.flatMap(({ messageId }) => {
        const message = of(messageId);
        return saw(
          message,
          'delivery',
          `delivery ${(message?.receives ?? 0) + 1} from ${label}, hidden for ${span(event.visibleAt - event.at)}`,
          // Whoever looks into the DLQ hides its messages for a time of their own.
          isDlq ? undefined : { visibility: true },
        );
      });
    case 'visibilityChanged': {
      const wait = event.visibleAt - event.at;
      return saw(of(event.messageId), 'retry', `back in ${label} ${wait <= 0 ? 'at once' : `in ${span(wait)}`}`, { visibility: false });
    }
    case 'removed':
      return event.messageIds.flatMap((id) => {
        const message = of(id);
        const isExpired = message !== undefined && message.sentAt + queue.settings.retentionMs <= event.at;
        return isExpired
          ? saw(message, 'lost', `message expired in ${label}`)
          : saw(message, 'done', `message deleted from ${label}`, left(id, event.messageIds));
      });
    case 'moved': {
      const target = state.queues.get(event.target);
      const isDead = target !== undefined && queue.settings.redrive?.targetArn === target.arn;
      const to = labelOf(event.target);
      const windows = { ...left(event.messageId, [event.messageId]), [isDead ? 'dlq' : 'queue']: true };
      return isDead
        ? saw(event.message, 'dead-letter', `moved to ${to} after ${event.message.receives} deliveries`, windows)
        : saw(event.message, 'redrive', `moved back to ${to}, as a new message`, windows);
    }
    default:
      return [];
  }
}

/** Whether the group, which is an order's, has no message but those that leave: of the at most ten that a consumer deletes at once. */
function isLast(group: MessageGroup | undefined, leaving: readonly string[]): boolean {
  for (const { message } of group?.messages ?? []) if (!leaving.includes(message.id)) return false;
  return true;
}

/** Milliseconds in the largest unit that fits: `3 min`, `8 s`. */
function span(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds >= 60 && seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}
