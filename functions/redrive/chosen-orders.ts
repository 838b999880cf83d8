import { createHash } from 'node:crypto';
import { readMessage } from '../../contract/payment-event';
import type { DeadLetter } from './dlq';

export interface Selection {
  /** Messages of chosen orders, in order. */
  readonly wanted: readonly DeadLetter[];
  /** Messages of chosen orders that say the same as one selected from an earlier receive. */
  readonly repeats: readonly DeadLetter[];
}

export interface ChosenOrders {
  readonly isChosen: (letter: DeadLetter) => boolean;
  select(letters: readonly DeadLetter[]): Selection;
  /** Chosen orders of which no message was met. */
  notFound(): string[];
}

/** The order that a message is of: its body's, or its group's when nobody can read the body. */
export const orderOf = ({ body, groupId }: DeadLetter): string => readMessage(body)?.orderId ?? groupId;

/** Picks the chosen orders' messages out of what is received. */
export function chosenOrders(orderIds: readonly string[]): ChosenOrders {
  const chosen = new Set(orderIds);
  const missing = new Set(orderIds);
  const selected = new Set<string>();
  const isChosen = (letter: DeadLetter): boolean => chosen.has(orderOf(letter));
  return {
    isChosen,
    select(letters) {
      const ofChosen = letters.filter(isChosen);
      // What can never be charged is back within milliseconds, under another id: copied again, it would go round until time is out.
      const wanted = ofChosen.filter((letter) => !selected.has(contentOf(letter)));
      for (const letter of wanted) {
        selected.add(contentOf(letter));
        missing.delete(orderOf(letter));
      }
      return { wanted, repeats: ofChosen.filter((letter) => !wanted.includes(letter)) };
    },
    notFound: () => [...missing],
  };
}

/** A hash, because a body may have a megabyte. */
const contentOf = ({ groupId, body }: DeadLetter): string => createHash('sha256').update(`${groupId}\n${body}`).digest('base64');
