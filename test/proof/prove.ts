// Before anything loads the SDK, whose notice about Node.js 20 every process would print.
import './quiet-sdk';

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Option } from 'commander';
import { wholeNumber } from '../../ops/arguments';
import { commandLine, runProgram } from '../../ops/command-line';
import setup from '../../testing/global-setup';
import teardown from '../../testing/global-teardown';
import { runAblation } from './ablation';
import { proveCrashMatrix } from './crash-matrix';
import { proveLoad } from './load';
import { proveMutants } from './mutants/prove-mutants';
import { isProven, markdown, type Part, table, verdict } from './report';
import { runSchedules } from './schedules';
import type { Section } from './section';

const ROOT = join(__dirname, '..', '..');
interface Sizes {
  readonly schedules: number;
  readonly payments: number;
  readonly pairs: number;
  readonly seed: number;
}

const progress = (text: string): void => void process.stderr.write(`${text}\n`);

const PARTS: Readonly<Record<string, (sizes: Sizes) => Promise<Section>>> = {
  'crash-matrix': ({ pairs }) => proveCrashMatrix({ pairs }),
  schedules: ({ schedules, seed }) => runSchedules({ schedules, seed }),
  ablation: () => runAblation(),
  mutants: () =>
    proveMutants({
      onTrial: ({ mutant, verdict: { kind } }, done, all) => {
        if (kind !== 'killed' || done % 10 === 0 || done === all) progress(`mutants: ${done} of ${all}, ${kind}: ${mutant.name}`);
      },
    }),
  load: ({ payments, seed }) => proveLoad({ payments, seed, onProgress: progress }),
};

/** A part that breaks off must not take the results of the others along; nor may it count as proven. */
const notRun = (name: string, error: unknown): Section => ({
  title: name,
  text: 'This part could not be run to its end.',
  figures: [],
  doubleCharges: 0,
  lostPayments: 0,
  violations: [`not run: ${error instanceof Error ? error.message : String(error)}`],
});

interface Options extends Sizes {
  readonly only?: readonly string[];
  readonly out?: string;
}

const count = wholeNumber(1, 999_999_999);

function readArguments() {
  const { only, out, ...sizes } = commandLine('npm run prove --')
    .description('Gathers the large evidence that no payment is charged twice and none is lost. Takes about an hour.')
    .option('--schedules <n>', 'random schedules', count, 100_000)
    .option('--payments <n>', 'payments under load', count, 20_000)
    .option('--pairs <n>', 'pairs of failing calls', count, 300)
    .option('--seed <n>', 'seed of whatever is random', count, 20_261_129)
    .addOption(new Option('--only <part...>', 'some parts only; writes no report unless --out is given').choices(Object.keys(PARTS)))
    .option('--out <file>', 'where to write the report (default: docs/proof.md)')
    .helpOption('--help', 'shows this')
    .parse()
    .opts<Options>();
  // A part alone is no proof: it does not replace the report of a whole run.
  return { sizes, only: only ?? Object.keys(PARTS), out: out ?? (only ? undefined : join(ROOT, 'docs', 'proof.md')) };
}

const git = (...words: string[]): string => spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' }).stdout?.trim() ?? '';

/** How to run it again: where the report went is of this machine alone. */
function commandOf(args: readonly string[]): string {
  const told = args.filter((arg, index) => !arg.startsWith('--out') && args[index - 1] !== '--out');
  return ['npm run prove', ...(told.length > 0 ? ['--', ...told] : [])].join(' ');
}

async function main(): Promise<void> {
  const { sizes, only, out } = readArguments();
  const run = {
    commit: git('rev-parse', 'HEAD') || 'unknown',
    changed: git('status', '--porcelain', '--', '.', ':!docs/proof.md') !== '',
    date: new Date().toISOString(),
    node: process.version,
    seed: sizes.seed,
    command: commandOf(process.argv.slice(2)),
  };
  const parts: Part[] = [];
  setup();
  try {
    for (const name of only) {
      progress(`${name}: started`);
      const startedMs = performance.now();
      const section = await PARTS[name]!(sizes).catch((error: unknown) => notRun(name, error));
      parts.push({ section, seconds: (performance.now() - startedMs) / 1000 });
      for (const violation of section.violations) progress(`${name}: ${violation}`);
    }
  } finally {
    teardown();
  }
  if (out !== undefined) {
    mkdirSync(join(out, '..'), { recursive: true });
    writeFileSync(out, markdown(run, parts));
  }
  process.stdout.write(`${table(parts)}\n\n${out === undefined ? '' : `Report: ${relative(process.cwd(), out)}\n`}${verdict(parts)}\n`);
  process.exitCode = isProven(parts) ? 0 : 1;
}

// Children are stopped when this process exits, which a signal alone does not make it do.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    teardown();
    process.exit(1);
  });
}

void runProgram('prove', main);
