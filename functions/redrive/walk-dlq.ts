import { SQS_BATCH_LIMIT } from '../../contract/windows';
import type { DeadLetter, Dlq, HeldLetter } from './dlq';

/**
 * Receives what lies in the DLQ, ten at a time, until there is nothing more or `goOn` says no. What `take` does not return as removed is
 * receivable again at once when this ends, also when it ends with an error.
 *
 * @param hiddenSeconds as long as the walk may take: a message that came back meanwhile would be met again
 * @param isSought whether a message is one of those that the walk is for
 * @returns whether it has seen all of those. Behind ten held messages of one group SQS shows no further one of it.
 */
export async function walkDlq(
  dlq: Pick<Dlq, 'receive' | 'release'>,
  hiddenSeconds: number,
  goOn: () => boolean,
  take: (letters: readonly DeadLetter[]) => Promise<readonly DeadLetter[]>,
  isSought: (letter: DeadLetter) => boolean = () => true,
): Promise<boolean> {
  // Without bodies: ten thousand of them may be too much for the function's memory.
  const held = new Map<string, HeldLetter & { readonly soughtIn?: string }>();
  try {
    while (goOn()) {
      const letters = await dlq.receive(hiddenSeconds);
      if (letters.length === 0) return !hidesMore([...held.values()]);
      for (const letter of letters) {
        const { messageId, receiptHandle, groupId } = letter;
        held.set(messageId, { messageId, receiptHandle, soughtIn: isSought(letter) ? groupId : undefined });
      }
      for (const { messageId } of await take(letters)) held.delete(messageId);
    }
    return false;
  } finally {
    await dlq.release([...held.values()]);
  }
}

function hidesMore(held: readonly { readonly soughtIn?: string }[]): boolean {
  const ofGroup = new Map<string, number>();
  for (const { soughtIn } of held) if (soughtIn !== undefined) ofGroup.set(soughtIn, (ofGroup.get(soughtIn) ?? 0) + 1);
  return [...ofGroup.values()].some((count) => count >= SQS_BATCH_LIMIT);
}
