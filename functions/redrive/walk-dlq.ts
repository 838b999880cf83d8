import type { DeadLetter, Dlq, HeldLetter } from './dlq';

/**
 * Receives what lies in the DLQ, ten at a time, until there is nothing more or `goOn` says no. What `take` does not return as removed is
 * receivable again at once when this ends, also when it ends with an error.
 *
 * @param hiddenSeconds as long as the walk may take: a message that came back meanwhile would be met again
 * @returns whether it came to the end of what could be received
 */
export async function walkDlq(
  dlq: Pick<Dlq, 'receive' | 'release'>,
  hiddenSeconds: number,
  goOn: () => boolean,
  take: (letters: readonly DeadLetter[]) => Promise<readonly DeadLetter[]>,
): Promise<boolean> {
  // Without bodies: ten thousand of them may be too much for the function's memory.
  const held = new Map<string, HeldLetter>();
  try {
    while (goOn()) {
      const letters = await dlq.receive(hiddenSeconds);
      if (letters.length === 0) return true;
      for (const { messageId, receiptHandle } of letters) held.set(messageId, { messageId, receiptHandle });
      for (const { messageId } of await take(letters)) held.delete(messageId);
    }
    return false;
  } finally {
    await dlq.release([...held.values()]);
  }
}
