import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** A program that does not refuse must not go on behind the test. */
const PATIENCE_MS = 40_000;

/** Runs a program as npm does. Without a reader its standard output is closed at once, as by `| head -0`. */
async function run(program: string, args: readonly string[], { isRead = true } = {}) {
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], { timeout: PATIENCE_MS });
  if (!isRead) child.stdout.destroy();
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [exitCode, stdout, stderr] = await Promise.all([ended, isRead ? text(child.stdout) : '', text(child.stderr)]);
  return { exitCode, stdout, stderr };
}

const PROGRAMS = [
  'lab/start/main.ts',
  'lab/story/main.ts',
  'lab/drill/main.ts',
  'lab/bench/main.ts',
  'lab/docs/main.ts',
  'ops/main.ts',
  'test/proof/prove.ts',
];

describe.each(PROGRAMS)('%s', (program) => {
  it('explains itself, and does nothing else', async () => {
    expect(await run(program, ['--help'])).toEqual({
      exitCode: 0,
      stderr: '',
      stdout: expect.stringMatching(/^Usage: npm (start|run \w+) -- /),
    });
  });

  it('refuses an unknown option in one line, and does nothing', async () => {
    expect(await run(program, ['--bogus'])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(/^[\w-]+: unknown option '--bogus' \(--help lists the options\)\n$/),
    });
  });
});

it('refuses an unknown option of the cost model, too', async () => {
  expect(await run('lab/bench/main.ts', ['cost', '--bogus'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("unknown option '--bogus'"),
  });
});

it.each([['paintings'], ['windows', 'pictures']])('lab/docs/main.ts refuses %j in one line, with exit code 2', async (...args) => {
  expect(await run('lab/docs/main.ts', args)).toEqual({ exitCode: 2, stdout: '', stderr: expect.stringMatching(/^.+\n$/) });
});

it.each([
  { program: 'ops/main.ts', args: ['windows'] },
  { program: 'ops/main.ts', args: ['--help'] },
])('$program ends without a word when nobody reads what it prints', async ({ program, args }) => {
  expect(await run(program, args, { isRead: false })).toEqual({ exitCode: 0, stdout: '', stderr: '' });
});
