import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClock } from '../../src/clock';
import { type Deployment, deploy, esm, until } from './function-fixture';

let deployment: Deployment | undefined;
afterEach(async () => {
  await deployment?.close();
  deployment = undefined;
});

test("a function sees its own variables and none of its user's", async () => {
  const before = { ...process.env };
  Object.assign(process.env, {
    AWS_SECRET_ACCESS_KEY: 'users-secret',
    AWS_PROFILE: 'users-profile',
    HOME: '/home/user',
    BANK_KEY: 'users-key',
  });
  try {
    deployment = deploy({ env: esm('return process.env', { environment: { TABLE: 'orders', AWS_REGION: 'overridden' } }) });
    const { value } = await deployment.call('env');
    expect(value).toMatchObject({
      TABLE: 'orders',
      AWS_REGION: 'eu-central-1',
      AWS_DEFAULT_REGION: 'eu-central-1',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:4566',
      AWS_ACCESS_KEY_ID: 'AKIAenv',
      AWS_LAMBDA_FUNCTION_NAME: 'stack-env',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
      _HANDLER: 'index.handler',
      TZ: 'UTC',
    });
    expect(JSON.stringify(value)).not.toContain('users-');
    expect(value).not.toHaveProperty('HOME');
    expect(value).not.toHaveProperty('SIMULATOR_CLOCK_OFFSET_MS');
  } finally {
    process.env = before;
  }
});

test('dates are virtual from the first line of the module on, and move with the clock', async () => {
  const dates = `
    const atLoad = Date.now();
    export const handler = async (event, context) => ({
      atLoad, now: Date.now(), date: new Date().getTime(), text: Date().slice(0, 15), given: new Date(0).toISOString(),
      isDate: new Date() instanceof Date && new Date().constructor === Date, parsed: Date.parse('1970-01-02'), utc: Date.UTC(1970, 0, 2),
      left: context.getRemainingTimeInMillis(), real: performance.timeOrigin,
    });`;
  const clock = createClock();
  await clock.advance(400 * 86_400_000);
  deployment = deploy({ dates: { files: { 'index.mjs': dates } } }, clock);
  const within = (from: number, to: number, ms: unknown) => expect(Math.min(Math.max(Number(ms), from), to)).toBe(ms);

  const start = clock.now();
  const first = (await deployment.call('dates')).value as Record<string, unknown>;
  for (const ms of [first.atLoad, first.now, first.date]) within(start, clock.now(), ms);
  expect(first).toMatchObject({ given: '1970-01-01T00:00:00.000Z', isDate: true, parsed: 86_400_000, utc: 86_400_000 });
  expect(first.text).toBe(new Date(clock.now()).toUTCString().replace(/^(\w+), (\d+) (\w+) (\d+).*/, '$1 $3 $2 $4'));
  within(29_000, 30_000, first.left);
  within(Date.now() - 60_000, Date.now(), Math.floor(Number(first.real)));

  await clock.advance(86_400_000);
  const later = (await deployment.call('dates')).value as Record<string, unknown>;
  expect(later.atLoad).toBe(first.atLoad);
  within(start + 86_400_000, clock.now(), later.now);
  within(29_000, 30_000, later.left);
});

test('an environment ends when the simulator is killed', async () => {
  // Killed, it cannot remove its functions' files.
  const TMPDIR = mkdtempSync(path.join(tmpdir(), 'lambda-orphan-'));
  const parent = spawn(process.execPath, ['--import', 'tsx', '-e', orphanMaker], {
    env: { ...process.env, TMPDIR },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  parent.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await until(() => output.includes('\n'));
  const pid = Number(output);
  parent.kill('SIGKILL');
  await until(() => !isAlive(pid));
  expect(isAlive(pid)).toBe(false);
  rmSync(TMPDIR, { recursive: true });
}, 20_000);

/** A simulator in a process of its own: prints the process id of an environment that is busy for a minute. */
const orphanMaker = `
  const { deploy, esm } = require(${JSON.stringify(require.resolve('./function-fixture'))});
  const { lambda, logs } = deploy({ f: esm('console.log(process.pid); await new Promise((r) => setTimeout(r, 60000))') });
  lambda.invoke('stack-f', '{}');
  setInterval(() => { if (logs.length) { console.log(logs[0].text); logs.length = 0; } }, 10);
`;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
