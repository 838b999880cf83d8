import { ConfigurationError } from '../../lib/configuration-error';
import { readSettings } from '../../lib/settings';

function problemsOf(context: Record<string, unknown>): readonly string[] {
  try {
    readSettings(context);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
  return [];
}

test('without settings the app is a sandbox with the test acquirer', () => {
  expect(readSettings({})).toEqual({ stage: 'sandbox', stripeSecretName: undefined, patience: 'short', recovery: false });
});

test('accepts production with the name of a Stripe secret', () => {
  expect(readSettings({ stage: 'production', stripeSecretName: 'stripe/api-key' })).toEqual({
    stage: 'production',
    stripeSecretName: 'stripe/api-key',
    patience: 'hour',
    recovery: true,
  });
});

test('accepts a sandbox that uses Stripe', () => {
  expect(readSettings({ stripeSecretName: 'stripe-test-mode' })).toEqual({
    stage: 'sandbox',
    stripeSecretName: 'stripe-test-mode',
    patience: 'short',
    recovery: false,
  });
});

test.each([
  '@aws-cdk/aws-iam:minimizePolicies',
  '@aws-cdk-containers/ecs-service-extensions:enableDefaultLogDriver',
  'aws:cdk:bundling-stacks',
  'aws-cdk:enableDiffNoFail',
  'availability-zones:account=123456789012:region=eu-central-1',
  'cli-telemetry',
  'acknowledged-issue-numbers',
])('leaves %s to the CDK', (key) => {
  expect(problemsOf({ [key]: true })).toEqual([]);
});

test.each(['stag', 'Stage', 'stripeSecret', 'stage ', 'constructor'])(
  'fails on the unknown setting "%s" and says what is allowed',
  (key) => {
    expect(problemsOf({ [key]: 'production' })).toEqual([
      `Unknown setting "${key}": the settings are "stage" (sandbox or production), "stripeSecretName" (name of an existing Secrets Manager secret), ` +
        '"vpcEndpointIds" (interface endpoints that alone reach the API, separated by commas), "alarmEmail" (address that alarms are sent to), "patience" (short or hour), "recovery" (on or off). ' +
        'Correct or remove it.',
    ]);
  },
);

test.each([
  ['prod', '"prod"'],
  ['', '""'],
  ['Production', '"Production"'],
  [true, 'true'],
  [null, 'null'],
])('fails on stage %p', (stage, shown) => {
  expect(problemsOf({ stage })).toEqual([`Setting "stage" is ${shown}: it must be "sandbox" or "production".`]);
});

test('fails on production without a Stripe secret: the test acquirer moves no money', () => {
  expect(problemsOf({ stage: 'production' })).toEqual([
    'Stage "production" needs the setting "stripeSecretName": without it payments go to the test acquirer, which moves no money. ' +
      'Pass -c stripeSecretName=<name of the Secrets Manager secret that holds the Stripe key>.',
  ]);
});

test.each(['', 'two words', 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:stripe', 'a'.repeat(513), 7, null])(
  'fails on stripeSecretName %p',
  (stripeSecretName) => {
    expect(problemsOf({ stripeSecretName })).toEqual([expect.stringContaining('it must be the name of a secret')]);
  },
);

test('accepts an address for the alarms', () => {
  expect(readSettings({ alarmEmail: 'payments+on-call@example.com' }).alarmEmail).toBe('payments+on-call@example.com');
});

test.each(['', 'jane', 'jane@', '@example.com', 'jane doe@example.com', 'jane@example.com,joe@example.com', 'a@b@c', 7, null])(
  'fails on alarmEmail %p',
  (alarmEmail) => {
    expect(problemsOf({ alarmEmail })).toEqual([`Setting "alarmEmail" is ${JSON.stringify(alarmEmail)}: it must be one e-mail address.`]);
  },
);

test('fails on a secret name that Secrets Manager cannot find by name', () => {
  expect(problemsOf({ stripeSecretName: 'stripe-secret' })).toEqual([expect.stringContaining('ends in a hyphen and six characters')]);
});

test.each(['sk_live_51H', 'sk_test_51H', 'rk_live_51H', 'whsec_51H'])(
  'fails on a key given as a secret name, without repeating it',
  (stripeSecretName) => {
    const problems = problemsOf({ stage: 'production', stripeSecretName });
    expect(problems).toEqual([
      'Setting "stripeSecretName" holds a Stripe key: store the key in Secrets Manager and pass the name of the secret instead.',
    ]);
  },
);

test('accepts interface endpoints, separated by commas, each once', () => {
  const vpcEndpointIds = 'vpce-0123456789abcdef0,vpce-0a1b2c3d,vpce-0a1b2c3d';
  expect(readSettings({ vpcEndpointIds }).vpcEndpointIds).toEqual(['vpce-0123456789abcdef0', 'vpce-0a1b2c3d']);
});

test.each(['', 'vpce-', 'vpc-0123456789abcdef0', 'vpce-0a1b2c3d, vpce-0a1b2c3e', 'vpce-0a1b2c3d,', 7, null, ['vpce-0a1b2c3d']])(
  'fails on vpcEndpointIds %p',
  (vpcEndpointIds) => {
    expect(problemsOf({ vpcEndpointIds })).toEqual([expect.stringContaining('it must be ids of interface endpoints for execute-api')]);
  },
);

test.each(['short', 'hour'] as const)('patience %s is taken in either stage', (patience) => {
  expect(readSettings({ patience }).patience).toBe(patience);
  expect(readSettings({ patience, stage: 'production', stripeSecretName: 'stripe/api-key' }).patience).toBe(patience);
});

test.each(['', 'long', 'Hour', 'constructor', 3600, null])('fails on patience %p', (patience) => {
  expect(problemsOf({ patience })).toEqual([`Setting "patience" is ${JSON.stringify(patience)}: it must be "short" or "hour".`]);
});

test.each(['on', 'off'] as const)('recovery %s is taken in either stage', (recovery) => {
  expect(readSettings({ recovery }).recovery).toBe(recovery === 'on');
  expect(readSettings({ recovery, stage: 'production', stripeSecretName: 'stripe/api-key' }).recovery).toBe(recovery === 'on');
});

test.each(['', 'On', 'true', true, null])('fails on recovery %p', (recovery) => {
  expect(problemsOf({ recovery })).toEqual([`Setting "recovery" is ${JSON.stringify(recovery)}: it must be "on" or "off".`]);
});

test('reports every problem at once', () => {
  expect(problemsOf({ stag: 'x', region: 'y', stage: 'prod', stripeSecretName: '' })).toHaveLength(4);
});
