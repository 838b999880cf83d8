import type { Broker } from './broker';
import type { StoredMessage } from './message';
import type { Queue } from './queue';

/** AWS honours `ReceiveRequestAttemptId` for five minutes. */
const ATTEMPT_LIFE_MS = 5 * 60 * 1000;

interface Attempt {
  at: number;
  receipts: { messageId: string; receiptId: string; visibleAt: number }[];
}

/** What was answered to receives with a `ReceiveRequestAttemptId`. Held in memory: after a restart a retry is a new receive. */
export class ReceiveAttempts {
  private readonly attempts = new Map<string, Attempt>();

  /** `attemptId` cannot contain a line feed, nor can a queue's ARN. */
  private key(queue: Queue, attemptId: string): string {
    return `${queue.arn}\n${attemptId}`;
  }

  remember(queue: Queue, attemptId: string, messages: StoredMessage[], now: number): void {
    for (const [key, { at }] of this.attempts) {
      if (at + ATTEMPT_LIFE_MS > now) break;
      this.attempts.delete(key);
    }
    const receipts = messages.map(({ id, receipt, visibleAt }) => ({ messageId: id, receiptId: receipt?.id ?? '', visibleAt }));
    this.attempts.delete(this.key(queue, attemptId));
    if (receipts.length > 0) this.attempts.set(this.key(queue, attemptId), { at: now, receipts });
  }

  /**
   * The messages of the first answer, with their receipt handles, hidden anew for `visibilityMs`. Undefined when there was none,
   * or when one of them was deleted, became visible or had its visibility changed since: then it is a new receive.
   */
  repeat(broker: Broker, queue: Queue, attemptId: string, visibilityMs: number): StoredMessage[] | undefined {
    const now = broker.clock.now();
    const attempt = this.attempts.get(this.key(queue, attemptId));
    if (!attempt || attempt.at + ATTEMPT_LIFE_MS <= now) return undefined;
    const messages: StoredMessage[] = [];
    for (const { messageId, receiptId, visibleAt } of attempt.receipts) {
      const queued = queue.get(messageId);
      const { message } = queued ?? {};
      if (!message || !queued?.hidden || message.receipt?.id !== receiptId || message.visibleAt !== visibleAt) return undefined;
      messages.push(message);
    }
    for (const receipt of attempt.receipts) {
      receipt.visibleAt = now + visibilityMs;
      broker.commit({
        type: 'visibilityChanged',
        at: now,
        queue: queue.name,
        messageId: receipt.messageId,
        visibleAt: receipt.visibleAt,
      });
    }
    return messages.map((message) => ({ ...message }));
  }
}
