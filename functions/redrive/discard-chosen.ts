import { REDRIVE_TIMEOUT_SECONDS } from '../../contract/windows';
import type { DeadLetter, Dlq } from '../shared/dlq/dlq';
import { join } from '../shared/dlq/join';
import type { RedriveEffect } from '../shared/dlq/verdict';
import type { Payments } from '../shared/payments';
import { type NamedMessage, nameMessage } from './named-message';
import { scanDlq } from './scan-dlq';

/**
 * Whether a message may be deleted, by what a redrive of it would bring about. A payment that is still open needs its message. One that has
 * ended does not, nor does a message that nobody's payment is: unreadable, of an unknown payment, or contradicting the one that it names.
 */
const MAY_BE_DISCARDED: Readonly<Record<RedriveEffect, boolean>> = {
  unreadable: true,
  unknown: true,
  differs: true,
  settled: true,
  expires: false,
  'fails-again': false,
  'to-be-charged': false,
};

/** A message that was to be deleted and may still be in the DLQ. */
export interface NotDeleted extends NamedMessage {
  /** Name of the error, without its text. */
  readonly error: string;
}

export interface DiscardResult {
  /** Deleted from the DLQ; in a dry run those that would be. */
  readonly discarded: readonly NamedMessage[];
  /** Left in the DLQ, because their payment is open. */
  readonly refused: readonly NamedMessage[];
  readonly notDeleted: readonly NotDeleted[];
  /** Chosen message ids that were not found; when the run is not complete they may be there yet. */
  readonly notFound: readonly string[];
  /** Whether the run looked for all of them. When time ran out first, or more lie behind ten of one order, run it again. */
  readonly complete: boolean;
}

export interface DiscardPorts {
  readonly dlq: Pick<Dlq, 'receive' | 'release' | 'remove'>;
  readonly payments: Pick<Payments, 'get'>;
  /** Writes down what is about to be deleted: nothing can bring it back. */
  readonly record: (messages: readonly NamedMessage[]) => void;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly timeLeft: () => boolean;
}

/** Deletes the chosen messages whose payment has ended or never was. Judged one moment before, while they are hidden from everybody else. */
export async function discardChosen(messageIds: readonly string[], dryRun: boolean, ports: DiscardPorts): Promise<DiscardResult> {
  const missing = new Set(messageIds);
  const discarded: NamedMessage[] = [];
  const refused: NamedMessage[] = [];
  const notDeleted: NotDeleted[] = [];

  const seenAll = await scanDlq(
    ports.dlq,
    REDRIVE_TIMEOUT_SECONDS,
    () => missing.size > 0 && ports.timeLeft(),
    async (messages) => {
      const chosen = messages.filter(({ messageId }) => missing.delete(messageId));
      const judged = await Promise.all(chosen.map((message) => judgeMessage(message, ports)));
      refused.push(...judged.flatMap(({ named }) => (mayBeDiscarded(named) ? [] : [named])));
      const removable = judged.filter(({ named }) => mayBeDiscarded(named));
      if (dryRun) {
        discarded.push(...removable.map(({ named }) => named));
        return [];
      }
      const failed = await removeAll(removable, ports);
      notDeleted.push(...failed);
      const gone = removable.filter(({ named }) => failed.every(({ messageId }) => messageId !== named.messageId));
      discarded.push(...gone.map(({ named }) => named));
      return gone.map(({ message }) => message);
    },
  );
  return { discarded, refused, notDeleted, notFound: [...missing], complete: missing.size === 0 || seenAll };
}

interface JudgedMessage {
  readonly message: DeadLetter;
  readonly named: NamedMessage;
}

const mayBeDiscarded = ({ verdict }: NamedMessage): boolean => MAY_BE_DISCARDED[verdict];

async function judgeMessage(message: DeadLetter, { payments, clock }: DiscardPorts): Promise<JudgedMessage> {
  return { message, named: nameMessage(message, await join(message, payments), clock()) };
}

/** Returns those that could not be deleted. */
async function removeAll(judged: readonly JudgedMessage[], { dlq, record }: DiscardPorts): Promise<readonly NotDeleted[]> {
  if (judged.length > 0) record(judged.map(({ named }) => named));
  const results = await Promise.allSettled(judged.map(({ message }) => dlq.remove(message)));
  return results.flatMap((result, index) => {
    if (result.status === 'fulfilled') return [];
    const error = result.reason instanceof Error ? result.reason.name : 'Error';
    return [{ ...judged[index]!.named, error }];
  });
}
