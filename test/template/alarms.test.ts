import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRODUCTION, propertiesOf, resourcesOf, synthesize } from './app';

const ALARM = 'AWS::CloudWatch::Alarm';
const { payments, acquirer } = synthesize({ recovery: 'on' });
const alarms = Object.values(resourcesOf(payments, ALARM)).map(({ Properties }) => Properties);
const named = (name: string) => alarms.find(({ AlarmName }) => AlarmName === `PaymentsStack-${name}`)!;

/** Name, threshold, datapoints of periods, and what silence means. */
const REVIEWED: [name: string, metric: string, threshold: number, datapoints: string, missingData: string][] = [
  ['api-server-errors', 'Sum of AWS/ApiGateway 5XXError', 5, '1 of 1', 'notBreaching'],
  ['charge-differs-from-ledger', 'Maximum of ChargeOnce AmountsDiffering', 1, '1 of 1', 'ignore'],
  ['charge-errors', 'Sum of AWS/Lambda Errors', 1, '2 of 3', 'notBreaching'],
  ['charge-throttles', 'Sum of AWS/Lambda Throttles', 1, '2 of 3', 'notBreaching'],
  ['charge-unknown-to-provider', 'Maximum of ChargeOnce ChargesUnknownToProvider', 1, '1 of 1', 'ignore'],
  ['dead-letter-near-retention', 'Maximum of ChargeOnce OldestDeadLetterAge', 864_000, '1 of 1', 'ignore'],
  ['dlq-not-empty', 'Maximum of AWS/SQS ApproximateNumberOfMessagesVisible', 1, '1 of 1', 'notBreaching'],
  ['double-charge-found', 'Maximum of ChargeOnce DoubleCharges', 1, '1 of 1', 'ignore'],
  ['oldest-dlq-message-near-retention', 'Maximum of AWS/SQS ApproximateAgeOfOldestMessage', 864_000, '1 of 1', 'notBreaching'],
  ['payments-dead-lettered', 'Sum of ChargeOnce DeadLettered', 1, '1 of 1', 'notBreaching'],
  ['payments-newly-overdue', 'Maximum of ChargeOnce PaymentsNewlyOverdue', 1, '1 of 1', 'notBreaching'],
  ['payments-overdue', 'Maximum of ChargeOnce PaymentsOverdue', 1, '1 of 1', 'ignore'],
  ['queue-age', 'Maximum of AWS/SQS ApproximateAgeOfOldestMessage', 900, '1 of 1', 'notBreaching'],
  ['reconciliation-behind', 'Maximum of ChargeOnce ReconciliationLag', 86_400, '1 of 1', 'ignore'],
  ['reconciliation-errors', 'Sum of AWS/Lambda Errors', 1, '1 of 1', 'notBreaching'],
  ['reconciliation-stopped', 'Sum of AWS/Lambda Invocations', 1, '1 of 1', 'breaching'],
  ['recovery-errors', 'Sum of AWS/Lambda Errors', 1, '2 of 3', 'notBreaching'],
  ['recovery-gave-up', 'Maximum of ChargeOnce RecoveryGaveUp', 1, '1 of 1', 'ignore'],
  ['recovery-stopped', 'Sum of AWS/Lambda Invocations', 1, '1 of 1', 'breaching'],
  ['refused-guard-writes', 'Sum of AWS/DynamoDB ConditionalCheckFailedRequests', 30_000, '1 of 1', 'ignore'],
  ['refused-ledger-writes', 'Sum of AWS/DynamoDB ConditionalCheckFailedRequests', 30_000, '1 of 1', 'ignore'],
];

test('the alarms are the reviewed ones, over periods of five minutes but for those that wait for a run', () => {
  const seen = alarms.map((alarm) => [
    alarm.AlarmName.replace('PaymentsStack-', ''),
    `${alarm.Statistic} of ${alarm.Namespace} ${alarm.MetricName}`,
    alarm.Threshold,
    `${alarm.DatapointsToAlarm} of ${alarm.EvaluationPeriods}`,
    alarm.TreatMissingData,
  ]);
  expect(seen.sort(([a], [b]) => a.localeCompare(b))).toEqual(REVIEWED);
  const stopped = [named('reconciliation-stopped'), named('recovery-stopped')];
  for (const alarm of alarms.filter((each) => !stopped.includes(each))) {
    expect(alarm).toMatchObject({ Period: 300, ComparisonOperator: 'GreaterThanOrEqualToThreshold' });
  }
  // No run within two intervals, or within three of the short ones, silence included.
  expect(stopped[0]).toMatchObject({ Period: 43_200, ComparisonOperator: 'LessThanThreshold' });
  expect(stopped[1]).toMatchObject({ Period: 900, ComparisonOperator: 'LessThanThreshold' });
});

test.each([
  ['dlq-not-empty', 'QueueName', 'ChargeQueueDeadLetterQueue'],
  ['oldest-dlq-message-near-retention', 'QueueName', 'ChargeQueueDeadLetterQueue'],
  ['queue-age', 'QueueName', 'ChargeQueue'],
  ['charge-errors', 'FunctionName', 'ChargeWorkerFunction'],
  ['charge-throttles', 'FunctionName', 'ChargeWorkerFunction'],
  ['reconciliation-errors', 'FunctionName', 'ReconciliationFunction'],
  ['reconciliation-stopped', 'FunctionName', 'ReconciliationFunction'],
  ['recovery-errors', 'FunctionName', 'RecoveryFunction'],
  ['recovery-stopped', 'FunctionName', 'RecoveryFunction'],
  ['refused-guard-writes', 'TableName', 'GuardTable'],
  ['refused-ledger-writes', 'TableName', 'PaymentsTable'],
])('%s watches the %s of %s', (name, dimension, id) => {
  const [{ Name, Value }] = named(name).Dimensions;
  expect(Name).toBe(dimension);
  expect(Value.Ref ?? Value['Fn::GetAtt'][0]).toMatch(new RegExp(`^${id}[0-9A-F]{8}$`));
});

test('the alarms of the reconciliation watch the metrics that its function prints', () => {
  for (const name of [
    'double-charge-found',
    'charge-unknown-to-provider',
    'charge-differs-from-ledger',
    'payments-newly-overdue',
    'payments-overdue',
    'reconciliation-behind',
  ]) {
    expect(named(name).Dimensions).toEqual([{ Name: 'service', Value: 'reconcile' }]);
  }
});

test('the alarms of the recovery watch the metrics that its function prints', () => {
  for (const name of ['recovery-gave-up', 'dead-letter-near-retention']) {
    expect(named(name).Dimensions).toEqual([{ Name: 'service', Value: 'recover' }]);
  }
});

test('the API is told apart from others of the account by the name of its stack', () => {
  expect(named('api-server-errors').Dimensions[0]).toEqual({ Name: 'ApiName', Value: 'PaymentsStack' });
  expect(propertiesOf(payments, 'AWS::ApiGateway::RestApi', 'PaymentsApiRestApi').Name).toBe('PaymentsStack');
  expect(propertiesOf(acquirer!, 'AWS::ApiGateway::RestApi', 'AcquirerApi').Name).toBe('AcquirerStack');
});

describe('the topic', () => {
  const topics = resourcesOf(payments, 'AWS::SNS::Topic');
  const [topic] = Object.keys(topics);
  const policy = Object.values(resourcesOf(payments, 'AWS::SNS::TopicPolicy'))[0]!.Properties.PolicyDocument;

  test('is one, and every alarm is published to it', () => {
    expect(Object.keys(topics)).toHaveLength(1);
    for (const { AlarmActions } of alarms) expect(AlarmActions).toEqual([{ Ref: topic }]);
    expect(payments.toJSON().Outputs.AlarmTopicArn.Value).toEqual({ Ref: topic });
  });

  test('lets the alarms of this account publish, and nobody without TLS', () => {
    expect(policy.Statement).toHaveLength(2);
    expect(policy.Statement).toContainEqual(
      expect.objectContaining({ Effect: 'Deny', Action: 'sns:Publish', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    );
    expect(policy.Statement).toContainEqual({
      Sid: 'AlarmsOfThisAccount',
      Effect: 'Allow',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Action: 'sns:Publish',
      Resource: { Ref: topic },
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    });
  });

  test('sends e-mail when the setting names an address, and none otherwise', () => {
    expect(resourcesOf(payments, 'AWS::SNS::Subscription')).toEqual({});
    const subscriptions = resourcesOf(synthesize({ alarmEmail: 'payments@example.com' }).payments, 'AWS::SNS::Subscription');
    expect(Object.values(subscriptions).map(({ Properties }) => Properties)).toEqual([
      { Protocol: 'email', Endpoint: 'payments@example.com', TopicArn: { Ref: topic } },
    ]);
  });

  test("is encrypted in production under the stack's key, which the default key of SNS would not let an alarm use", () => {
    const { KmsMasterKeyId } = propertiesOf(synthesize(PRODUCTION).payments, 'AWS::SNS::Topic', 'AlarmsTopic');
    expect(JSON.stringify(KmsMasterKeyId)).toContain('EncryptionKey');
  });
});

describe('docs/runbook.md', () => {
  const runbook = readFileSync(join(__dirname, '../../docs/runbook.md'), 'utf8');
  /** As GitHub makes an anchor of a heading. */
  const anchorsIn = (text: string): string[] =>
    [...text.matchAll(/^##+ (.+)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replace(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-'),
    );
  const anchors = anchorsIn(runbook.slice(runbook.indexOf('\n## Alarms\n'))).slice(1);

  test('has a heading for every alarm, and every heading has an alarm', () => {
    const linked = alarms.map(({ AlarmDescription }) => /docs\/runbook\.md#([a-z-]+)$/.exec(AlarmDescription)?.[1]);
    expect(linked).toHaveLength(anchors.length);
    expect(new Set(linked)).toEqual(new Set(anchors));
  });

  test.each(alarms.map(({ AlarmName, AlarmDescription }) => [AlarmName, AlarmDescription]))(
    '%s says what it means in a sentence',
    (_, text) => {
      expect(text).toMatch(/^[A-Z].{30,}\. What to do: docs\/runbook\.md#[a-z-]+$/);
    },
  );

  test('has no link to a heading that is not there', () => {
    const headings = new Set(anchorsIn(runbook));
    const links = [...runbook.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor!);
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((anchor) => !headings.has(anchor))).toEqual([]);
  });
});
