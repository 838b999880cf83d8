import { REDRIVE_TIMEOUT_SECONDS } from '../../lib/windows';
import { readMessage } from '../shared/payment-event';
import type { DeadLetter, Dlq } from './dlq';

export interface CopyResult {
  /** Messages sent to the charge queue and deleted from the DLQ. */
  readonly moved: number;
  /** Messages of chosen orders that stay in the DLQ: their send or one before it in the group failed, or this run has copied the same already. */
  readonly left: number;
  /** Whether the whole DLQ was searched before time ran out. */
  readonly complete: boolean;
}

/**
 * Copies the chosen orders' messages back to the charge queue. Each is sent before it is deleted, so that dying in between leaves two copies
 * and never none: the guard and the ledger stop the second.
 *
 * @param runId the same for a repeated run, so that SQS can drop what that run sends twice; never the message's own deduplication id, under
 *   which SQS would swallow a copy sent within five minutes of the original
 * @param timeLeft false when the run must stop
 */
export async function copyChosen(orderIds: readonly string[], runId: string, dlq: Dlq, timeLeft: () => boolean): Promise<CopyResult> {
  const chosen = new Set(orderIds);
  const passedOver: DeadLetter[] = [];
  const copied = new Set<string>();
  let moved = 0;
  let left = 0;
  try {
    while (timeLeft()) {
      // Hidden for the whole run: a message that came back meanwhile would be searched again.
      const letters = await dlq.receive(REDRIVE_TIMEOUT_SECONDS);
      if (letters.length === 0) return { moved, left, complete: true };
      const ofChosen = letters.filter((letter) => chosen.has(orderOf(letter)));
      // What can never be charged is back within milliseconds, under another id: copied again, it would go round until time is out.
      const wanted = ofChosen.filter((letter) => !copied.has(contentOf(letter)));
      passedOver.push(...letters.filter((letter) => !wanted.includes(letter)));
      const kept = (await Promise.all([...byGroup(wanted)].map((group) => copyGroup(group, runId, dlq)))).flat();
      passedOver.push(...kept);
      for (const letter of wanted) copied.add(contentOf(letter));
      // What stays behind must not be overtaken by a later message of its group.
      for (const letter of kept) chosen.delete(orderOf(letter));
      moved += wanted.length - kept.length;
      left += ofChosen.length - wanted.length + kept.length;
    }
    return { moved, left, complete: false };
  } finally {
    await dlq.release(passedOver);
  }
}

const orderOf = ({ body, groupId }: DeadLetter): string => readMessage(body)?.orderId ?? groupId;

const contentOf = ({ groupId, body }: DeadLetter): string => `${groupId}\n${body}`;

/** Copies one group in order and returns what it could not. */
async function copyGroup(group: readonly DeadLetter[], runId: string, dlq: Dlq): Promise<readonly DeadLetter[]> {
  for (const [index, letter] of group.entries()) {
    try {
      await dlq.sendCopy(letter, `${runId}/${letter.messageId}`);
      await dlq.remove(letter);
    } catch {
      // Perhaps sent, and still in the DLQ: a later redrive sends it again, which is harmless.
      return group.slice(index);
    }
  }
  return [];
}

function byGroup(letters: readonly DeadLetter[]): Iterable<DeadLetter[]> {
  const groups = new Map<string, DeadLetter[]>();
  for (const letter of letters) groups.set(letter.groupId, [...(groups.get(letter.groupId) ?? []), letter]);
  return groups.values();
}
