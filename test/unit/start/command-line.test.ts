import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { temporaryDirectory } from '@charge-once/simulator/testing/assembly';
import { readCommandLine } from '../../../lab/start/command-line';

const ROOT = join(__dirname, '../../..');

describe('the options', () => {
  it('have defaults', () => {
    expect(readCommandLine([])).toEqual({ port: 3000, awsPort: 4566, acquirerPort: 4242, data: '.simulator', fresh: false, context: {} });
  });

  it('take settings of the app, as cdk deploy does', () => {
    expect(readCommandLine(['-c', 'patience=hour', '--context', 'stripeSecretName=a=b']).context).toEqual({
      patience: 'hour',
      stripeSecretName: 'a=b',
    });
  });

  it.each(['patience', '=hour', ''])('refuse the setting %p', (text) => {
    expect(() => readCommandLine(['-c', text])).toThrow('It must be a setting such as patience=hour.');
  });

  it('are read', () => {
    const args = ['--port', '0', '--aws-port=8001', '--acquirer-port', '65535', '--data', 'here', '--fresh'];
    expect(readCommandLine(args)).toEqual({ port: 0, awsPort: 8001, acquirerPort: 65535, data: 'here', fresh: true, context: {} });
  });

  it.each([
    { args: ['--prot', '1'], reason: "unknown option '--prot'" },
    { args: ['--port', '65536'], reason: "option '--port <n>' argument '65536' is invalid. It must be a whole number from 0 to 65535." },
    { args: ['--port', 'abc'], reason: "option '--port <n>' argument 'abc' is invalid. It must be a whole number from 0 to 65535." },
    { args: ['--port=-1'], reason: "option '--port <n>' argument '-1' is invalid. It must be a whole number from 0 to 65535." },
    {
      args: ['--aws-port', '1e3'],
      reason: "option '--aws-port <n>' argument '1e3' is invalid. It must be a whole number from 0 to 65535.",
    },
    {
      args: ['--acquirer-port', ''],
      reason: "option '--acquirer-port <n>' argument '' is invalid. It must be a whole number from 0 to 65535.",
    },
    { args: ['--data='], reason: "option '--data <dir>' argument '' is invalid. It must be the name of a folder." },
    { args: ['start'], reason: 'too many arguments. Expected 0 arguments but got 1' },
  ])('$args are refused: $reason', ({ args, reason }) => {
    expect(() => readCommandLine(args)).toThrow(reason);
  });
});

/** Runs the command as `npm start` does. */
async function run(...args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'lab/start/main.ts', ...args], { cwd: ROOT });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

describe('the command', () => {
  let data: string;
  beforeEach(() => {
    data = temporaryDirectory();
  });
  afterEach(() => rmSync(data, { recursive: true, force: true }));
  const free = ['--port', '0', '--aws-port', '0', '--acquirer-port', '0'];

  it('fails with one line and exit code 2 on an unknown flag', async () => {
    expect(await run('--prot', '1')).toEqual({
      code: 2,
      stdout: '',
      stderr: "charge-once: unknown option '--prot' (--help lists the options)\n",
    });
  }, 20_000);

  it('fails with one line and exit code 1 on a port in use, before it synthesizes', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    writeFileSync(join(data, '.charge-once-simulator'), '');
    writeFileSync(join(data, 'state.json'), 'kept');
    const result = await run(...free, '--aws-port', String(port), '--data', data, '--fresh');
    other.close();
    // Nothing is deleted by a start that fails.
    expect(readFileSync(join(data, 'state.json'), 'utf8')).toBe('kept');
    expect(result).toEqual({
      code: 1,
      stdout: '',
      stderr: `charge-once: port ${port} is in use: stop what uses it, or choose another with --aws-port (0 = any free port)\n`,
    });
  }, 20_000);

  it("fails with one line and exit code 1 on somebody else's folder", async () => {
    writeFileSync(join(data, 'thesis.txt'), '');
    expect(await run(...free, '--data', data, '--fresh')).toEqual({
      code: 1,
      stdout: '',
      stderr: `charge-once: ${data} holds files that are not a simulator's data: choose another folder with --data\n`,
    });
  }, 20_000);

  it('says that it is ready on its last line, stops on SIGTERM with exit code 0, and can start again', async () => {
    for (let round = 1; round <= 2; round += 1) {
      const child = spawn(process.execPath, ['--import', 'tsx', 'lab/start/main.ts', ...free, '--data', data], { cwd: ROOT });
      let stdout = '';
      await new Promise<void>((resolve) => {
        child.on('close', () => resolve());
        child.stdout.on('data', (chunk) => {
          stdout += chunk;
          if (stdout.includes('ready')) resolve();
        });
      });
      const address = /ready at (http:\/\/127\.0\.0\.1:\d+\/sandbox\/)/.exec(stdout.trim().split('\n').at(-1)!)?.[1];
      expect((await fetch(`${address}payments/ord-unknown`)).status).toBe(404);
      child.kill('SIGTERM');
      expect(await once(child, 'close')).toEqual([0, null]);
    }
  }, 120_000);

  it('shows its options', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('--acquirer-port') });
  }, 20_000);
});
