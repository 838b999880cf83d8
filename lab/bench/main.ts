// Before anything loads the SDK or a handler.
import './installation/quiet';

import { writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { Option } from 'commander';
import { endOnBrokenPipe } from '../../ops/broken-pipe';
import { commandLine, runProgram } from '../../ops/command-line';
import { costCommand } from './cost/command';
import { facts } from './machine';
import { type Measurements, PARTS, runParts } from './parts';
import { markdown, type Part } from './report';
import { FULL, QUICK } from './sizes';

const ROOT = join(__dirname, '../..');
const REPORT = join(ROOT, 'docs', 'performance.md');
const MEASURED = join(__dirname, 'cost', 'measured.json');

interface Options {
  readonly only?: string[];
  readonly quick?: boolean;
  readonly out?: string;
}

const NODE_HELP =
  '\nThe environment variable BENCH_NODE names the node binary that runs the functions; by default it is the one that runs the bench.';

async function main(): Promise<void> {
  endOnBrokenPipe();
  const program = commandLine('npm run bench --')
    .description(
      'Measures charge-once beside its peers and writes docs/performance.md. Takes under ten minutes; leave the machine alone meanwhile.',
    )
    .addOption(new Option('--only <part...>', 'some parts only; writes no report unless --out is given').choices(PARTS))
    .option('--quick', 'small numbers: shows that everything works; writes no report unless --out is given')
    .option('--out <file>', 'where to write the report')
    .addHelpText('after', NODE_HELP)
    .action(measure);
  costCommand(program);
  await program.parseAsync();
}

async function measure(options: Options): Promise<void> {
  const progress = (text: string): void => void process.stderr.write(`${text}\n`);
  const startedMs = performance.now();
  const { parts, measured } = await runParts(options.only ?? PARTS, options.quick ? QUICK : FULL, progress);
  const whole = !options.quick && !options.only;
  const report = markdown(
    {
      command: ['npm run bench', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(' '),
      date: new Date().toISOString(),
      seconds: (performance.now() - startedMs) / 1000,
      facts: facts(),
      quick: options.quick ?? false,
    },
    parts,
  );
  const out = options.out === undefined ? (whole ? REPORT : undefined) : resolve(options.out);
  if (out === undefined) process.stdout.write(report);
  else {
    writeFileSync(out, report);
    process.stdout.write(`${verdict(parts)}\nReport: ${relative(process.cwd(), out)}\n`);
  }
  if (whole && measured) keep(measured);
}

const keep = (measured: Measurements): void => writeFileSync(MEASURED, `${JSON.stringify(measured, null, 2)}\n`);

function verdict(parts: readonly Part[]): string {
  const goals = parts.flatMap(({ section }) => section.goals);
  return `${goals.filter(({ met }) => met).length} of ${goals.length} goals met`;
}

void runProgram('bench', main);
