import type { Command } from 'commander';
import { MAX_ATTEMPTS, OPEN_PAYMENTS_SHOWN } from '../../contract/windows';
import { orderId, wholeNumber } from '../arguments';
import type { Run } from '../outcome';
import { cancel } from './cancel';
import { openPayments } from './open';
import { resend } from './resend';
import { showPayment } from './show';

export function paymentsCommands(root: Command, run: Run): void {
  const payments = root.command('payments').description('look up payments in the ledger');
  payments
    .command('show')
    .description('a payment with its attempts; exit code 3 when it needs attention')
    .argument('<order>', 'order id', orderId)
    .addHelpText('after', '\nExample:\n  $ npm run ops -- payments show ord-1001')
    .action((order: string, _options, command: Command) => run(command.optsWithGlobals(), (session) => showPayment(session, order)));
  payments
    .command('cancel')
    .description('keep a payment from being charged, if it was not yet; exit code 3 when it was charged before')
    .argument('<order>', 'order id', orderId)
    .option('--attempt <n>', 'which attempt', wholeNumber(1, MAX_ATTEMPTS), 1)
    .addHelpText('after', '\nExample:\n  $ npm run ops -- payments cancel ord-1001')
    .action((order: string, { attempt }: { attempt: number }, command: Command) =>
      run(command.optsWithGlobals(), (session) => cancel(session, order, attempt)),
    );
  payments
    .command('resend')
    .description('send the message of an open payment again, when it is gone from both queues')
    .argument('<order>', 'order id', orderId)
    .option('--attempt <n>', 'which attempt', wholeNumber(1, MAX_ATTEMPTS), 1)
    .addHelpText('after', '\nExample:\n  $ npm run ops -- payments resend ord-1001 --attempt 2')
    .action((order: string, { attempt }: { attempt: number }, command: Command) =>
      run(command.optsWithGlobals(), (session) => resend(session, order, attempt)),
    );
  payments
    .command('open')
    .description('payments that are not settled, oldest first; exit code 3 when one is overdue or in the DLQ')
    .option('--limit <n>', 'show at most so many', wholeNumber(1, 10_000), OPEN_PAYMENTS_SHOWN)
    .addHelpText('after', '\nExamples:\n  $ npm run ops -- payments open\n  $ npm run --silent ops -- payments open --json --limit 1000')
    .action(({ limit }: { limit: number }, command: Command) => run(command.optsWithGlobals(), (session) => openPayments(session, limit)));
}
