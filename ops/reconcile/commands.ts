import type { Command } from 'commander';
import { time } from '../arguments';
import type { Run } from '../outcome';
import { runReconciliation } from './run';

export function reconcileCommands(root: Command, run: Run): void {
  const reconcile = root.command('reconcile').description("compare the ledger with the provider's charges");
  reconcile
    .command('run')
    .description('run it now instead of on schedule; it never starts a charge; exit code 3 when it finds something')
    .option('--from <time>', 'compare charges made from this time on', time)
    .option('--to <time>', 'compare charges made before this time', time)
    .addHelpText(
      'after',
      '\nExamples:\n  $ npm run ops -- reconcile run\n  $ npm run ops -- reconcile run --from 2026-11-29T00:00:00Z --to 2026-11-30T00:00:00Z',
    )
    .action(({ from, to }: { from?: string; to?: string }, command: Command) => {
      // The function refuses it too, but a failed invocation rings an alarm.
      if (from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to)) command.error('error: --from must be before --to');
      return run(command.optsWithGlobals(), (session) => runReconciliation(session, { from, to }));
    });
}
