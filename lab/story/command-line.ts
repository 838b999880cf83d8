import { parseArgs } from 'node:util';
import { EXHIBITS } from './exhibits/index';

export const USAGE = `Usage: npm run story -- [options] [number ...]

Plays every way of charging twice on the simulator: as many teams ship it, and as this stack ships it.

  number      plays only these exhibits
  --list      names the exhibits
  --json      prints JSON: one object for a single number, otherwise a list (npm run --silent story -- --json)
  --write     plays all and writes docs/story.md
  --help      shows this
`;

export interface CommandLine {
  /** From 1, in the order given; all without one. */
  readonly numbers: readonly number[];
  readonly list: boolean;
  readonly json: boolean;
  readonly write: boolean;
  readonly help: boolean;
}

/** The command line is wrong: exit code 2. The message is one line. */
export class UsageError extends Error {}

/** Throws `UsageError`. */
export function readCommandLine(args: string[]): CommandLine {
  const { values, positionals } = parse(args);
  const numbers = positionals.map(exhibitNumber);
  if (values.write && numbers.length > 0) throw new UsageError('--write plays every exhibit: leave the numbers out');
  const { list = false, json = false, write = false, help = false } = values;
  return { numbers: numbers.length > 0 ? numbers : EXHIBITS.map((_, index) => index + 1), list, json, write, help };
}

function parse(args: string[]) {
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({ args, allowPositionals: true, options: { list: flag, json: flag, write: flag, help: flag } });
  } catch (error) {
    const reason = (error as Error).message.split(/\n|\. /)[0]!.replace(/\.$/, '');
    throw new UsageError(`${reason} (--help lists the options)`);
  }
}

function exhibitNumber(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || number > EXHIBITS.length)
    throw new UsageError(`there is no exhibit ${text}: they are numbered 1 to ${EXHIBITS.length} (--list names them)`);
  return number;
}
