import { containsCardNumber } from '../../contract/card-number';
import type { DeadLetter } from '../shared/dlq/dlq';
import { effectOf, type Joined, type RedriveEffect } from '../shared/dlq/verdict';
import { orderOf } from './chosen-orders';

/** A message in the DLQ as people and logs are told of it: ids and a verdict, never its body. */
export interface NamedMessage {
  /** Its body's order, or its group when nobody can read the body. */
  readonly orderId: string;
  readonly messageId: string;
  /** What redriving it would bring about. */
  readonly verdict: RedriveEffect;
}

/** @param now epoch milliseconds */
export const nameMessage = (message: DeadLetter, joined: Joined, now: number): NamedMessage => ({
  orderId: printable(orderOf(message)),
  messageId: message.messageId,
  verdict: effectOf(joined, now),
});

/** Whoever may send to the queue may name a group anything, a card number too. */
export const printable = (groupId: string): string => (containsCardNumber(groupId) ? 'withheld' : groupId);
