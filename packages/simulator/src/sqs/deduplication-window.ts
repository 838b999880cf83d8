import { DEDUPLICATION_SECONDS } from './limits';
import { LinkedList } from './linked-list';

/** A send that later sends with the same key are compared with. JSON-safe, kept in the journal. */
export interface AcceptedSend {
  key: string;
  messageId: string;
  sequence: number;
  /** Epoch milliseconds of the first send; a suppressed send does not prolong the window. */
  at: number;
}

/** Within scope `messageGroup` the same id in another group is another message. Ids cannot contain a line feed. */
export function deduplicationKey(scope: string, groupId: string, deduplicationId: string): string {
  return scope === 'messageGroup' ? `${groupId}\n${deduplicationId}` : deduplicationId;
}

/** Sends of the last five minutes, whatever became of their messages since. Bounded by time, not by count, as on AWS. */
export class DeduplicationWindow {
  private readonly byKey = new Map<string, AcceptedSend>();
  private readonly inOrder = new LinkedList<AcceptedSend>();

  find(key: string, now: number): AcceptedSend | undefined {
    this.prune(now);
    return this.byKey.get(key);
  }

  add(send: AcceptedSend): void {
    this.prune(send.at);
    this.byKey.set(send.key, send);
    this.inOrder.append(send);
  }

  clear(): void {
    this.byKey.clear();
    while (this.inOrder.first) this.inOrder.remove(this.inOrder.first);
  }

  /** Oldest first. */
  entries(now: number): AcceptedSend[] {
    this.prune(now);
    return [...this.inOrder];
  }

  private prune(now: number): void {
    for (let { first } = this.inOrder; first && first.value.at + DEDUPLICATION_SECONDS * 1000 <= now; first = this.inOrder.first) {
      this.inOrder.remove(first);
      if (this.byKey.get(first.value.key) === first.value) this.byKey.delete(first.value.key);
    }
  }
}
