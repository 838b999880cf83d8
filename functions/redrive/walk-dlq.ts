import { SQS_BATCH_LIMIT } from '../../lib/windows';
import type { DeadLetter, Dlq, HeldLetter } from './dlq';

/**
 * Receives what lies in the DLQ, ten at a time, until there is nothing more or `goOn` says no. What `take` does not return as removed is
 * receivable again at once when this ends, also when it ends with an error.
 *
 * @param hiddenSeconds as long as the walk may take: a message that came back meanwhile would be met again
 * @returns whether it came to the end. Behind ten held messages of one group SQS shows no further one of it, so that is not the end.
 */
export async function walkDlq(
  dlq: Pick<Dlq, 'receive' | 'release'>,
  hiddenSeconds: number,
  goOn: () => boolean,
  take: (letters: readonly DeadLetter[]) => Promise<readonly DeadLetter[]>,
): Promise<boolean> {
  // Without bodies: ten thousand of them may be too much for the function's memory.
  const held = new Map<string, HeldLetter & { readonly groupId: string }>();
  try {
    while (goOn()) {
      const letters = await dlq.receive(hiddenSeconds);
      if (letters.length === 0) return !hidesMore([...held.values()]);
      for (const { messageId, receiptHandle, groupId } of letters) held.set(messageId, { messageId, receiptHandle, groupId });
      for (const { messageId } of await take(letters)) held.delete(messageId);
    }
    return false;
  } finally {
    await dlq.release([...held.values()]);
  }
}

function hidesMore(held: readonly { readonly groupId: string }[]): boolean {
  const ofGroup = new Map<string, number>();
  for (const { groupId } of held) ofGroup.set(groupId, (ofGroup.get(groupId) ?? 0) + 1);
  return Math.max(0, ...ofGroup.values()) >= SQS_BATCH_LIMIT;
}
