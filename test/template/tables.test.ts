import { PRODUCTION, propertiesOf, resourcesOf, synthesize } from './app';

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

test('production keeps tables, queues and logs when the stack is deleted, and protects the tables', () => {
  for (const type of [TABLE, 'AWS::SQS::Queue', 'AWS::Logs::LogGroup']) {
    for (const resource of Object.values(resourcesOf(production.payments, type))) {
      expect(resource).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    }
  }
  for (const { Properties } of Object.values(resourcesOf(production.payments, TABLE)))
    expect(Properties.DeletionProtectionEnabled).toBe(true);
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
