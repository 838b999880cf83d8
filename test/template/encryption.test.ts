import { type Json, PRODUCTION, propertiesOf, resourcesOf, synthesize } from './app';

const production = synthesize(PRODUCTION).payments;
const sandbox = synthesize();

const [keyId] = Object.keys(resourcesOf(production, 'AWS::KMS::Key')) as [string];
const KEY_ARN = { 'Fn::GetAtt': [keyId, 'Arn'] };
const all = (type: string, template = production) => Object.values(resourcesOf(template, type)).map(({ Properties }) => Properties);

describe('production', () => {
  const key = resourcesOf(production, 'AWS::KMS::Key')[keyId]!;

  test('has one key of its own, rotated every year, kept with the data, and lost a month after it was asked for at the earliest', () => {
    expect(Object.keys(resourcesOf(production, 'AWS::KMS::Key'))).toHaveLength(1);
    expect(key).toMatchObject({
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: { EnableKeyRotation: true, PendingWindowInDays: 30 },
    });
    expect(all('AWS::KMS::Alias')).toEqual([{ AliasName: 'alias/PaymentsStack-production', TargetKeyId: KEY_ARN }]);
  });

  test('encrypts every table, queue, log group and topic with it', () => {
    const tables = all('AWS::DynamoDB::Table');
    const queues = all('AWS::SQS::Queue');
    const logGroups = all('AWS::Logs::LogGroup');
    expect([tables.length, queues.length, logGroups.length > 5]).toEqual([2, 2, true]);
    for (const { SSESpecification } of tables)
      expect(SSESpecification).toEqual({ SSEEnabled: true, SSEType: 'KMS', KMSMasterKeyId: KEY_ARN });
    for (const { KmsMasterKeyId, KmsDataKeyReusePeriodSeconds } of queues) {
      expect({ KmsMasterKeyId, KmsDataKeyReusePeriodSeconds }).toEqual({ KmsMasterKeyId: KEY_ARN, KmsDataKeyReusePeriodSeconds: 300 });
    }
    for (const { KmsKeyId } of logGroups) expect(KmsKeyId).toEqual(KEY_ARN);
    for (const { KmsMasterKeyId } of all('AWS::SNS::Topic')) expect(KmsMasterKeyId).toEqual(KEY_ARN);
  });

  test('lets the account manage the key, CloudWatch Logs use it for log groups of this account, and alarms publish', () => {
    const statements = key.Properties.KeyPolicy.Statement as [Json, Json, Json];
    expect(statements.map(({ Sid, Principal }) => [Sid, Object.keys(Principal)])).toEqual([
      [undefined, ['AWS']],
      ['LogGroupsOfThisAccount', ['Service']],
      ['AlarmsPublish', ['Service']],
    ]);
    expect(JSON.stringify(statements[0])).toContain(':root');
    expect(statements[1].Condition.ArnLike['kms:EncryptionContext:aws:logs:arn']['Fn::Join'][1]).toEqual(
      expect.arrayContaining([{ Ref: 'AWS::AccountId' }, ':log-group:*']),
    );
    expect(statements[2]).toMatchObject({
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Action: ['kms:Decrypt', 'kms:GenerateDataKey*'],
    });
  });

  test('no function may use the key but through DynamoDB, SQS or Secrets Manager', () => {
    const statements = all('AWS::IAM::Policy').flatMap(({ PolicyDocument }) => PolicyDocument.Statement as Json[]);
    const uses = statements.filter(({ Action }) => JSON.stringify(Action).includes('kms:'));
    expect(uses.length).toBeGreaterThan(6);
    for (const { Resource, Condition } of uses) {
      expect(Resource).toEqual(KEY_ARN);
      expect(JSON.stringify(Condition.StringEquals['kms:ViaService'])).toMatch(/"(dynamodb|secretsmanager|sqs)\./);
    }
  });

  test('a function may use it through the services that it may use, all of them and no other', () => {
    const policies = Object.entries(resourcesOf(production, 'AWS::IAM::Policy')).filter(
      ([id]) => id.includes('FunctionRole') || id.includes('Payment'),
    );
    expect(policies).toHaveLength(6);
    for (const [id, { Properties }] of policies) {
      const statements = Properties.PolicyDocument.Statement as { Action: string | string[]; Condition?: Json }[];
      const used = statements.flatMap(({ Action }) => [Action].flat().map((action) => action.split(':')[0]!));
      const via = statements.flatMap(({ Condition }) => Condition?.StringEquals?.['kms:ViaService']?.['Fn::Join'][1][0].slice(0, -1) ?? []);
      expect([id, new Set(via)]).toEqual([id, new Set(['dynamodb', 'secretsmanager', 'sqs'].filter((service) => used.includes(service)))]);
    }
  });

  test('who sends to a queue or takes from it may have its data keys', () => {
    const { Statement } = propertiesOf(production, 'AWS::IAM::Policy', 'ChargeWorkerFunctionRoleDefaultPolicy').PolicyDocument;
    const sqs = (Statement as Json[]).find(({ Condition }) => JSON.stringify(Condition ?? '').includes('"sqs.'));
    expect(sqs?.Action).toEqual(['kms:Decrypt', 'kms:GenerateDataKey']);
  });
});

describe('a sandbox', () => {
  test('pays for no key: AWS encrypts tables and queues with its own', () => {
    for (const template of [sandbox.payments, sandbox.acquirer!]) {
      expect(all('AWS::KMS::Key', template)).toEqual([]);
      for (const table of all('AWS::DynamoDB::Table', template)) expect(table.SSESpecification?.SSEEnabled ?? false).toBe(false);
      for (const queue of all('AWS::SQS::Queue', template)) expect(queue.SqsManagedSseEnabled).toBe(true);
      for (const group of all('AWS::Logs::LogGroup', template)) expect(group).not.toHaveProperty('KmsKeyId');
    }
    expect(JSON.stringify(sandbox.payments.toJSON())).not.toContain('kms:');
  });
});
