import { MAX_LETTERS_LISTED, REDRIVE_TIMEOUT_SECONDS } from '../../contract/windows';
import { chosenOrders, orderOf } from './chosen-orders';
import type { DeadLetter, Dlq } from './dlq';
import type { Turn } from './pacer';
import { walkDlq } from './walk-dlq';

/** Why a message of a chosen order is still in the DLQ. `sent-not-deleted`: its copy is on its way; a second one is harmless. */
export type LeftReason = 'send-failed' | 'sent-not-deleted' | 'behind-another' | 'copied-already' | 'out-of-time';

/** A message of a chosen order that stays in the DLQ. */
export interface LeftLetter {
  readonly orderId: string;
  readonly messageId: string;
  readonly reason: LeftReason;
  /** Name of the error, without its text. */
  readonly error?: string;
}

export interface CopyResult {
  /** Messages sent to the charge queue and deleted from the DLQ. */
  readonly moved: number;
  /** Messages of chosen orders that stay in the DLQ. */
  readonly left: number;
  /** The first `MAX_LETTERS_LISTED` of them, with the reason. */
  readonly leftBehind: readonly LeftLetter[];
  /** Chosen orders of which no message was met; when the run is not complete there may be one yet. */
  readonly notFound: readonly string[];
  /** Whether the run met all of them. When time ran out first, or more lie behind what stays, the same request goes on where it stopped. */
  readonly complete: boolean;
}

export interface CopyPorts {
  readonly dlq: Dlq;
  /**
   * The same for a repeated run, so that SQS drops what that run sends twice; never the message's own deduplication id, under which SQS
   * would swallow a copy sent within five minutes of the original.
   */
  readonly runId: string;
  readonly timeLeft: () => boolean;
  readonly turn: Turn;
}

/**
 * Copies the chosen orders' messages back to the charge queue. Each is sent before it is deleted, so that dying in between leaves two copies
 * and never none: the guard and the ledger stop the second.
 */
export async function copyChosen(orderIds: readonly string[], ports: CopyPorts): Promise<CopyResult> {
  const orders = chosenOrders(orderIds);
  const stuckGroups = new Set<string>();
  const leftBehind: LeftLetter[] = [];
  let moved = 0;
  let left = 0;

  const complete = await walkDlq(
    ports.dlq,
    REDRIVE_TIMEOUT_SECONDS,
    ports.timeLeft,
    async (letters) => {
      const { wanted, repeats } = orders.select(letters);
      const copied = await Promise.all(
        [...byGroup(wanted)].map(async ([groupId, group]) =>
          // What stays behind must not be overtaken by a later message of its group.
          stuckGroups.has(groupId) ? group.map((letter) => leave(letter, 'behind-another')) : copyGroup(group, ports),
        ),
      );
      const kept = copied.flat();
      for (const { letter } of kept) stuckGroups.add(letter.groupId);
      const stayed = [...kept, ...repeats.map((letter) => leave(letter, 'copied-already'))];
      left += stayed.length;
      leftBehind.push(...stayed.map(({ left }) => left).slice(0, MAX_LETTERS_LISTED - leftBehind.length));
      const gone = wanted.filter((letter) => kept.every((other) => other.letter !== letter));
      moved += gone.length;
      return gone;
    },
    orders.isChosen,
  );
  return { moved, left, leftBehind, notFound: orders.notFound(), complete };
}

interface Kept {
  readonly letter: DeadLetter;
  readonly left: LeftLetter;
}

function leave(letter: DeadLetter, reason: LeftReason, error?: unknown): Kept {
  const left = { orderId: orderOf(letter), messageId: letter.messageId, reason };
  return { letter, left: error instanceof Error ? { ...left, error: error.name } : left };
}

/**
 * Copies one group in order and returns what it could not. One message a request: of a batch, SQS may take the second and refuse the first,
 * and ten large ones are more than the 1 MiB that a batch may have.
 *
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html
 */
async function copyGroup(group: readonly DeadLetter[], ports: CopyPorts): Promise<readonly Kept[]> {
  for (const [index, letter] of group.entries()) {
    const kept = await copy(letter, ports);
    if (kept) return [kept, ...group.slice(index + 1).map((next) => leave(next, 'behind-another'))];
  }
  return [];
}

async function copy(letter: DeadLetter, { dlq, runId, turn }: CopyPorts): Promise<Kept | undefined> {
  if (!(await turn())) return leave(letter, 'out-of-time');
  let reason: LeftReason = 'send-failed';
  try {
    await dlq.sendCopy(letter, `${runId}/${letter.messageId}`);
    reason = 'sent-not-deleted';
    await dlq.remove(letter);
    return undefined;
  } catch (error) {
    // Perhaps sent, and still in the DLQ: a later redrive sends it again, which is harmless.
    return leave(letter, reason, error);
  }
}

function byGroup(letters: readonly DeadLetter[]): ReadonlyMap<string, DeadLetter[]> {
  const groups = new Map<string, DeadLetter[]>();
  for (const letter of letters) groups.set(letter.groupId, [...(groups.get(letter.groupId) ?? []), letter]);
  return groups;
}
