import { createHash } from 'node:crypto';
import { readMessage } from '../../contract/payment-event';
import type { DeadLetter } from '../shared/dlq/dlq';

export interface Selection {
  /** Messages of chosen orders, in order. */
  readonly wanted: readonly DeadLetter[];
  /** Messages of chosen orders that say the same as one selected from an earlier receive. */
  readonly repeats: readonly DeadLetter[];
}

export interface ChosenOrders {
  readonly isChosen: (message: DeadLetter) => boolean;
  select(messages: readonly DeadLetter[]): Selection;
  /** Chosen orders of which no message was found. */
  notFound(): string[];
}

/** The order that a message is of: its body's, or its group's when nobody can read the body. */
export const orderOf = ({ body, groupId }: DeadLetter): string => readMessage(body)?.orderId ?? groupId;

/** Picks the chosen orders' messages out of what is received. */
export function chosenOrders(orderIds: readonly string[]): ChosenOrders {
  const chosen = new Set(orderIds);
  const missing = new Set(orderIds);
  const selected = new Set<string>();
  const isChosen = (message: DeadLetter): boolean => chosen.has(orderOf(message));
  return {
    isChosen,
    select(messages) {
      const ofChosen = messages.filter(isChosen);
      // What can never be charged is back within milliseconds, under another id: copied again, it would go round until time is out.
      const wanted = ofChosen.filter((message) => !selected.has(contentOf(message)));
      for (const message of wanted) {
        selected.add(contentOf(message));
        missing.delete(orderOf(message));
      }
      return { wanted, repeats: ofChosen.filter((message) => !wanted.includes(message)) };
    },
    notFound: () => [...missing],
  };
}

/** A hash, because a body may have a megabyte. */
const contentOf = ({ groupId, body }: DeadLetter): string => createHash('sha256').update(`${groupId}\n${body}`).digest('base64');
