import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startForTest } from '../../testing/start';

let simulator: Awaited<ReturnType<typeof startForTest>>;
beforeEach(async () => {
  simulator = await startForTest({ schedules: true });
}, 120_000);
afterEach(() => simulator?.close());

/** Whose output no page can hold: it differs on every machine, or the AWS CLI has to be there. */
const NOT_PLAYED = /npm ci|\baws /;

const MARK = '== next command ==';

interface Step {
  readonly commands: string;
  /** As pasted; definitions of shell functions print nothing. */
  readonly output: string;
}

/** The shell blocks of a page, in order: one step for each prompt `$`, with the lines pasted below it. */
function stepsOf(page: string): Step[] {
  const markdown = readFileSync(join(__dirname, '../..', page), 'utf8');
  const blocks = [...markdown.matchAll(/```(sh|console)\n([\s\S]*?)```/g)].map(([, kind, body]) => ({ kind, body: body! }));
  return blocks
    .filter(({ body }) => !NOT_PLAYED.test(body))
    .flatMap(({ kind, body }) => (kind === 'sh' ? [{ commands: body, output: '' }] : body.split(/^\$ /m).slice(1).map(stepOf)));
}

/** A command may go on behind a backslash. */
function stepOf(text: string): Step {
  const [commands] = /^(?:.*\\\n)*.*\n/.exec(text)!;
  return { commands, output: text.slice(commands.length) };
}

async function play(steps: readonly Step[]): Promise<string[]> {
  const { api, aws, acquirer } = simulator.addresses;
  const script = steps
    .map(({ commands }) => `${commands}\necho; echo '${MARK}'`)
    .join('\n')
    .replaceAll('http://127.0.0.1:3000', api)
    .replaceAll('http://127.0.0.1:4566', aws)
    .replaceAll('http://127.0.0.1:4242', acquirer);
  const shell = spawn('bash', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  return (await text(shell.stdout)).replaceAll(api, 'http://127.0.0.1:3000').split(MARK);
}

/** Headers that the pages leave out, and what is another value in each run. */
function masked(output: string): string[] {
  return output
    .replaceAll('\r', '')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>')
    .replace(/pi_[A-Za-z0-9]{24}/g, '<charge id>')
    .replace(/"TaskHandle":"[^"]*"/g, '"TaskHandle":"<handle>"')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^(?!location|idempotency-replayed|content-type: application\/problem)[a-z-]+: /i.test(line));
}

test.each(['README.md', 'docs/walkthrough.md'])(
  '%s shows what its commands print',
  async (page) => {
    const steps = stepsOf(page);
    expect(steps.length).toBeGreaterThan(8);
    const printed = await play(steps);
    const shown = steps.flatMap(({ commands, output }, index) =>
      output.trim() === '' ? [] : [{ commands, output, got: printed[index]! }],
    );
    expect(shown.length).toBeGreaterThan(6);
    expect(shown.map(({ commands, got }) => ({ commands, printed: masked(got) }))).toEqual(
      shown.map(({ commands, output }) => ({ commands, printed: masked(output) })),
    );
  },
  180_000,
);
