import type { LeftMessage } from '../../functions/redrive/copy-chosen';
import type { MoveTask } from '../../functions/redrive/dlq';
import type { Preview } from '../../functions/redrive/preview';
import type { RedriveResult } from '../../functions/redrive/redrive';
import { askRedrive } from '../client/redrive';
import { EXIT, type ExitCode } from '../exit-code';
import type { Outcome, Session } from '../outcome';
import { table } from '../table';
import { confirmed, isInteractive, say } from '../terminal';
import { previewText } from './preview';
import { dlqStatus, tasksText } from './status';

export type StartResult = Extract<RedriveResult, { action: 'start' }>;

export interface RedriveOptions {
  /** Absent: the whole queue. */
  readonly orderIds?: string[];
  readonly maxMessagesPerSecond?: number;
  readonly dryRun: boolean;
  /** Redrive even when the preview advises against it. */
  readonly yes: boolean;
  /** Follow the redrive to its end. */
  readonly watch: boolean;
}

/** Looks at what would be moved, asks when that is not safe, and redrives. */
export async function redriveDlq(session: Session, { yes, watch, dryRun, ...chosen }: RedriveOptions): Promise<Outcome> {
  if (dryRun || !yes) {
    const dry = await askRedrive(session.target, { action: 'start', ...chosen, dryRun: true });
    if (dryRun || dry.result !== 'dry-run') return outcomeOf(dry);
    if (!dry.preview.safe && !(await insists(session, dry.preview))) return refused(dry.preview);
  }
  const result = await askRedrive(session.target, { action: 'start', ...chosen });
  if (watch && (result.result === 'started' || result.result === 'already-running')) return dlqStatus(session, true);
  return outcomeOf(result);
}

async function insists({ terminal }: Session, preview: Preview): Promise<boolean> {
  if (!isInteractive(terminal)) return false;
  say(terminal, previewText(preview));
  return confirmed(terminal, 'Redrive all the same?');
}

function refused(preview: Preview): Outcome {
  const text = `${previewText(preview)}\nNothing was redriven; --yes does it all the same.`;
  return { json: { action: 'start', result: 'refused', preview }, text, exitCode: EXIT.attention };
}

const UNFINISHED = 'More of these may lie there: time ran out, or an order has more than ten. To go on, run it again.';

const notFoundText = (orderIds: readonly string[]): string[] =>
  orderIds.length > 0 ? [`Not found in the DLQ: ${orderIds.join(', ')}`] : [];

/** SQS may not list a task at once. */
const taskText = (task: MoveTask | null): string[] => (task ? [tasksText([task])] : []);

const leftTable = (messages: readonly LeftMessage[]): string =>
  table(
    ['left in the DLQ', 'because', 'message', 'error'],
    messages.map(({ orderId, reason, messageId, error }) => [orderId, reason, messageId, error]),
  );

/** Left or not found: a person should look. */
export const outcomeOf = (result: StartResult): Outcome => ({ json: result, text: startText(result), exitCode: exitCodeOf(result) });

function startText(result: StartResult): string {
  switch (result.result) {
    case 'dry-run':
      return [
        previewText(result.preview),
        `Dry run: ${result.wouldMove} would be moved; nothing was.`,
        ...notFoundText(result.notFound),
        ...(result.complete ? [] : [UNFINISHED]),
      ].join('\n');
    case 'started':
      return ['Started; dlq status --watch follows it.', ...taskText(result.task)].join('\n');
    case 'already-running':
      return ['A redrive is running already; no other was started.', ...taskText(result.task)].join('\n');
    case 'copied':
      return [
        `${result.moved} sent to the charge queue again, ${result.left} left in the DLQ.`,
        ...(result.leftBehind.length > 0 ? [leftTable(result.leftBehind)] : []),
        ...notFoundText(result.notFound),
        ...(result.complete ? [] : [UNFINISHED]),
      ].join('\n');
    default:
      return result satisfies never;
  }
}

function exitCodeOf(result: StartResult): ExitCode {
  switch (result.result) {
    case 'dry-run':
      return result.preview.safe && result.complete && result.notFound.length === 0 ? EXIT.ok : EXIT.attention;
    case 'copied':
      return result.left === 0 && result.complete && result.notFound.length === 0 ? EXIT.ok : EXIT.attention;
    case 'started':
    case 'already-running':
      return EXIT.ok;
    default:
      return result satisfies never;
  }
}
