import { MAX_DEAD_LETTERS_LISTED } from '../../contract/windows';
import type { DeadLetter } from '../shared/dlq/dlq';
import { join } from '../shared/dlq/join';
import type { MessageStatus } from '../shared/dlq/verdict';
import { type NamedMessage, nameMessage, printable } from './named-message';
import { type PreviewPorts, sampleDlq } from './preview';

/** A message as a list shows it. */
export interface ListedMessage extends NamedMessage {
  readonly groupId: string;
  /** The payment's status, or why the message has none. */
  readonly status: MessageStatus;
  /** Whole seconds since it came into the DLQ. */
  readonly ageSeconds: number;
  /** How often it was received, by the worker as by previews and lists; `null` when SQS does not say. */
  readonly receives: number | null;
}

export interface DeadLetterList {
  /** Messages that could be received, as SQS counts them. */
  readonly visible: number;
  /** At most `MAX_DEAD_LETTERS_LISTED`. */
  readonly messages: readonly ListedMessage[];
  /** False when there are more: behind the limit, or behind ten of one order, of which SQS shows no further one. */
  readonly complete: boolean;
}

/** Names the messages at the front of the DLQ without consuming them, and asks the provider nothing. */
export async function listDeadLetters(ports: Pick<PreviewPorts, 'dlq' | 'payments' | 'clock'>): Promise<DeadLetterList> {
  const { visible, messages } = await sampleDlq(ports.dlq, MAX_DEAD_LETTERS_LISTED);
  const now = ports.clock();
  const listed = await Promise.all(
    messages.slice(0, MAX_DEAD_LETTERS_LISTED).map(async (message): Promise<ListedMessage> => {
      const joined = await join(message, ports.payments);
      return { ...nameMessage(message, joined, now), ...standingOf(message, now), status: joined.status };
    }),
  );
  return { visible, messages: listed, complete: listed.length >= visible };
}

const standingOf = ({ groupId, arrivedAt, receives }: DeadLetter, now: number) => ({
  groupId: printable(groupId),
  ageSeconds: Math.max(0, Math.floor((now - arrivedAt) / 1000)),
  receives: receives ?? null,
});
