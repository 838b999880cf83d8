import { type Json, PRODUCTION, propertiesOf, resourcesOf, synthesize } from './app';

const { payments } = synthesize();
const schedule = propertiesOf(payments, 'AWS::Scheduler::Schedule', 'ReconciliationSchedule');

test('ledger and provider are compared every six hours', () => {
  expect(schedule).toMatchObject({ ScheduleExpression: 'rate(6 hours)', State: 'ENABLED', FlexibleTimeWindow: { Mode: 'OFF' } });
  expect(schedule.Target.Arn['Fn::GetAtt'][0]).toMatch(/^ReconciliationFunction/);
  expect(schedule.Target.Input).toBe('{}');
});

test('a run that cannot be started is tried for an hour and then left to the next one, without a dead-letter queue', () => {
  expect(schedule.Target.RetryPolicy).toEqual({ MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 3600 });
  expect(schedule.Target).not.toHaveProperty('DeadLetterConfig');
});

test('the schedule may invoke this function and nothing else, and only the scheduler of this account may be it', () => {
  const role = schedule.Target.RoleArn['Fn::GetAtt'][0];
  const policies = Object.values(resourcesOf(payments, 'AWS::IAM::Policy')).filter(({ Properties }) =>
    Properties.Roles.some(({ Ref }: Json) => Ref === role),
  );
  expect(policies.flatMap(({ Properties }) => Properties.PolicyDocument.Statement)).toEqual([
    {
      Action: 'lambda:InvokeFunction',
      Effect: 'Allow',
      Resource: { 'Fn::GetAtt': [expect.stringMatching(/^ReconciliationFunction/), 'Arn'] },
    },
  ]);
  const [trust] = payments.toJSON().Resources[role].Properties.AssumeRolePolicyDocument.Statement;
  expect(trust).toMatchObject({
    Principal: { Service: 'scheduler.amazonaws.com' },
    Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
  });
  expect(JSON.stringify(trust.Condition.StringEquals['aws:SourceArn'])).toContain(':schedule-group/default');
});

test('the function may put the report and no other item into the ledger', () => {
  const statements = Object.entries(resourcesOf(payments, 'AWS::IAM::Policy'))
    .filter(([id]) => id.startsWith('ReconciliationFunctionRole'))
    .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement as Json[]);
  const puts = statements.filter(({ Action }) => [Action].flat().includes('dynamodb:PutItem'));
  expect(puts).toEqual([
    expect.objectContaining({ Condition: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['reconciliation#report'] } } }),
  ]);
});

test('in production it asks Stripe itself, as the charge function does', () => {
  const variables = (id: string) => propertiesOf(synthesize(PRODUCTION).payments, 'AWS::Lambda::Function', id).Environment.Variables;
  expect(variables('ReconciliationFunction')).not.toHaveProperty('PROVIDER_URL');
  expect(variables('ReconciliationFunction').PROVIDER_SECRET_ARN).toEqual(variables('ChargeWorkerFunction').PROVIDER_SECRET_ARN);
});
