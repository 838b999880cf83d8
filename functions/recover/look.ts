import { eventKey } from '../../contract/payment-event';
import { MAX_RECOVERIES, MAX_RECOVERIES_IN_ALL, RECOVERIES_A_LOOK, RECOVERY_HOLD_SECONDS } from '../../contract/windows';
import type { DeadLetter, Dlq, ReceivedMessage } from '../shared/dlq/dlq';
import { join } from '../shared/dlq/join';
import { effectOf, isHeld, type Joined } from '../shared/dlq/verdict';
import { isTerminal, type Payment, type Payments } from '../shared/payments';

/** A payment whose message lies in the DLQ and may go back. */
export interface DeadPayment {
  readonly payment: Payment;
  /** All say the same, so that one copy stands for them. */
  readonly messages: readonly DeadLetter[];
  /** When the last of them came into the DLQ, in epoch milliseconds. */
  readonly arrivedAt: number;
}

/** A received message without its body: thousands of them may be too much for the function's memory. */
export type Held = ReceivedMessage & Pick<DeadLetter, 'arrivedAt'>;

/**
 * Receives what lies in the DLQ until there is nothing more or `goOn` says no. Only what the verdict says would be charged or is settled is kept:
 * anything else waits for a person, or for the message that ends it.
 *
 * @param held told of everything that is received, and hidden until it is released
 * @returns the payments in the order of the queue
 */
export async function look(
  { dlq, payments, clock }: { readonly dlq: Pick<Dlq, 'receive'>; readonly payments: Pick<Payments, 'get'>; readonly clock: () => number },
  goOn: () => boolean,
  held: (message: Held) => void,
): Promise<DeadPayment[]> {
  const found = new Map<string, DeadPayment>();
  const countRecoverable = () => [...found.values()].filter((dead) => isRecoverable(dead, clock())).length;
  for (let isFirst = true; countRecoverable() < RECOVERIES_A_LOOK && goOn(); isFirst = false) {
    // What it misses when it does not wait, the next look sees.
    const messages = await dlq.receive(RECOVERY_HOLD_SECONDS, { mayWait: isFirst });
    if (messages.length === 0) break;
    for (const { messageId, receiptHandle, arrivedAt } of messages) held({ messageId, receiptHandle, arrivedAt });
    const joined = await Promise.all(messages.map(async (message) => ({ message, joined: await join(message, payments) })));
    for (const { message, joined: each } of joined) if (each.payment && mayGoBack(each, clock())) add(found, each.payment, message);
  }
  return [...found.values()];
}

function add(found: Map<string, DeadPayment>, payment: Payment, message: DeadLetter): void {
  const known = found.get(eventKey(payment));
  const messages = [...(known?.messages ?? []), message];
  found.set(eventKey(payment), { payment, messages, arrivedAt: Math.max(known?.arrivedAt ?? 0, message.arrivedAt) });
}

function mayGoBack(joined: Joined, now: number): boolean {
  const effect = effectOf(joined, now);
  switch (effect) {
    case 'to-be-charged':
    case 'settled':
      return true;
    case 'unreadable':
    case 'unknown':
    case 'differs':
    case 'expires':
    case 'fails-again':
      return false;
    default:
      return effect satisfies never;
  }
}

/** Whether it was tried in vain so often that a person has to look. */
export const isGivenUp = ({ payment }: DeadPayment): boolean =>
  !isTerminal(payment) && ((payment.recoveriesInVain ?? 0) >= MAX_RECOVERIES || (payment.recoveries ?? 0) >= MAX_RECOVERIES_IN_ALL);

/** Whether it may go back now. */
export const isRecoverable = (dead: DeadPayment, now: number): boolean =>
  isTerminal(dead.payment) || (!isGivenUp(dead) && !isHeld(dead.payment, now));

/** Whether the message that the recovery sent last has come back. */
export const hasReturned = ({ payment, arrivedAt }: DeadPayment): boolean =>
  !isTerminal(payment) && payment.recoveredAt !== undefined && arrivedAt > Date.parse(payment.recoveredAt);
