import type { Command } from 'commander';
import type { Terminal } from '../terminal';
import { windowsReport } from './windows-report';

/** Columns where the terminal tells no width, as behind a pipe. */
const DEFAULT_WIDTH = 140;

/** The one command that asks no installation: windows are constants of the release. */
export function windowsCommand(root: Command, { stdout }: Pick<Terminal, 'stdout'>): void {
  root
    .command('windows')
    .description('every duration and limit of this release, with its reason')
    .action(() => void stdout.write(`${windowsReport(process.stdout.columns || DEFAULT_WIDTH)}\n`));
}
