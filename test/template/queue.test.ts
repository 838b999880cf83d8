import { PRODUCTION, propertiesOf, resourcesOf, synthesize } from './app';

const QUEUE = 'AWS::SQS::Queue';
const { payments } = synthesize();
const main = propertiesOf(payments, QUEUE, 'ChargeQueue');
const deadLetters = propertiesOf(payments, QUEUE, 'ChargeQueueDeadLetterQueue');
const charge = propertiesOf(payments, 'AWS::Lambda::Function', 'ChargeWorkerFunction');
const mapping = Object.values(resourcesOf(payments, 'AWS::Lambda::EventSourceMapping'))[0]!.Properties;

describe('charge queue', () => {
  test('hides a message for six time-outs of the function', () => {
    expect(charge.Timeout).toBe(30);
    expect(main.VisibilityTimeout).toBe(180);
  });

  test('gives a message five receives before it moves to the dead-letter queue', () => {
    expect(main.RedrivePolicy.maxReceiveCount).toBe(5);
    expect(main.RedrivePolicy.deadLetterTargetArn).toEqual({ 'Fn::GetAtt': [expect.stringMatching(/^ChargeQueueDeadLetterQueue/), 'Arn'] });
  });

  test.each<{ settings: Record<string, string>; patience: string; receives: number }>([
    { settings: {}, patience: 'short', receives: 5 },
    { settings: { patience: 'hour' }, patience: 'hour', receives: 21 },
    { settings: PRODUCTION, patience: 'hour', receives: 21 },
    { settings: { ...PRODUCTION, patience: 'short' }, patience: 'short', receives: 5 },
  ])('$settings: the queue gives $receives receives, and its worker knows the patience', ({ settings, patience, receives }) => {
    const { payments: template } = synthesize(settings);
    expect(propertiesOf(template, QUEUE, 'ChargeQueue').RedrivePolicy.maxReceiveCount).toBe(receives);
    const { Variables } = propertiesOf(template, 'AWS::Lambda::Function', 'ChargeWorkerFunction').Environment;
    expect(Variables.CHARGE_PATIENCE).toBe(patience);
  });

  test('keeps messages for 4 days, the dead-letter queue for 14', () => {
    expect(main.MessageRetentionPeriod).toBe(345_600);
    expect(deadLetters.MessageRetentionPeriod).toBe(1_209_600);
  });

  test.each([
    ['main queue', main],
    ['dead-letter queue', deadLetters],
  ])('%s is a high-throughput FIFO queue, encrypted, deduplicated by the sender', (_name, queue) => {
    expect(queue).toMatchObject({
      FifoQueue: true,
      DeduplicationScope: 'messageGroup',
      FifoThroughputLimit: 'perMessageGroupId',
      ContentBasedDeduplication: false,
      SqsManagedSseEnabled: true,
    });
  });

  test('the dead-letter queue takes messages from the main queue alone', () => {
    expect(main.QueueName).toBe('PaymentsStack-charge.fifo');
    expect(deadLetters.RedriveAllowPolicy).toEqual({
      redrivePermission: 'byQueue',
      sourceQueueArns: [
        {
          'Fn::Join': [
            '',
            [
              'arn:',
              { Ref: 'AWS::Partition' },
              ':sqs:',
              { Ref: 'AWS::Region' },
              ':',
              { Ref: 'AWS::AccountId' },
              ':PaymentsStack-charge.fifo',
            ],
          ],
        },
      ],
    });
  });

  test('both refuse calls without TLS', () => {
    const policies = Object.values(resourcesOf(payments, 'AWS::SQS::QueuePolicy')).map(
      ({ Properties }) => Properties.PolicyDocument.Statement,
    );
    expect(policies).toHaveLength(2);
    for (const [statement] of policies) {
      expect(statement).toMatchObject({ Effect: 'Deny', Action: 'sqs:*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } });
    }
  });
});

describe('event source mapping', () => {
  test('hands over at most 10 messages and takes back the failed ones alone', () => {
    expect(mapping.BatchSize).toBe(10);
    expect(mapping.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
  });

  test('has no batching window, which a FIFO queue refuses', () => {
    expect(mapping).not.toHaveProperty('MaximumBatchingWindowInSeconds');
  });

  test('limits concurrency itself; no function reserves it, which would throttle pollers and use up receives', () => {
    expect(mapping.ScalingConfig).toEqual({ MaximumConcurrency: 10 });
    for (const { Properties } of Object.values(resourcesOf(payments, 'AWS::Lambda::Function'))) {
      expect(Properties).not.toHaveProperty('ReservedConcurrentExecutions');
    }
  });

  test('reads the main queue', () => {
    expect(mapping.EventSourceArn).toEqual({ 'Fn::GetAtt': [expect.stringMatching(/^ChargeQueue[0-9A-F]{8}$/), 'Arn'] });
  });
});

test('asynchronous invocations keep the two retries of Lambda', () => {
  expect(resourcesOf(payments, 'AWS::Lambda::EventInvokeConfig')).toEqual({});
});
