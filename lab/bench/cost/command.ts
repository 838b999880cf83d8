import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { table } from '../../../ops/table';
import type { Measured } from './measured';
import type { Usage } from './model';
import { costSection } from './report';

const number =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() === '' || !(value >= least && value <= most))
      throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`);
    return value;
  };

/** The bill of a month, from the figures of the last full run of the bench. */
export function costCommand(root: Command): void {
  root
    .command('cost')
    .description('what a month of payments costs, by service, from the requests and durations that the last full bench measured')
    .option('--payments <n>', 'payments in the month', number(1, 1e12), 1_000_000)
    .option('--duplicates <share>', 'share of the payments that are posted twice', number(0, 1000), 0.05)
    .option('--reads <n>', 'reads of the API for each payment', number(0, 1000), 0)
    .action((usage: Usage) => {
      const measured = JSON.parse(readFileSync(join(__dirname, 'measured.json'), 'utf8')) as Measured;
      const { text, tables, goals } = costSection(usage, measured);
      process.stdout.write(`${text} Measured ${measured.date}.\n`);
      for (const { caption, head, rows } of tables) process.stdout.write(`\n${caption ? `${caption}:\n` : ''}${table(head, rows)}\n`);
      for (const { goal, found, met } of goals) process.stdout.write(`${met ? 'met   ' : 'missed'}  ${goal}: ${found}\n`);
    });
}
