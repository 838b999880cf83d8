/** A moment at which a hidden message is to be looked at again. */
export interface Deadline {
  at: number;
  /** Breaks ties, so that messages hidden together come back in the order they were sent. */
  sequence: number;
  messageId: string;
}

const before = (a: Deadline, b: Deadline): boolean => a.at < b.at || (a.at === b.at && a.sequence < b.sequence);

/**
 * Binary min-heap of deadlines. A deadline is never removed early: whoever takes one checks whether it still counts,
 * which keeps a change of visibility at O(log n).
 */
export class DeadlineHeap {
  private items: Deadline[] = [];

  get size(): number {
    return this.items.length;
  }

  get first(): Deadline | undefined {
    return this.items[0];
  }

  push(deadline: Deadline): void {
    const { items } = this;
    let index = items.push(deadline) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!before(deadline, items[parent]!)) break;
      items[index] = items[parent]!;
      index = parent;
    }
    items[index] = deadline;
  }

  pop(): Deadline | undefined {
    const { items } = this;
    const top = items[0];
    const moved = items.pop();
    if (!moved || items.length === 0) return top;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && before(items[child + 1]!, items[child]!)) child += 1;
      if (!before(items[child]!, moved)) break;
      items[index] = items[child]!;
      index = child;
    }
    items[index] = moved;
    return top;
  }

  clear(): void {
    this.items = [];
  }
}
