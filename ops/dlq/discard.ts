import type { DiscardResult } from '../../functions/redrive/discard-chosen';
import type { NamedMessage } from '../../functions/redrive/named-message';
import type { RedriveResult } from '../../functions/redrive/redrive';
import { askRedrive } from '../client/redrive';
import { EXIT } from '../exit-code';
import type { Outcome, Session } from '../outcome';
import { table } from '../table';
import { confirmed, isInteractive, say } from '../terminal';
import { tasksText } from './status';

export type DiscardAnswer = Extract<RedriveResult, { action: 'discard' }>;

export interface DiscardOptions {
  readonly messageIds: string[];
  /** Say what would be discarded, and discard nothing. */
  readonly dryRun: boolean;
  /** Discard without asking. */
  readonly yes: boolean;
}

/** Looks at the chosen messages, asks, and deletes those that no payment needs. */
export async function discardMessages(session: Session, { messageIds, dryRun, yes }: DiscardOptions): Promise<Outcome> {
  const ask = (asDryRun: boolean) => askRedrive(session.target, { action: 'discard', messageIds, dryRun: asDryRun });
  if (dryRun || !yes) {
    const dry = await ask(true);
    if (dryRun || dry.result === 'already-running' || dry.discarded.length === 0) return outcomeOf(dry);
    if (!(await agrees(session, dry))) return declined(dry);
  }
  return outcomeOf(await ask(false));
}

type DryAnswer = Exclude<DiscardAnswer, { result: 'already-running' }>;

async function agrees({ terminal }: Session, dry: DryAnswer): Promise<boolean> {
  if (!isInteractive(terminal)) return false;
  say(terminal, foundText(dry));
  return confirmed(terminal, `Delete ${dry.discarded.length} for good?`);
}

const declined = (dry: DryAnswer): Outcome => ({
  json: dry,
  text: `${foundText(dry)}\nNothing was discarded; --yes does it without asking.`,
  exitCode: EXIT.attention,
});

export function outcomeOf(answer: DiscardAnswer): Outcome {
  switch (answer.result) {
    case 'already-running': {
      const text = `A redrive of the whole queue is running; nothing was discarded.\n${tasksText([answer.task])}`;
      return { json: answer, text, exitCode: EXIT.attention };
    }
    case 'dry-run':
    case 'discarded': {
      const { discarded, refused, notDeleted, notFound, complete } = answer;
      const isAllDone = refused.length + notDeleted.length + notFound.length === 0 && complete;
      const done = answer.result === 'dry-run' ? 'would be discarded' : 'discarded';
      return {
        json: answer,
        text: `${foundText(answer)}\n${discarded.length} ${done}, ${refused.length + notDeleted.length} left in the DLQ.${answer.result === 'dry-run' ? ' Nothing was deleted.' : ''}`,
        exitCode: isAllDone ? EXIT.ok : EXIT.attention,
      };
    }
    default:
      return answer satisfies never;
  }
}

function foundText({ discarded, refused, notDeleted, notFound, complete }: DiscardResult): string {
  const rows = [
    ...discarded.map((message) => row(message, 'no payment needs it')),
    ...refused.map((message) => row(message, 'REFUSED: its payment is open')),
    ...notDeleted.map((message) => row(message, `not deleted: ${message.error}`)),
  ];
  return [
    ...(rows.length > 0 ? [table(['order', 'message', 'verdict', 'discard'], rows)] : []),
    ...(notFound.length > 0 ? [`Not found in the DLQ: ${notFound.join(', ')}`] : []),
    ...(complete ? [] : ['Not all of the DLQ was seen: time ran out, or an order has more than ten. To go on, run it again.']),
  ].join('\n');
}

const row = ({ orderId, messageId, verdict }: NamedMessage, discard: string) => [orderId, messageId, verdict, discard];
