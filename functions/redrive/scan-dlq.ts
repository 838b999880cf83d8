import { SQS_BATCH_LIMIT } from '../../contract/windows';
import type { DeadLetter, Dlq, ReceivedMessage } from '../shared/dlq/dlq';

/**
 * Receives what lies in the DLQ, ten at a time, until there is nothing more or `goOn` says no. What `handle` does not return as removed is
 * receivable again at once when this ends, also when it ends with an error.
 *
 * @param hiddenSeconds as long as the scan may take: a message that came back meanwhile would be received again
 * @param isSought whether a message is one of those that the scan is for
 * @returns whether it has seen all of those. Behind ten received messages of one group SQS shows no further one of it.
 */
export async function scanDlq(
  dlq: Pick<Dlq, 'receive' | 'release'>,
  hiddenSeconds: number,
  goOn: () => boolean,
  handle: (messages: readonly DeadLetter[]) => Promise<readonly DeadLetter[]>,
  isSought: (message: DeadLetter) => boolean = () => true,
): Promise<boolean> {
  // Without bodies: ten thousand of them may be too much for the function's memory.
  const toRelease = new Map<string, ReceivedMessage & { readonly soughtIn?: string }>();
  try {
    while (goOn()) {
      const messages = await dlq.receive(hiddenSeconds);
      if (messages.length === 0) return !hidesMore([...toRelease.values()]);
      for (const message of messages) {
        const { messageId, receiptHandle, groupId } = message;
        toRelease.set(messageId, { messageId, receiptHandle, soughtIn: isSought(message) ? groupId : undefined });
      }
      for (const { messageId } of await handle(messages)) toRelease.delete(messageId);
    }
    return false;
  } finally {
    await dlq.release([...toRelease.values()]);
  }
}

function hidesMore(received: readonly { readonly soughtIn?: string }[]): boolean {
  const ofGroup = new Map<string, number>();
  for (const { soughtIn } of received) if (soughtIn !== undefined) ofGroup.set(soughtIn, (ofGroup.get(soughtIn) ?? 0) + 1);
  return [...ofGroup.values()].some((count) => count >= SQS_BATCH_LIMIT);
}
