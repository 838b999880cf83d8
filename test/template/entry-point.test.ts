import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import cdkJson from '../../cdk.json';
import { PaymentsStack } from '../../lib/payments-stack';
import { type Json, PRODUCTION } from './app';

const ROOT = join(__dirname, '../..');

/** The names that the stacks are deployed under; none when the synthesis failed. */
function deployedAs(outdir: string): { stacks?: string[] } {
  const manifest = join(outdir, 'manifest.json');
  if (!existsSync(manifest)) return {};
  const artifacts = Object.entries<Json>(JSON.parse(readFileSync(manifest, 'utf8')).artifacts);
  return {
    stacks: artifacts.flatMap(([id, { type, properties }]) => (type === 'aws:cloudformation:stack' ? [properties.stackName ?? id] : [])),
  };
}

/** Runs the app itself, as `cdk synth` does. */
function runApp(settings: Record<string, string>, environment: Record<string, string> = {}) {
  const outdir = mkdtempSync(join(tmpdir(), 'charge-once-synth-'));
  const context = { ...cdkJson.context, 'aws:cdk:bundling-stacks': [], ...settings };
  try {
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'bin/charge-once.ts'], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, CDK_OUTDIR: outdir, CDK_CONTEXT_JSON: JSON.stringify(context), ...environment },
    });
    return { status, stderr, templates: readdirSync(outdir).filter((name) => name.endsWith('.template.json')), ...deployedAs(outdir) };
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

test('a sandbox has the payments and the test acquirer', () => {
  expect(runApp({})).toMatchObject({
    status: 0,
    templates: ['AcquirerStack.template.json', 'PaymentsStack.template.json'],
    stacks: ['AcquirerStack', 'PaymentsStack'],
  });
});

test('production has the payments alone, under a name that no sandbox has', () => {
  expect(runApp(PRODUCTION)).toMatchObject({
    status: 0,
    templates: ['PaymentsStack.template.json'],
    stacks: ['PaymentsStack-production'],
  });
});

test('fails with one sentence per wrong setting and no stack trace', () => {
  expect(runApp({ stag: 'production', stage: 'prod' })).toMatchObject({
    status: 1,
    stderr:
      'Unknown setting "stag": the settings are "stage" (sandbox or production), "stripeSecretName" (name of an existing Secrets Manager secret), ' +
      '"vpcEndpointIds" (interface endpoints that alone reach the API, separated by commas), "alarmEmail" (address that alarms are sent to), "patience" (short or hour), "recovery" (on or off). ' +
      'Correct or remove it.\n' +
      'Setting "stage" is "prod": it must be "sandbox" or "production".\n',
  });
});

test('fails when production would use the test acquirer', () => {
  const { status, stderr } = runApp({ stage: 'production' });
  expect(status).toBe(1);
  expect(stderr).toContain('Stage "production" needs the setting "stripeSecretName"');
});

test('fails when a stack has neither a test acquirer nor a Stripe key', () => {
  expect(
    () => new PaymentsStack(new App(), 'PaymentsStack', { settings: { stage: 'sandbox', patience: 'short', recovery: false } }),
  ).toThrow('PaymentsStack has no provider');
});

test('fails with the sentence of the rule when a construct breaks one of AWS Solutions or Serverless', () => {
  const { status, stderr } = runApp(
    {},
    { CDK_VALIDATION: 'true', NODE_OPTIONS: `--require ${join(__dirname, 'fixtures/hasty-queue.cjs')}` },
  );
  expect(status).toBe(1);
  expect(stderr).toContain('The SQS queue does not require requests to use SSL. (AwsSolutions)');
  expect(stderr).toContain('The SQS queue does not have a redrive policy configured. (Serverless)');
  expect(stderr.match(/^ERROR/gm)!.length).toBeLessThan(5);
});
