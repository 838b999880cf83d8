/** Place of a value in a `LinkedList`. */
export interface ListNode<T> {
  readonly value: T;
  previous: ListNode<T> | undefined;
  next: ListNode<T> | undefined;
}

/**
 * Doubly linked list: append, first and removal from anywhere take constant time.
 * A `Map` keeps order too, but reading its first entry slows down with every entry deleted before it.
 */
export class LinkedList<T> {
  first: ListNode<T> | undefined;
  private last: ListNode<T> | undefined;
  size = 0;

  append(value: T): ListNode<T> {
    const node: ListNode<T> = { value, previous: this.last, next: undefined };
    if (this.last) this.last.next = node;
    else this.first = node;
    this.last = node;
    this.size += 1;
    return node;
  }

  /** The node must be in this list. */
  remove(node: ListNode<T>): void {
    if (node.previous) node.previous.next = node.next;
    else this.first = node.next;
    if (node.next) node.next.previous = node.previous;
    else this.last = node.previous;
    this.size -= 1;
  }

  /** The value just reached may be removed while iterating. */
  *[Symbol.iterator](): Generator<T, void, undefined> {
    for (let node = this.first; node; ) {
      const { next } = node;
      yield node.value;
      node = next;
    }
  }
}
