import type { Command } from 'commander';
import type { Run } from '../outcome';
import { askRecovery } from './ask-recovery';

const ACTIONS = {
  status: 'what it is at, and when it tried last',
  pause: 'send nothing back until it is resumed, as while somebody redrives the queue by hand; a run that is at work ends within seconds',
  resume: 'send back again what can be charged',
} as const;

export function recoveryCommands(root: Command, run: Run): void {
  const recovery = root.command('recovery').description('what sends dead-lettered payments back by itself, in stacks with -c recovery=on');
  for (const action of Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]) {
    recovery
      .command(action)
      .description(ACTIONS[action])
      .action((_options, command: Command) => run(command.optsWithGlobals(), (session) => askRecovery(session, action)));
  }
}
