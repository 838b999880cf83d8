import { type Json, PRODUCTION, propertiesOf, resourcesOf, synthesize } from './app';

const { payments } = synthesize({ recovery: 'on' });
const schedule = propertiesOf(payments, 'AWS::Scheduler::Schedule', 'RecoverySchedule');

test('production recovers by itself, a sandbox only when it is told to', () => {
  const schedules = (settings: Record<string, string>) =>
    Object.keys(resourcesOf(synthesize(settings).payments, 'AWS::Scheduler::Schedule')).map((id) => id.replace(/Schedule[0-9A-F]{8}$/, ''));
  expect(schedules({})).toEqual(['Reconciliation']);
  expect(schedules({ recovery: 'on' })).toEqual(['Reconciliation', 'Recovery']);
  expect(schedules(PRODUCTION)).toEqual(['Reconciliation', 'Recovery']);
  expect(schedules({ ...PRODUCTION, recovery: 'off' })).toEqual(['Reconciliation']);
});

test('the dead-letter queue is looked at every five minutes, and a run that cannot be started is left to the next one', () => {
  expect(schedule).toMatchObject({ ScheduleExpression: 'rate(5 minutes)', State: 'ENABLED', FlexibleTimeWindow: { Mode: 'OFF' } });
  expect(schedule.Target.Arn['Fn::GetAtt'][0]).toMatch(/^RecoveryFunction/);
  expect(schedule.Target.Input).toBe('{}');
  expect(schedule.Target.RetryPolicy).toEqual({ MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 300 });
});

test('the schedule may invoke this function and nothing else', () => {
  const role = schedule.Target.RoleArn['Fn::GetAtt'][0];
  const policies = Object.values(resourcesOf(payments, 'AWS::IAM::Policy')).filter(({ Properties }) =>
    Properties.Roles.some(({ Ref }: Json) => Ref === role),
  );
  expect(policies.flatMap(({ Properties }) => Properties.PolicyDocument.Statement)).toEqual([
    { Action: 'lambda:InvokeFunction', Effect: 'Allow', Resource: { 'Fn::GetAtt': [expect.stringMatching(/^RecoveryFunction/), 'Arn'] } },
  ]);
});

test('the function knows how long a message is tried, as the queue and the worker do', () => {
  const patience = (settings: Record<string, string>, id: string) =>
    propertiesOf(synthesize(settings).payments, 'AWS::Lambda::Function', id).Environment.Variables.CHARGE_PATIENCE;
  for (const settings of [{ recovery: 'on' }, PRODUCTION]) {
    expect(patience(settings, 'RecoveryFunction')).toBe(patience(settings, 'ChargeWorkerFunction'));
  }
});

test('its function is named in an output, which operators use', () => {
  expect(payments.toJSON().Outputs.RecoverFunctionName.Value).toEqual({ Ref: expect.stringMatching(/^RecoveryFunction/) });
  expect(synthesize().payments.toJSON().Outputs).not.toHaveProperty('RecoverFunctionName');
});
