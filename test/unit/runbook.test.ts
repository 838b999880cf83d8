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

/** Every command of the pages for operators, its continuation lines joined. */
const pages = ['docs/deploy.md', 'docs/runbook.md', 'docs/security.md'].map((name) =>
  readFileSync(join(__dirname, '../..', name), 'utf8').replaceAll('\\\n', ' '),
);
const linesWith = (command: string, ...texts: string[]): string[] =>
  texts.flatMap((text) => text.split('\n').filter((line) => line.includes(command)));

test('whoever invokes a function waits for it: the AWS CLI would give up after a minute, and invoke it again', () => {
  const invocations = linesWith('aws lambda invoke', ...pages);
  expect(invocations).toHaveLength(2);
  for (const line of invocations) expect(line).toContain('--cli-read-timeout 0');
});

test('every deployment of the runbook and of the security page is one of production, with its key', () => {
  const [, ...production] = pages as [string, ...string[]];
  const deployments = [...linesWith('npx cdk deploy', ...production), ...linesWith('npx cdk import', ...production)];
  expect(deployments).toHaveLength(4);
  for (const line of deployments) expect(line).toMatch(/ -c stage=production -c stripeSecretName=stripe\/api-key( -c |$)/);
});
