import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mutant } from './mutant';

const ROOT = join(__dirname, '..', '..', '..');
/** What the tests read. Nothing of the repository itself is ever changed. */
const COPIED = [
  'bin',
  'contract',
  'lib',
  'functions',
  'ops',
  'packages',
  'lab',
  'testing',
  'test',
  'docs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'jest.config.js',
  'cdk.json',
];
/** A mutant may make a test wait for ever; the slowest file takes a minute on a busy machine. */
const PATIENCE_MS = 240_000;

/** `killed` names the test that noticed. `unfit`: the mutant does not even load, so it proves nothing. */
export type Verdict =
  | { readonly kind: 'killed'; readonly by: string }
  | { readonly kind: 'survived' }
  | { readonly kind: 'unfit'; readonly why: string };

/** A copy of the repository in which one mutant after the other is put on trial. */
export interface Workshop {
  try(mutant: Mutant): Promise<Verdict>;
  /** Runs the tests on the product as it is. */
  run(tests: readonly string[], only?: string): Promise<Verdict>;
  close(): void;
}

/** Why the mutant cannot be applied to the product of today; `undefined` when it can. */
export function misfit({ file, from, to }: Mutant, root = ROOT): string | undefined {
  const occurrences = readFileSync(join(root, file), 'utf8').split(from).length - 1;
  if (from === to) return `changes nothing in ${file}`;
  return occurrences === 1 ? undefined : `its text occurs ${occurrences} times in ${file}: ${from}`;
}

export function openWorkshop(): Workshop {
  const copy = mkdtempSync(join(tmpdir(), 'charge-once-mutants-'));
  for (const name of COPIED) if (existsSync(join(ROOT, name))) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  linkPackages(copy);
  return {
    async try(mutant) {
      const why = misfit(mutant, copy);
      if (why !== undefined) return { kind: 'unfit', why };
      const path = join(copy, mutant.file);
      const product = readFileSync(path, 'utf8');
      // A function, because `$` means something in a replacement text.
      writeFileSync(
        path,
        product.replace(mutant.from, () => mutant.to),
      );
      try {
        return await runJest(copy, mutant.tests, mutant.only);
      } finally {
        writeFileSync(path, product);
      }
    },
    run: (tests, only) => runJest(copy, tests, only, PATIENCE_MS * 4),
    close: () => rmSync(copy, { recursive: true, force: true }),
  };
}

/** Installed packages are shared; the workspaces are the copy's own, whose code may be a mutant's, and whose files a bundler finds inside its root. */
function linkPackages(copy: string): void {
  const installed = join(ROOT, 'node_modules');
  mkdirSync(join(copy, 'node_modules', '@charge-once'), { recursive: true });
  for (const name of readdirSync(installed)) {
    if (name !== '@charge-once') symlinkSync(join(installed, name), join(copy, 'node_modules', name));
  }
  for (const name of readdirSync(join(copy, 'packages'))) {
    symlinkSync(join(copy, 'packages', name), join(copy, 'node_modules', '@charge-once', name));
  }
}

async function runJest(copy: string, tests: readonly string[], only?: string, patienceMs = PATIENCE_MS): Promise<Verdict> {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  // Not `--bail`, which ends jest before it writes its report.
  const flags = ['--runInBand', '--coverage=false', '--ci', '--watchman=false', '--json', `--outputFile=${report}`];
  const files = ['--runTestsByPath', ...tests.map((test) => join(copy, test))];
  const pattern = only === undefined ? [] : ['--testNamePattern', only];
  const jest = join(copy, 'node_modules', 'jest', 'bin', 'jest.js');
  const child = spawn(process.execPath, [jest, ...flags, ...pattern, ...files], {
    cwd: copy,
    // A jest inside a jest would take the other for its parent; and each run synthesizes its own stacks.
    env: { ...process.env, JEST_WORKER_ID: undefined, CHARGE_ONCE_TEST_RUN: undefined },
    stdio: ['ignore', 'ignore', 'ignore'],
    detached: true,
  });
  // The whole group: the simulator's functions are processes of their own.
  const stop = (): void => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  };
  const timer = setTimeout(stop, patienceMs);
  process.once('exit', stop);
  const signal = await new Promise<NodeJS.Signals | null>((resolve) => child.once('close', (_code, by) => resolve(by)));
  clearTimeout(timer);
  process.off('exit', stop);
  if (signal) return { kind: 'killed', by: `no end within ${patienceMs / 1000} s` };
  return readReport(report);
}

interface Report {
  readonly success: boolean;
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

function readReport(path: string): Verdict {
  if (!existsSync(path)) return { kind: 'unfit', why: 'jest wrote no report' };
  const { success, testResults } = JSON.parse(readFileSync(path, 'utf8')) as Report;
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = results.find(({ status }) => status === 'failed');
  if (failed) return { kind: 'killed', by: failed.fullName };
  if (!success)
    return {
      kind: 'unfit',
      why: testResults
        .map(({ message }) => message)
        .join('\n')
        .slice(0, 500),
    };
  return results.some(({ status }) => status === 'passed') ? { kind: 'survived' } : { kind: 'unfit', why: 'no test was run' };
}
