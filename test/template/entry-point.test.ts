import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import cdkJson from '../../cdk.json';
import { PaymentsStack } from '../../lib/payments-stack';
import { PRODUCTION } from './app';

const ROOT = join(__dirname, '../..');

/** Runs the app itself, as `cdk synth` does. */
function runApp(settings: Record<string, string>): { status: number | null; stderr: string; templates: string[] } {
  const outdir = mkdtempSync(join(tmpdir(), 'charge-once-synth-'));
  const context = { ...cdkJson.context, 'aws:cdk:bundling-stacks': [], ...settings };
  try {
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'bin/charge-once.ts'], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, CDK_OUTDIR: outdir, CDK_CONTEXT_JSON: JSON.stringify(context) },
    });
    return { status, stderr, templates: readdirSync(outdir).filter((name) => name.endsWith('.template.json')) };
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

test('a sandbox has the payments and the test acquirer', () => {
  expect(runApp({})).toMatchObject({ status: 0, templates: ['AcquirerStack.template.json', 'PaymentsStack.template.json'] });
});

test('production has the payments alone', () => {
  expect(runApp(PRODUCTION)).toMatchObject({ status: 0, templates: ['PaymentsStack.template.json'] });
});

test('fails with one sentence per wrong setting and no stack trace', () => {
  expect(runApp({ stag: 'production', stage: 'prod' })).toMatchObject({
    status: 1,
    stderr:
      'Unknown setting "stag": the settings are "stage" (sandbox or production) and "stripeSecretName" (name of an existing Secrets Manager ' +
      'secret). Correct or remove it.\n' +
      'Setting "stage" is "prod": it must be "sandbox" or "production".\n',
  });
});

test('fails when production would use the test acquirer', () => {
  const { status, stderr } = runApp({ stage: 'production' });
  expect(status).toBe(1);
  expect(stderr).toContain('Stage "production" needs the setting "stripeSecretName"');
});

test('fails when a stack has neither a test acquirer nor a Stripe key', () => {
  expect(() => new PaymentsStack(new App(), 'PaymentsStack', { settings: { stage: 'sandbox' } })).toThrow('PaymentsStack has no provider');
});
