import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

export interface SynthOptions {
  /** Directory for the cloud assembly. It is emptied first. */
  outdir: string;
  /** Entry point of the CDK app, relative to the project. @default 'bin/charge-once.ts' */
  app?: string;
  /** Settings that win over those of `cdk.json`. */
  context?: Record<string, unknown>;
}

/** Runs the CDK app as `cdk synth` does, without its CLI. Resolves to `outdir`; rejects with the app's own message on one line. */
export async function synthesize({ outdir, app = 'bin/charge-once.ts', context = {} }: SynthOptions): Promise<string> {
  rmSync(outdir, { recursive: true, force: true });
  const cdkJson = readJson('cdk.json') as { context?: Record<string, unknown> };
  // What the CLI finds out about accounts and hands to the app.
  const lookedUp = existsSync(join(ROOT, 'cdk.context.json')) ? (readJson('cdk.context.json') as Record<string, unknown>) : {};
  const child = spawn(process.execPath, ['--import', 'tsx', app], {
    cwd: ROOT,
    env: {
      // Half of the time goes into validating templates against CloudFormation's schemas. `cdk synth` and `cdk deploy` do that.
      CDK_VALIDATION: 'false',
      ...process.env,
      CDK_OUTDIR: outdir,
      CDK_CONTEXT_JSON: JSON.stringify({ ...cdkJson.context, ...lookedUp, ...context }),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  // A simulator that is stopped while it starts must not leave the app running.
  const stop = (): void => void child.kill();
  process.once('exit', stop);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  process.off('exit', stop);
  if (code !== 0) throw new Error(`the CDK app does not synthesize: ${errorMessage(errors)}`);
  return outdir;
}

/** The message that the app or Node printed, without source excerpt and stack, on one line. */
export function errorMessage(stderr: string): string {
  const lines = stderr.split('\n');
  // Node shows the line that threw, marked by a caret, before the error itself.
  const caret = lines.findIndex((line) => /^\s*\^+$/.test(line));
  const message = lines.slice(caret + 1);
  const end = message.findIndex((line) => /^\s+(at |\.\.\.)|^Relates to construct|^Node\.js v/.test(line));
  const text = message.slice(0, end < 0 ? undefined : end).map((line) => line.trim());
  return (
    text
      .filter(Boolean)
      .join(' ')
      .replace(/^\w*Error: /, '') || 'it printed no reason'
  );
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, name), 'utf8'));
}
