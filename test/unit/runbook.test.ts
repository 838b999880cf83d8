import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { ops } from '../../ops/ops';

const runbook = readFileSync(join(__dirname, '../../docs/runbook.md'), 'utf8');

/** Each command line of the operator's tool, without what follows the command. */
const commands = [...new Set([...runbook.matchAll(/npm run ops -- ([a-z]+ [a-z]+)[^\n#>|`]*/g)].map(([line]) => line.trim()))];

async function help(command: string): Promise<{ exitCode: number; text: string }> {
  const stdout = new PassThrough();
  const exitCode = await ops([...command.split(' '), '--help'], { stdin: new PassThrough(), stdout, stderr: new PassThrough() });
  return { exitCode, text: String(stdout.read() ?? '') };
}

test('the runbook uses most of the tool', () => {
  expect(commands.length).toBeGreaterThan(8);
});

test.each(commands)('%s is a command of the tool, with these options', async (line) => {
  const [, command] = /-- ([a-z]+ [a-z]+)/.exec(line)!;
  const { exitCode, text } = await help(command!);
  expect(exitCode).toBe(0);
  expect(text).toContain(`npm run ops -- ${command}`);
  for (const [option] of line.slice(line.indexOf(command!)).matchAll(/--[a-z-]+/g)) expect(text).toContain(option);
});
