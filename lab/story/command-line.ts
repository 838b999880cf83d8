import { InvalidArgumentError } from 'commander';
import { commandLine } from '../../ops/command-line';
import { EXHIBITS } from './exhibits/index';

interface Options {
  readonly list: boolean;
  readonly json: boolean;
  readonly write: boolean;
}

export interface CommandLine extends Options {
  /** From 1, in the order given; all without one. */
  readonly numbers: readonly number[];
}

/** Throws `CommanderError`, also when it has shown the help that was asked for. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const program = commandLine('npm run story --')
    .description('Plays every way of charging twice on the simulator: as many teams ship it, and as this stack ships it.')
    .argument('[number...]', 'plays only these exhibits', exhibitNumbers, [])
    .option('--list', 'names the exhibits')
    .option('--json', 'prints JSON: one object for a single number, otherwise a list (npm run --silent story -- --json)')
    .option('--write', 'plays all and writes docs/story.md')
    .helpOption('--help', 'shows this')
    .parse(args, { from: 'user' });
  const options = { list: false, json: false, write: false, ...program.opts<Partial<Options>>() };
  const numbers = (program.processedArgs as [number[]])[0];
  if (options.write && numbers.length > 0) program.error('--write plays every exhibit: leave the numbers out');
  return { numbers: numbers.length > 0 ? numbers : EXHIBITS.map((_, index) => index + 1), ...options };
}

function exhibitNumbers(text: string, before: readonly number[]): number[] {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || number > EXHIBITS.length)
    throw new InvalidArgumentError(`The exhibits are numbered 1 to ${EXHIBITS.length}; --list names them.`);
  return [...before, number];
}
