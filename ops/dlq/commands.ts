import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { MAX_CHOSEN_ORDERS, MAX_DEAD_LETTERS_LISTED, MAX_REDRIVE_RATE } from '../../contract/windows';
import { MESSAGE_ID } from '../../functions/redrive/redrive-request';
import { orderIds, wholeNumber } from '../arguments';
import type { Run } from '../outcome';
import { cancelRedrive } from './cancel';
import { discardMessages } from './discard';
import { listDlq } from './list';
import { previewDlq } from './preview';
import { redriveDlq } from './redrive';
import { dlqStatus } from './status';

interface RedriveFlags {
  readonly orders?: string[];
  readonly file?: string[];
  readonly rate?: number;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly watch?: boolean;
}

export function dlqCommands(root: Command, run: Run): void {
  const dlq = root.command('dlq').description('look into the dead-letter queue, redrive it, and discard what it need not keep');
  dlq
    .command('preview')
    .description('what lies in the DLQ and what redriving it would do; consumes nothing; exit code 3 when it is not safe')
    .action((_options, command: Command) => run(command.optsWithGlobals(), previewDlq));
  dlq
    .command('list')
    .description('the messages in the DLQ one by one, never their bodies; consumes nothing; exit code 3 when there are any')
    .action((_options, command: Command) => run(command.optsWithGlobals(), listDlq));
  redriveCommand(dlq, run);
  discardCommand(dlq, run);
  dlq
    .command('status')
    .description('the latest redrives of the whole queue')
    .option('--watch', 'follow the newest to its end')
    .action(({ watch = false }: { watch?: boolean }, command: Command) =>
      run(command.optsWithGlobals(), (session) => dlqStatus(session, watch)),
    );
  dlq
    .command('cancel')
    .description('stop the redrive of the whole queue; what was moved stays moved')
    .action((_options, command: Command) => run(command.optsWithGlobals(), cancelRedrive));
}

const REDRIVE_EXAMPLES = `
It previews first. When that says "not safe" it asks on a terminal, and otherwise stops with exit code 3.
Redriving never charges twice; not safe means that it would not do what you want.

Examples:
  $ npm run ops -- dlq redrive --dry-run
  $ npm run ops -- dlq redrive --orders ord-1001,ord-1002
  $ npm run ops -- dlq redrive --file orders.txt
  $ npm run ops -- dlq redrive --rate 10 --watch`;

function redriveCommand(dlq: Command, run: Run): void {
  dlq
    .command('redrive')
    .description('send messages of the DLQ to the charge queue again: all, or those of chosen orders')
    .addOption(new Option('--orders <ids>', 'only these orders, between commas').argParser(orderIds).conflicts('file'))
    .addOption(new Option('--file <name>', 'only the orders in a file, one a line').argParser(orderIdsIn))
    .option('--rate <n>', 'at most so many messages a second', wholeNumber(1, MAX_REDRIVE_RATE))
    .option('--dry-run', 'say what would be moved, and move nothing')
    .option('--yes', 'redrive without asking, whatever the preview says')
    .option('--watch', 'follow the redrive of the whole queue to its end')
    .addHelpText('after', REDRIVE_EXAMPLES)
    .action(({ orders, file, rate, dryRun = false, yes = false, watch = false }: RedriveFlags, command: Command) =>
      run(command.optsWithGlobals(), (session) =>
        redriveDlq(session, { orderIds: orders ?? file, maxMessagesPerSecond: rate, dryRun, yes, watch }),
      ),
    );
}

const DISCARD_EXAMPLES = `
Only messages whose payment has ended, or that are of no payment, can be discarded; others are refused by name. It cannot be undone.

Examples:
  $ npm run ops -- dlq list
  $ npm run ops -- dlq discard --messages 5fea7756-0ea4-451a-a703-a558b933e274 --dry-run
  $ npm run ops -- dlq discard --messages 5fea7756-0ea4-451a-a703-a558b933e274,7b270e59-b47f-4fd1-a1f7-3a1e0f4d1b2a`;

interface DiscardFlags {
  readonly messages: string[];
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

function discardCommand(dlq: Command, run: Run): void {
  dlq
    .command('discard')
    .description('delete chosen messages of the DLQ whose payment has ended or never was; asks first, and is recorded')
    .requiredOption('--messages <ids>', 'message ids as dlq list shows them, between commas', messageIds)
    .option('--dry-run', 'say what would be discarded, and discard nothing')
    .option('--yes', 'discard without asking')
    .addHelpText('after', DISCARD_EXAMPLES)
    .action(({ messages, dryRun = false, yes = false }: DiscardFlags, command: Command) =>
      run(command.optsWithGlobals(), (session) => discardMessages(session, { messageIds: messages, dryRun, yes })),
    );
}

/** Message ids between commas. */
function messageIds(value: string): string[] {
  const ids = value.split(',').map((each) => each.trim());
  if (!ids.every((id) => MESSAGE_ID.test(id))) throw new InvalidArgumentError('It is not a message id: dlq list shows them.');
  if (ids.length > MAX_DEAD_LETTERS_LISTED) {
    throw new InvalidArgumentError(`It names ${ids.length} messages, and at most ${MAX_DEAD_LETTERS_LISTED} can be chosen.`);
  }
  return ids;
}

/** Order ids of a file, one a line; empty lines do not count. */
function orderIdsIn(file: string): string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new InvalidArgumentError('The file cannot be read.');
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) throw new InvalidArgumentError('The file names no order.');
  if (lines.length > MAX_CHOSEN_ORDERS) {
    throw new InvalidArgumentError(
      `It names ${lines.length} orders, and at most ${MAX_CHOSEN_ORDERS} can be chosen: redrive the whole queue, or split it.`,
    );
  }
  return lines.flatMap(orderIds);
}
