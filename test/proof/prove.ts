// Before anything loads the SDK, whose notice about Node.js 20 every process would print.
import './quiet-sdk';

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
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
const USAGE = `Usage: npm run prove -- [options]

Gathers the large evidence that no payment is charged twice and none is lost. Takes about an hour.

  --schedules N   random schedules (default 100000)
  --payments N    payments under load (default 20000)
  --pairs N       pairs of failing calls (default 300)
  --seed N        seed of whatever is random (default 20261129)
  --only PART     crash-matrix, schedules, ablation, mutants or load; may be repeated; writes no report unless --out is given
  --out FILE      where to write the report (default docs/proof.md)
  --help          shows this
`;

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

class WrongArguments extends Error {}

function readArguments() {
  const string = { type: 'string' } as const;
  let values: { schedules?: string; payments?: string; pairs?: string; seed?: string; only?: string[]; out?: string; help?: boolean };
  try {
    const only = { type: 'string', multiple: true } as const;
    const help = { type: 'boolean' } as const;
    ({ values } = parseArgs({ options: { schedules: string, payments: string, pairs: string, seed: string, only, out: string, help } }));
  } catch (error) {
    // Node goes on to explain how to pass such a value all the same; nobody here wants to.
    throw new WrongArguments((error as Error).message.split(/\n|\. /)[0]!.replace(/\.$/, ''));
  }
  const number = (name: 'schedules' | 'payments' | 'pairs' | 'seed', normal: number): number => {
    const text = values[name] ?? String(normal);
    if (!/^[1-9]\d{0,8}$/.test(text)) throw new WrongArguments(`--${name} is ${text}, but must be a whole number from 1 to 999999999`);
    return Number(text);
  };
  const only = values.only ?? Object.keys(PARTS);
  for (const name of only) if (!Object.hasOwn(PARTS, name)) throw new WrongArguments(`--only ${name} is not a part of the proof`);
  return {
    sizes: {
      schedules: number('schedules', 100_000),
      payments: number('payments', 20_000),
      pairs: number('pairs', 300),
      seed: number('seed', 20_261_129),
    },
    only,
    help: values.help ?? false,
    // A part alone is no proof: it does not replace the report of a whole run.
    out: values.out ?? (values.only ? undefined : join(ROOT, 'docs', 'proof.md')),
  };
}

const git = (...words: string[]): string => spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' }).stdout?.trim() ?? '';

/** How to run it again: where the report went is of this machine alone. */
function commandOf(args: readonly string[]): string {
  const told = args.filter((arg, index) => !arg.startsWith('--out') && args[index - 1] !== '--out');
  return ['npm run prove', ...(told.length > 0 ? ['--', ...told] : [])].join(' ');
}

async function main(): Promise<void> {
  const { sizes, only, out, help } = readArguments();
  if (help) {
    process.stdout.write(USAGE);
    return;
  }
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

main().catch((error: unknown) => {
  process.stderr.write(
    error instanceof WrongArguments
      ? `prove: ${error.message} (--help lists the options)\n`
      : `${error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exitCode = error instanceof WrongArguments ? 2 : 1;
});
