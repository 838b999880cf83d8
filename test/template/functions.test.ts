import { PRODUCTION, propertiesOf, resourcesOf, synthesize } from './app';

const FUNCTION = 'AWS::Lambda::Function';
const { payments, acquirer } = synthesize();
const functions = [payments, acquirer!].flatMap((template) =>
  Object.values(resourcesOf(template, FUNCTION)).map(({ Properties }) => Properties),
);

test('the app has seven functions, each named after its folder', () => {
  const folders = functions.map(({ Environment }) => Environment.Variables.POWERTOOLS_SERVICE_NAME);
  expect(folders).toHaveLength(7);
  expect(new Set(folders)).toEqual(
    new Set(['acquirer', 'cancel-payment', 'charge', 'get-payment', 'reconcile', 'redrive', 'submit-payment']),
  );
});

test('functions run on Node.js 24 and arm64, traced, and print plain lines so that metrics are found in them', () => {
  for (const fn of functions) {
    expect(fn).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      TracingConfig: { Mode: 'Active' },
      LoggingConfig: { LogFormat: 'Text' },
      Environment: { Variables: { POWERTOOLS_METRICS_NAMESPACE: 'ChargeOnce' } },
    });
  }
});

test.each([
  ['PaymentsApiSubmitPayment', 10],
  ['PaymentsApiGetPayment', 10],
  ['PaymentsApiCancelPayment', 10],
  ['ChargeWorkerFunction', 30],
  ['RedriveFunction', 60],
  ['ReconciliationFunction', 300],
])('%s times out after %i s', (id, seconds) => {
  expect(propertiesOf(payments, FUNCTION, id).Timeout).toBe(seconds);
});

test('every log group is kept for 30 days and every function has one of its own', () => {
  const groups = [payments, acquirer!].flatMap((template) => Object.values(resourcesOf(template, 'AWS::Logs::LogGroup')));
  // One for each function, and an access and an execution log for each API.
  expect(groups).toHaveLength(7 + 4);
  for (const { Properties } of groups) expect(Properties.RetentionInDays).toBe(30);
  expect(new Set(functions.map(({ LoggingConfig }) => LoggingConfig.LogGroup.Ref)).size).toBe(7);
});

test('charge calls the test acquirer in a sandbox and Stripe itself in production', () => {
  const variables = (template: typeof payments) => propertiesOf(template, FUNCTION, 'ChargeWorkerFunction').Environment.Variables;
  expect(JSON.stringify(variables(payments).PROVIDER_URL)).toContain('.execute-api.');
  expect(variables(payments).PROVIDER_SECRET_ARN).toEqual({
    'Fn::ImportValue': expect.stringMatching(/^AcquirerStack:ExportsOutputRefApiKey/),
  });

  const production = variables(synthesize(PRODUCTION).payments);
  expect(production).not.toHaveProperty('PROVIDER_URL');
  expect(JSON.stringify(production.PROVIDER_SECRET_ARN)).toContain(':secret:stripe/api-key');
});

test.each([
  { case: 'production', settings: PRODUCTION, livemode: 'true' },
  { case: 'a sandbox with a Stripe key', settings: { stripeSecretName: 'stripe/test-key' }, livemode: 'false' },
  { case: 'a sandbox with the test acquirer', settings: {} as Record<string, string>, livemode: 'false' },
])('whoever calls the provider in $case takes charges for real: $livemode', ({ settings, livemode }) => {
  const { payments: template } = synthesize(settings);
  for (const id of ['ChargeWorkerFunction', 'ReconciliationFunction', 'RedriveFunction'])
    expect(propertiesOf(template, FUNCTION, id).Environment.Variables.PROVIDER_LIVEMODE).toBe(livemode);
});

test('functions are told where their tables and queues are', () => {
  const names = (id: string) =>
    Object.keys(propertiesOf(payments, FUNCTION, id).Environment.Variables)
      .filter((name) => !name.startsWith('POWERTOOLS_'))
      .sort();
  expect(names('PaymentsApiSubmitPayment')).toEqual(['CHARGE_QUEUE_URL', 'GUARD_TABLE_NAME', 'PAYMENTS_TABLE_NAME']);
  expect(names('PaymentsApiCancelPayment')).toEqual(['CHARGE_QUEUE_URL', 'PAYMENTS_TABLE_NAME']);
  expect(names('PaymentsApiGetPayment')).toEqual(['PAYMENTS_TABLE_NAME']);
  expect(names('ChargeWorkerFunction')).toEqual([
    'CHARGE_PATIENCE',
    'CHARGE_QUEUE_URL',
    'GUARD_TABLE_NAME',
    'PAYMENTS_TABLE_NAME',
    'PROVIDER_LIVEMODE',
    'PROVIDER_SECRET_ARN',
    'PROVIDER_URL',
  ]);
  expect(names('ReconciliationFunction')).toEqual([
    'CHARGE_QUEUE_URL',
    'PAYMENTS_TABLE_NAME',
    'PROVIDER_LIVEMODE',
    'PROVIDER_SECRET_ARN',
    'PROVIDER_URL',
  ]);
  expect(names('RedriveFunction')).toEqual([
    'CHARGE_DLQ_ARN',
    'CHARGE_DLQ_URL',
    'CHARGE_QUEUE_ARN',
    'CHARGE_QUEUE_URL',
    'PAYMENTS_TABLE_NAME',
    'PROVIDER_LIVEMODE',
    'PROVIDER_SECRET_ARN',
    'PROVIDER_URL',
  ]);
});
