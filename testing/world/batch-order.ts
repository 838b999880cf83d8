import { readCancelMessage } from '../../contract/cancel-message';
import { readMessage, sameEvent } from '../../contract/payment-event';
import type { Delivery } from '../../functions/charge/delivery';
import type { Message } from '../../functions/charge/message';
import { isTerminal } from '../../functions/shared/payments';
import type { World } from './world';

/** Codes that no schedule may bring about by itself: they say that ledger and provider disagree. */
const ALARMS: ReadonlySet<string> = new Set(['ledger-contradicts-provider', 'provider-reply-differs', 'provider-key-reused']);

/**
 * What one invocation did, against the rules of FIFO: within a group nothing is tried behind a failure, everything from the failure on is
 * returned, and no other group is.
 */
export function checkBatch(
  world: World,
  batch: readonly Message[],
  outcomes: ReadonlyMap<string, Delivery>,
  returned: ReadonlySet<string>,
): void {
  const failedGroups = new Set<string>();
  for (const { messageId, groupId, body } of batch) {
    const outcome = outcomes.get(messageId);
    if (failedGroups.has(groupId)) {
      if (outcome) world.violated('I6: a message was tried behind a failed one of its group');
    } else if (outcome?.kind !== 'done') failedGroups.add(groupId);
    if (returned.has(messageId) !== failedGroups.has(groupId)) world.violated('I6: a batch returned the wrong messages');
    if (outcome?.kind === 'permanent' && outcome.event && outcome.failure.code === 'message-differs-from-payment') {
      const { event } = outcome;
      const row = world.ledger.rows().find(({ orderId, attempt }) => orderId === event.orderId && attempt === event.attempt);
      // A forged cancellation says nothing that could differ, but that somebody asked.
      if (row && readMessage(body) && sameEvent(row, event))
        world.violated('I6: a message that says what the row says was refused for saying otherwise');
    }
    if (outcome && outcome.kind !== 'done' && ALARMS.has(outcome.failure.code))
      world.violated(`an alarm was raised: ${outcome.failure.code}`);
  }
}

/** The message is what brings a payment back: it may go when the payment has ended, and not before. */
export function checkDelete(world: World, body: string): void {
  const event = readMessage(body) ?? readCancelMessage(body);
  const row = event && world.ledger.rows().find(({ orderId, attempt }) => orderId === event.orderId && attempt === event.attempt);
  if (!row || !isTerminal(row)) world.violated('I2: a message was deleted before its payment ended');
}
