import type { DeadLetter, Dlq, MoveTask } from '../functions/redrive/dlq';

/** A message as it arrives in the charge queue. */
export interface Copy {
  readonly body: string;
  readonly groupId: string;
  readonly attributes?: DeadLetter['attributes'];
  readonly traceHeader?: string;
  readonly deduplicationId: string;
}

export interface MemoryDlq extends Dlq {
  /** What the charge queue took, in order. */
  readonly queue: Copy[];
  /** What still lies in the DLQ, hidden or not. */
  deadLetters(): DeadLetter[];
  /** Order of calls that change something: `send m-1`, `remove m-1`. */
  readonly log: string[];
  readonly tasks: MoveTask[];
}

/**
 * A FIFO dead-message queue and the charge queue behind it, after the rules of SQS: a receive takes up to ten visible messages in order, none of a
 * group that has one in flight; a send whose deduplication id was seen is answered but delivers nothing.
 */
export function memoryDlq(initial: readonly DeadLetter[], { alreadySent = [] as readonly string[] } = {}): MemoryDlq {
  let deadLetters = [...initial];
  const inFlight = new Set<string>();
  const seen = new Set(alreadySent);
  const queue: Copy[] = [];
  const log: string[] = [];
  const tasks: MoveTask[] = [];
  return {
    queue,
    log,
    tasks,
    deadLetters: () => [...deadLetters],
    visible: async () => deadLetters.filter(({ messageId }) => !inFlight.has(messageId)).length,
    receive: async () => {
      const locked = new Set(deadLetters.filter(({ messageId }) => inFlight.has(messageId)).map(({ groupId }) => groupId));
      const received = deadLetters.filter(({ groupId }) => !locked.has(groupId)).slice(0, 10);
      for (const { messageId } of received) inFlight.add(messageId);
      return received;
    },
    release: async (messages) => {
      for (const { messageId } of messages) inFlight.delete(messageId);
    },
    remove: async ({ messageId }) => {
      log.push(`remove ${messageId}`);
      deadLetters = deadLetters.filter((message) => message.messageId !== messageId);
      inFlight.delete(messageId);
    },
    sendCopy: async ({ messageId, body, groupId, attributes, traceHeader }, deduplicationId) => {
      log.push(`send ${messageId}`);
      if (seen.has(deduplicationId)) return;
      seen.add(deduplicationId);
      queue.push({ body, groupId, attributes, traceHeader, deduplicationId });
    },
    startMove: async () => {
      const startedAt = `2026-11-30T09:00:0${tasks.length}.000Z`;
      tasks.unshift({ status: 'RUNNING', moved: 0, toMove: deadLetters.length, startedAt, handle: `task-${tasks.length + 1}` });
    },
    moves: async () => [...tasks],
    cancelMove: async (handle) => {
      const index = tasks.findIndex((task) => task.handle === handle);
      tasks[index] = { ...tasks[index]!, status: 'CANCELLING' };
      return tasks[index].moved;
    },
  };
}

/** The message that the API sent for an order's first attempt, as it lies in the DLQ. What a test is about goes into `over`. */
export const aDeadLetter = (messageId: string, orderId: string, over: Partial<DeadLetter> = {}): DeadLetter => ({
  messageId,
  receiptHandle: `receipt-${messageId}`,
  groupId: orderId,
  arrivedAt: Date.parse('2026-11-29T10:02:30.000Z'),
  body: `{"orderId":"${orderId}","attempt":1,"amount":1999,"currency":"EUR","paymentMethod":"pm_card_visa"}`,
  ...over,
});
