import { FAULT_MODES, MAX_TIMES } from '@charge-once/acquirer/faults';
import { Argument, type Command } from 'commander';
import { orderId, wholeNumber } from '../arguments';
import type { Run } from '../outcome';
import { showBooks } from './books';
import { setFault } from './fault';

interface FaultFlags {
  readonly order?: string;
  readonly times?: number;
}

export function acquirerCommands(root: Command, run: Run): void {
  const acquirer = root.command('acquirer').description('break, mend and audit the test acquirer');
  acquirer
    .command('fault')
    .description('break it for all orders or for one; none mends it')
    .addArgument(new Argument('<mode>', 'how').choices(['none', ...FAULT_MODES]))
    .option('--order <order>', 'only for this order', orderId)
    .option('--times <n>', 'only for so many requests', wholeNumber(1, MAX_TIMES))
    .addHelpText(
      'after',
      '\nExamples:\n  $ npm run ops -- acquirer fault lose_answer\n  $ npm run ops -- acquirer fault down --order ord-1001 --times 3\n  $ npm run ops -- acquirer fault none',
    )
    .action((mode: string, { order, times }: FaultFlags, command: Command) =>
      run(command.optsWithGlobals(), (session) => setFault(session, { mode, orderId: order, times })),
    );
  acquirer
    .command('books')
    .description('what an order was charged; exit code 3 when more than once')
    .argument('<order>', 'order id', orderId)
    .addHelpText('after', '\nExample:\n  $ npm run ops -- acquirer books ord-1001')
    .action((order: string, _options, command: Command) => run(command.optsWithGlobals(), (session) => showBooks(session, order)));
}
