import type { Template } from 'aws-cdk-lib/assertions';
import { type Json, PRODUCTION, resourcesOf, synthesize } from './app';

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

test('redrive may look up payments, move and preview dead letters, and send them back', () => {
  expect(permissionsOf(payments, 'redrive')).toEqual([
    'dynamodb:GetItem on PaymentsTable',
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

test('only traces are allowed on every resource, because X-Ray has none to name', () => {
  const statements: Statement[] = [payments, acquirer!].flatMap(policiesOf).flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  const wildcards = statements.filter(({ Resource }) => list(Resource).includes('*'));
  expect(wildcards).toHaveLength(5);
  for (const { Action } of wildcards) expect(Action).toEqual(['xray:PutTelemetryRecords', 'xray:PutTraceSegments']);
  for (const { Action } of statements) for (const action of list(Action)) expect(action).not.toContain('*');
});

test('a function has no managed policy: it writes its own log group alone', () => {
  for (const template of [payments, acquirer!]) {
    for (const [id, { Properties }] of Object.entries(resourcesOf(template, 'AWS::IAM::Role'))) {
      if (!id.includes('CloudWatchRole')) expect(Properties).not.toHaveProperty('ManagedPolicyArns');
    }
  }
});
