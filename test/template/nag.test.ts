import { type App, Stack, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, type NagPack, PCIDSS321Checks, ServerlessChecks } from 'cdk-nag';
import { buildApp, PRIVATE, PRODUCTION } from './app';

/** Synthesized first: what aspects add is then in the tree. */
function synthesized(settings: Record<string, string>): App {
  const { app } = buildApp(settings);
  app.synth();
  return app;
}

/** Findings of a rule pack as `rule at construct`. */
const findings = (pack: NagPack, app: App): string[] =>
  pack
    .validateScope(app)
    .violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath }) => `${ruleName} at ${constructPath?.replace(/\/Resource$/, '')}`),
    )
    .sort();

const CONFIGURATIONS = [
  ['a sandbox', synthesized({})],
  ['a sandbox with a private API', synthesized(PRIVATE)],
  ['production', synthesized(PRODUCTION)],
  [
    'production with a private API and an address for alarms',
    synthesized({ ...PRODUCTION, ...PRIVATE, alarmEmail: 'on-call@example.com' }),
  ],
] as const;

interface Acknowledgement {
  readonly path: string;
  readonly isStack: boolean;
  readonly rule: string;
  readonly reason: string;
}

const acknowledgements = (app: App): Acknowledgement[] =>
  [app, ...app.node.findAll()].flatMap((construct) =>
    construct.node.metadata
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }) =>
        Object.entries(data as Record<string, string>).map(([id, reason]) => ({
          path: construct.node.path,
          isStack: construct === app || Stack.isStack(construct),
          rule: id.replace(/^annotation::/i, ''),
          reason,
        })),
      ),
  );

describe.each(CONFIGURATIONS)('%s', (_name, app) => {
  test('has no finding of the packs AWS Solutions and Serverless that its construct does not acknowledge', () => {
    expect(findings(new AwsSolutionsChecks(app), app)).toEqual([]);
    expect(findings(new ServerlessChecks(app), app)).toEqual([]);
  });

  test('acknowledges on the construct itself, never for a whole stack, and always with a reason', () => {
    const all = acknowledgements(app);
    expect(all.length).toBeGreaterThan(5);
    for (const { path, isStack, rule, reason } of all) {
      expect({ path, rule, isStack }).toEqual({ path, rule, isStack: false });
      expect(reason).toMatch(/^[A-Z].{30,}\.$/);
    }
  });

  test('has no acknowledgement that hides nothing', () => {
    const forgiveNothing = (pack: NagPack): NagPack => Object.assign(pack, { isAcknowledged: () => false });
    const raw = [new AwsSolutionsChecks(app), new ServerlessChecks(app)].flatMap((pack) => findings(forgiveNothing(pack), app));
    for (const { path, rule } of acknowledgements(app)) {
      expect(raw.map((finding) => finding.startsWith(`${rule} at ${path}`)).includes(true) || `${rule} at ${path}`).toBe(true);
    }
  });
});

/** What the pack PCI DSS 3.2.1 still finds in production, and why it stays. */
const PCI_FINDINGS = {
  // A client certificate is for back ends over HTTP. Lambda proxy integrations are invoked with IAM permissions.
  'PCI.DSS.321-APIGWSSLEnabled': ['PaymentsStack/PaymentsApi/RestApi/DeploymentStage.production'],
  // There is no cache to encrypt: a payment changes without notice, and answers say `no-store`.
  'PCI.DSS.321-APIGWCacheEnabledAndEncrypted': ['PaymentsStack/PaymentsApi/RestApi/DeploymentStage.production'],
  // Policies that belong to one role each. `AWS::IAM::Policy` is inline by nature; a managed policy could be attached to more.
  'PCI.DSS.321-IAMNoInlinePolicy': [
    'PaymentsStack/ChargeWorker/FunctionRole/DefaultPolicy',
    'PaymentsStack/PaymentsApi/CancelPaymentRole/DefaultPolicy',
    'PaymentsStack/PaymentsApi/GetPaymentRole/DefaultPolicy',
    'PaymentsStack/PaymentsApi/SubmitPaymentRole/DefaultPolicy',
    'PaymentsStack/Reconciliation/FunctionRole/DefaultPolicy',
    'PaymentsStack/Reconciliation/ScheduleRole/DefaultPolicy',
    'PaymentsStack/Redrive/FunctionRole/DefaultPolicy',
  ],
  // No card data to wall off: functions hold tokens, listen to nothing, and speak TLS to AWS and to Stripe.
  'PCI.DSS.321-LambdaInsideVPC': [
    'PaymentsStack/ChargeWorker/Function',
    'PaymentsStack/PaymentsApi/CancelPayment',
    'PaymentsStack/PaymentsApi/GetPayment',
    'PaymentsStack/PaymentsApi/SubmitPayment',
    'PaymentsStack/Reconciliation/Function',
    'PaymentsStack/Redrive/Function',
  ],
};

test('production has the findings of PCI DSS 3.2.1 that are listed here with their reason, and no other', () => {
  const [, app] = CONFIGURATIONS[2];
  const found: Record<string, string[]> = {};
  for (const finding of findings(new PCIDSS321Checks(app), app)) {
    const [rule, path] = finding.split(' at ') as [string, string];
    found[rule] = [...(found[rule] ?? []), path];
  }
  expect(found).toEqual(PCI_FINDINGS);
});
