import type { Template } from 'aws-cdk-lib/assertions';
import { type Json, PRIVATE, PRODUCTION, resourcesOf, synthesize } from './app';

type Statement = { Effect: string; Action: string | string[]; Resource: Json | string | (Json | string)[] };

const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

/** A reference by the logical id it points to, without the hash, and with what is joined to it; everything else as it stands. */
function nameOf(resource: Json | string): string {
  if (typeof resource === 'string') return resource;
  const [first, ...rest] = resource['Fn::Join']?.[1] ?? [];
  if (first?.['Fn::GetAtt'] && rest.every((part: unknown) => typeof part === 'string')) return [nameOf(first), ...rest].join('');
  const id = resource['Fn::GetAtt']?.[0] ?? resource.Ref ?? resource['Fn::ImportValue']?.replace(/^.*:ExportsOutputRef|[0-9A-F]{8}$/g, '');
  return typeof id === 'string' ? id.replace(/[0-9A-F]{8}$/, '') : JSON.stringify(resource);
}

const policiesOf = (template: Template) => Object.values(resourcesOf(template, 'AWS::IAM::Policy')).map(({ Properties }) => Properties);

/** What the role of a function may do, as `action on resource`, its own log and traces apart. */
function permissionsOf(template: Template, folder: string): string[] {
  const fn = Object.values(resourcesOf(template, 'AWS::Lambda::Function')).find(
    ({ Properties }) => Properties.Environment.Variables.POWERTOOLS_SERVICE_NAME === folder,
  )!;
  const role = fn.Properties.Role['Fn::GetAtt'][0];
  const statements: Statement[] = policiesOf(template)
    .filter(({ Roles }) => Roles.some((attached: { Ref: string }) => attached.Ref === role))
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  return statements
    .flatMap(({ Action, Resource }) =>
      list(Action).flatMap((action) => list(Resource).map((resource) => `${action} on ${nameOf(resource)}`)),
    )
    .filter((permission) => !/^(logs|xray):/.test(permission))
    .sort();
}

const { payments, acquirer } = synthesize();

test('submit-payment may create and read payments, create client tokens, and send', () => {
  expect(permissionsOf(payments, 'submit-payment')).toEqual([
    'dynamodb:GetItem on PaymentsTable',
    'dynamodb:PutItem on GuardTable',
    'dynamodb:PutItem on PaymentsTable',
    'sqs:SendMessage on ChargeQueue',
  ]);
});

test('cancel-payment may mark a payment and send its end', () => {
  expect(permissionsOf(payments, 'cancel-payment')).toEqual(['dynamodb:UpdateItem on PaymentsTable', 'sqs:SendMessage on ChargeQueue']);
});

test('get-payment may list the attempts of an order', () => {
  expect(permissionsOf(payments, 'get-payment')).toEqual(['dynamodb:Query on PaymentsTable']);
});

test('charge may guard, advance a payment, consume its queue and read the key of the provider', () => {
  expect(permissionsOf(payments, 'charge')).toEqual([
    'dynamodb:DeleteItem on GuardTable',
    'dynamodb:GetItem on GuardTable',
    'dynamodb:GetItem on PaymentsTable',
    'dynamodb:PutItem on GuardTable',
    'dynamodb:UpdateItem on GuardTable',
    'dynamodb:UpdateItem on PaymentsTable',
    'secretsmanager:DescribeSecret on ApiKey',
    'secretsmanager:GetSecretValue on ApiKey',
    'sqs:ChangeMessageVisibility on ChargeQueue',
    'sqs:DeleteMessage on ChargeQueue',
    'sqs:GetQueueAttributes on ChargeQueue',
    'sqs:ReceiveMessage on ChargeQueue',
  ]);
});

test('redrive may look up payments, move and preview dead letters, send them back, and read the key of the provider to see whether it answers', () => {
  expect(permissionsOf(payments, 'redrive')).toEqual([
    'dynamodb:GetItem on PaymentsTable',
    'secretsmanager:DescribeSecret on ApiKey',
    'secretsmanager:GetSecretValue on ApiKey',
    'sqs:CancelMessageMoveTask on ChargeQueueDeadLetterQueue',
    'sqs:ChangeMessageVisibility on ChargeQueueDeadLetterQueue',
    'sqs:DeleteMessage on ChargeQueueDeadLetterQueue',
    'sqs:GetQueueAttributes on ChargeQueueDeadLetterQueue',
    'sqs:ListMessageMoveTasks on ChargeQueueDeadLetterQueue',
    'sqs:ReceiveMessage on ChargeQueueDeadLetterQueue',
    'sqs:SendMessage on ChargeQueue',
    'sqs:StartMessageMoveTask on ChargeQueueDeadLetterQueue',
  ]);
});

test('reconcile may read the ledger and its index, move payments, put its report, send again, and read the key of the provider', () => {
  expect(permissionsOf(payments, 'reconcile')).toEqual([
    'dynamodb:GetItem on PaymentsTable',
    'dynamodb:PutItem on PaymentsTable',
    'dynamodb:Query on PaymentsTable',
    'dynamodb:Query on PaymentsTable/index/open',
    'dynamodb:Scan on PaymentsTable',
    'dynamodb:UpdateItem on PaymentsTable',
    'secretsmanager:DescribeSecret on ApiKey',
    'secretsmanager:GetSecretValue on ApiKey',
    'sqs:GetQueueAttributes on ChargeQueue',
    'sqs:SendMessage on ChargeQueue',
  ]);
});

test('the acquirer may keep its books and read its own key', () => {
  expect(permissionsOf(acquirer!, 'acquirer')).toEqual([
    'dynamodb:BatchGetItem on Books',
    'dynamodb:PutItem on Books',
    'dynamodb:Query on Books',
    'dynamodb:Query on Books/index/timeline',
    'secretsmanager:DescribeSecret on ApiKey',
    'secretsmanager:GetSecretValue on ApiKey',
  ]);
});

test('with Stripe, charge may read the named secret and no other', () => {
  const secrets = permissionsOf(synthesize(PRODUCTION).payments, 'charge').filter((permission) => permission.startsWith('secretsmanager:'));
  expect(secrets).toHaveLength(2);
  for (const permission of secrets) expect(permission).toContain(':secret:stripe/api-key-??????');
});

/** Every identity policy of a template: those attached to roles and those written into them. */
const identityStatements = (template: Template): Statement[] => [
  ...policiesOf(template).flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
  ...Object.values(resourcesOf(template, 'AWS::IAM::Role')).flatMap(({ Properties }) =>
    (Properties.Policies ?? []).flatMap(({ PolicyDocument }: Json) => PolicyDocument.Statement),
  ),
];

/** Policies of queues, topics, keys and APIs, which say who may come from outside. */
const resourceStatements = (template: Template): (Statement & { Principal: Json; Condition?: Json })[] =>
  Object.values(template.toJSON().Resources as Record<string, { Type: string; Properties: Json }>).flatMap(({ Type, Properties }) => {
    if (Type === 'AWS::SQS::QueuePolicy' || Type === 'AWS::SNS::TopicPolicy') return Properties.PolicyDocument.Statement;
    if (Type === 'AWS::KMS::Key') return Properties.KeyPolicy.Statement;
    return Type === 'AWS::ApiGateway::RestApi' ? (Properties.Policy?.Statement ?? []) : [];
  });

describe.each([
  ['a sandbox', {}],
  ['production', PRODUCTION],
  ['production with a private API', { ...PRODUCTION, ...PRIVATE }],
])('in %s', (_name, settings) => {
  const stacks = synthesize(settings);
  const templates = stacks.acquirer ? [stacks.payments, stacks.acquirer] : [stacks.payments];
  const statements = templates.flatMap(identityStatements);

  test('every action is named in full', () => {
    expect(statements.length).toBeGreaterThan(10);
    for (const { Action } of statements) for (const action of list(Action)) expect(action).toMatch(/^[a-z0-9-]+:[A-Za-z]+$/);
  });

  test('only traces are allowed on every resource, because X-Ray has none to name', () => {
    const everywhere = statements.filter(({ Resource }) => list(Resource).includes('*'));
    expect(new Set(everywhere.flatMap(({ Action }) => list(Action)))).toEqual(
      new Set(['xray:PutTelemetryRecords', 'xray:PutTraceSegments']),
    );
    for (const { Action } of everywhere) expect(list(Action).every((action) => action.startsWith('xray:'))).toBe(true);
  });

  test('no other resource has a wildcard, but the six characters that Secrets Manager adds to a name and the versions of a function', () => {
    const patterns = statements.flatMap(({ Resource }) => list(Resource)).map((resource) => JSON.stringify(resource));
    const wild = new Set(patterns.filter((pattern) => /[*?]/.test(pattern) && pattern !== '"*"'));
    for (const pattern of wild) expect(pattern).toMatch(/:secret:stripe\/api-key-\?{6}"|"Arn"\]\},":\*"/);
  });

  test('no function may delete a payment', () => {
    const deleting = statements.filter(({ Action }) => list(Action).some((action) => /^dynamodb:(Delete|BatchWrite)/.test(action)));
    expect(deleting.flatMap(({ Resource }) => list(Resource)).map(nameOf)).toEqual(['GuardTable']);
  });

  test('no policy of a queue, topic, key or API lets in everybody: such statements only deny', () => {
    const all = templates.flatMap(resourceStatements);
    expect(all.length).toBeGreaterThan(2);
    for (const { Effect, Principal } of all) {
      if (/^("\*"|\{"AWS":"\*"\})$/.test(JSON.stringify(Principal))) expect(Effect).toBe('Deny');
    }
  });

  test('queues and topics refuse calls without TLS', () => {
    const guarded = templates.flatMap(resourceStatements).filter(({ Condition }) => Condition?.Bool?.['aws:SecureTransport'] === 'false');
    const count = (type: string) => templates.flatMap((template) => Object.keys(resourcesOf(template, type))).length;
    for (const { Effect } of guarded) expect(Effect).toBe('Deny');
    expect(guarded).toHaveLength(count('AWS::SQS::Queue') + count('AWS::SNS::Topic'));
  });
});

test('a function has no managed policy: it writes its own log group alone', () => {
  for (const template of [payments, acquirer!]) {
    for (const [id, { Properties }] of Object.entries(resourcesOf(template, 'AWS::IAM::Role'))) {
      if (!id.includes('CloudWatchRole')) expect(Properties).not.toHaveProperty('ManagedPolicyArns');
    }
  }
});
