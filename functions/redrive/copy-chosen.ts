import { MAX_DEAD_LETTERS_LISTED, REDRIVE_TIMEOUT_SECONDS } from '../../contract/windows';
import type { DeadLetter, Dlq } from '../shared/dlq/dlq';
import type { AcquirePermit } from '../shared/dlq/rate-limiter';
import { chosenOrders, orderOf } from './chosen-orders';
import { scanDlq } from './scan-dlq';

/** Why a message of a chosen order is still in the DLQ. `sent-not-deleted`: its copy is on its way; a second one is harmless. */
export type LeftReason = 'send-failed' | 'sent-not-deleted' | 'behind-another' | 'copied-already' | 'out-of-time';

/** A message of a chosen order that stays in the DLQ. */
export interface LeftMessage {
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
  /** The first `MAX_DEAD_LETTERS_LISTED` of them, with the reason. */
  readonly leftBehind: readonly LeftMessage[];
  /** Chosen orders of which no message was found; when the run is not complete there may be one yet. */
  readonly notFound: readonly string[];
  /** Whether the run found all of them. When time ran out first, or more lie behind what stays, the same request goes on where it stopped. */
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
  readonly acquirePermit: AcquirePermit;
}

/**
 * Copies the chosen orders' messages back to the charge queue. Each is sent before it is deleted, so that dying in between leaves two copies
 * and never none: the guard and the ledger stop the second.
 */
export async function copyChosen(orderIds: readonly string[], ports: CopyPorts): Promise<CopyResult> {
  const orders = chosenOrders(orderIds);
  const stuckGroups = new Set<string>();
  const leftBehind: LeftMessage[] = [];
  let moved = 0;
  let left = 0;

  const complete = await scanDlq(
    ports.dlq,
    REDRIVE_TIMEOUT_SECONDS,
    ports.timeLeft,
    async (messages) => {
      const { wanted, repeats } = orders.select(messages);
      const results = await Promise.all(
        [...byGroup(wanted)].map(async ([groupId, group]) =>
          // What stays behind must not be overtaken by a later message of its group.
          stuckGroups.has(groupId) ? group.map((message) => leave(message, 'behind-another')) : copyGroup(group, ports),
        ),
      );
      const notCopied = results.flat();
      for (const { message } of notCopied) stuckGroups.add(message.groupId);
      const stayed = [...notCopied, ...repeats.map((message) => leave(message, 'copied-already'))];
      left += stayed.length;
      leftBehind.push(...stayed.map(({ left }) => left).slice(0, MAX_DEAD_LETTERS_LISTED - leftBehind.length));
      const gone = wanted.filter((message) => notCopied.every((other) => other.message !== message));
      moved += gone.length;
      return gone;
    },
    orders.isChosen,
  );
  return { moved, left, leftBehind, notFound: orders.notFound(), complete };
}

interface NotCopied {
  readonly message: DeadLetter;
  readonly left: LeftMessage;
}

function leave(message: DeadLetter, reason: LeftReason, error?: unknown): NotCopied {
  const left = { orderId: orderOf(message), messageId: message.messageId, reason };
  return { message, left: error instanceof Error ? { ...left, error: error.name } : left };
}

/**
 * Copies one group in order and returns what it could not. One message a request: of a batch, SQS may take the second and refuse the first,
 * and ten large ones are more than the 1 MiB that a batch may have.
 *
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html
 */
async function copyGroup(group: readonly DeadLetter[], ports: CopyPorts): Promise<readonly NotCopied[]> {
  for (const [index, message] of group.entries()) {
    const notCopied = await copy(message, ports);
    if (notCopied) return [notCopied, ...group.slice(index + 1).map((next) => leave(next, 'behind-another'))];
  }
  return [];
}

async function copy(message: DeadLetter, { dlq, runId, acquirePermit }: CopyPorts): Promise<NotCopied | undefined> {
  if (!(await acquirePermit())) return leave(message, 'out-of-time');
  let reason: LeftReason = 'send-failed';
  try {
    await dlq.sendCopy(message, `${runId}/${message.messageId}`);
    reason = 'sent-not-deleted';
    await dlq.remove(message);
    return undefined;
  } catch (error) {
    // Perhaps sent, and still in the DLQ: a later redrive sends it again, which is harmless.
    return leave(message, reason, error);
  }
}

function byGroup(messages: readonly DeadLetter[]): ReadonlyMap<string, DeadLetter[]> {
  const groups = new Map<string, DeadLetter[]>();
  for (const message of messages) groups.set(message.groupId, [...(groups.get(message.groupId) ?? []), message]);
  return groups;
}
