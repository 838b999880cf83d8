import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRODUCTION, propertiesOf, type Resource, resourcesOf, synthesize } from './app';

const TABLE = 'AWS::DynamoDB::Table';
const sandbox = synthesize();
const production = synthesize(PRODUCTION);

test('a payment is found by order and attempt, open ones by shard and time', () => {
  const table = propertiesOf(sandbox.payments, TABLE, 'PaymentsTable');
  expect(table.KeySchema).toEqual([
    { AttributeName: 'orderId', KeyType: 'HASH' },
    { AttributeName: 'attempt', KeyType: 'RANGE' },
  ]);
  expect(table.GlobalSecondaryIndexes).toEqual([
    {
      IndexName: 'open',
      KeySchema: [
        { AttributeName: 'openShard', KeyType: 'HASH' },
        { AttributeName: 'acceptedAt', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
  ]);
  expect(table.AttributeDefinitions).toEqual(
    expect.arrayContaining([
      { AttributeName: 'orderId', AttributeType: 'S' },
      { AttributeName: 'attempt', AttributeType: 'N' },
      { AttributeName: 'openShard', AttributeType: 'S' },
      { AttributeName: 'acceptedAt', AttributeType: 'S' },
    ]),
  );
});

test('the ledger never expires', () => {
  expect(propertiesOf(sandbox.payments, TABLE, 'PaymentsTable')).not.toHaveProperty('TimeToLiveSpecification');
});

test('guard records are removed after `expiration`', () => {
  const table = propertiesOf(sandbox.payments, TABLE, 'GuardTable');
  expect(table.KeySchema).toEqual([{ AttributeName: 'id', KeyType: 'HASH' }]);
  expect(table.TimeToLiveSpecification).toEqual({ AttributeName: 'expiration', Enabled: true });
});

test('every table is on demand and recoverable to a point in time', () => {
  const tables = [sandbox.payments, sandbox.acquirer!].flatMap((template) => Object.values(resourcesOf(template, TABLE)));
  expect(tables).toHaveLength(3);
  for (const { Properties } of tables) {
    expect(Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
  }
});

test('production keeps tables and their key when the stack is deleted, and when its creation is rolled back; the tables are protected', () => {
  for (const type of [TABLE, 'AWS::KMS::Key']) {
    for (const resource of Object.values(resourcesOf(production.payments, type))) {
      expect(resource).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    }
  }
  for (const { Properties } of Object.values(resourcesOf(production.payments, TABLE)))
    expect(Properties.DeletionProtectionEnabled).toBe(true);
});

test('production keeps queues and logs when the stack is deleted, and not when its creation is rolled back', () => {
  for (const type of ['AWS::SQS::Queue', 'AWS::Logs::LogGroup']) {
    for (const resource of Object.values(resourcesOf(production.payments, type))) {
      expect(resource).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
    }
  }
});

test('what a rollback leaves in production has no fixed name, which would stop the next deployment', () => {
  const left = Object.values<Resource>(production.payments.toJSON().Resources).filter(({ DeletionPolicy }) => DeletionPolicy === 'Retain');
  expect(left.map(({ Type }) => Type).sort()).toEqual([
    'AWS::ApiGateway::Account',
    'AWS::DynamoDB::Table',
    'AWS::DynamoDB::Table',
    'AWS::IAM::Role',
    'AWS::KMS::Key',
  ]);
  for (const { Properties } of left) expect(Object.keys(Properties).filter((property) => property.endsWith('Name'))).toEqual([]);
});

test('the runbook imports the key, both tables and whatever has a fixed name from a stack that was deleted', () => {
  const runbook = readFileSync(join(__dirname, '../../docs/runbook.md'), 'utf8');
  const mapping: unknown = JSON.parse(/```json\n([\s\S]*?)```/.exec(runbook)![1]!);
  const kept = Object.entries<Resource>(production.payments.toJSON().Resources).filter(
    ([, { Type, DeletionPolicy, Properties }]) =>
      ['AWS::KMS::Key', TABLE].includes(Type) ||
      (DeletionPolicy === 'RetainExceptOnCreate' && typeof (Properties.QueueName ?? Properties.LogGroupName) === 'string'),
  );
  const identifier: Record<string, string> = {
    'AWS::DynamoDB::Table': 'TableName',
    'AWS::KMS::Key': 'KeyId',
    'AWS::Logs::LogGroup': 'LogGroupName',
    'AWS::SQS::Queue': 'QueueUrl',
  };
  expect(mapping).toEqual(
    Object.fromEntries(kept.map(([id, { Type }]) => [id.replace(/[0-9A-F]{8}$/, '…'), { [identifier[Type]!]: '…' }])),
  );
});

test('a sandbox leaves no data behind', () => {
  for (const template of [sandbox.payments, sandbox.acquirer!]) {
    for (const type of [TABLE, 'AWS::SQS::Queue', 'AWS::Logs::LogGroup', 'AWS::SecretsManager::Secret']) {
      for (const resource of Object.values(resourcesOf(template, type))) {
        expect(resource).toMatchObject({ DeletionPolicy: 'Delete', UpdateReplacePolicy: 'Delete' });
        expect(resource.Properties.DeletionProtectionEnabled ?? false).toBe(false);
      }
    }
  }
});
