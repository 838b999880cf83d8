import { ArnFormat, Duration, Stack, Validations } from 'aws-cdk-lib';
import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { DeduplicationScope, FifoThroughputLimit, Queue, type QueueProps, RedrivePermission } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ENV } from '../contract/names';
import { PATIENCE, type PatienceName } from '../contract/patience';
import {
  DLQ_ALARM_AGE_SECONDS,
  DLQ_ALARM_MESSAGES,
  DLQ_RETENTION_SECONDS,
  QUEUE_ALARM_AGE_SECONDS,
  QUEUE_RETENTION_SECONDS,
  VISIBILITY_SECONDS,
} from '../contract/windows';
import { ALARM_PERIOD, type Alarms } from './alarms';
import type { Encryption } from './encryption';
import { removalPolicy } from './removal-policy';
import type { Stage } from './settings';

export interface ChargeQueueProps {
  readonly stage: Stage;
  readonly encryption: Encryption;
  readonly alarms: Alarms;

  /** How long a payment is retried before its message goes to the dead-letter queue. */
  readonly patience: PatienceName;
}

/** Both attributes must be there at creation: SQS accepts them later, but the throughput may stay as it was. */
const HIGH_THROUGHPUT: QueueProps = {
  deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
  fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
};

/** The FIFO queue between API and worker, one message group per order, and the dead-letter queue of what could not be charged. */
export class ChargeQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetterQueue: Queue;
  private readonly encryption: Encryption;
  private readonly patience: PatienceName;

  constructor(scope: Construct, id: string, props: ChargeQueueProps) {
    super(scope, id);
    this.encryption = props.encryption;
    this.patience = props.patience;
    const queueProps: QueueProps = {
      ...HIGH_THROUGHPUT,
      fifo: true,
      // Senders name the deduplication id: two different sends of one event need not have the same bytes.
      contentBasedDeduplication: false,
      ...props.encryption.queue,
      enforceSSL: true,
      removalPolicy: removalPolicy(props.stage),
    };

    // Each queue's policy names the other. A fixed name lets the dead-letter queue know the ARN of a queue that is not created yet.
    const { stackName } = Stack.of(this);
    const queueName = `${stackName}-charge.fifo`;
    const queueArn = Stack.of(this).formatArn({ service: 'sqs', resource: queueName, arnFormat: ArnFormat.NO_RESOURCE_NAME });

    this.deadLetterQueue = new Queue(this, 'DeadLetterQueue', {
      ...queueProps,
      queueName: `${stackName}-charge-dlq.fifo`,
      retentionPeriod: Duration.seconds(DLQ_RETENTION_SECONDS),
      redriveAllowPolicy: {
        redrivePermission: RedrivePermission.BY_QUEUE,
        sourceQueues: [Queue.fromQueueArn(this, 'Source', queueArn)],
      },
    });
    Validations.of(this.deadLetterQueue).acknowledge({
      id: 'Serverless-SQSRedrivePolicy',
      reason: 'This is the dead-letter queue itself: what fails here stays until an operator decides.',
    });
    this.queue = new Queue(this, 'Queue', {
      ...queueProps,
      queueName,
      visibilityTimeout: Duration.seconds(VISIBILITY_SECONDS),
      retentionPeriod: Duration.seconds(QUEUE_RETENTION_SECONDS),
      deadLetterQueue: { queue: this.deadLetterQueue, maxReceiveCount: PATIENCE[props.patience].receives },
    });
    this.watch(props.alarms);
  }

  grantSend(fn: LambdaFunction): void {
    this.grant(fn, this.queue, 'sqs:SendMessage');
    fn.addEnvironment(ENV.chargeQueueUrl, this.queue.queueUrl);
  }

  /** Send again what was never delivered, unless the queue is only behind. */
  grantResend(fn: LambdaFunction): void {
    this.grantSend(fn);
    this.grant(fn, this.queue, 'sqs:GetQueueAttributes');
  }

  /** Consume as an event source mapping does, and choose when a failed message comes back. */
  grantConsume(fn: LambdaFunction): void {
    this.grant(fn, this.queue, 'sqs:ChangeMessageVisibility', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage');
    fn.addEnvironment(ENV.chargeQueueUrl, this.queue.queueUrl);
    fn.addEnvironment(ENV.patience, this.patience);
  }

  /**
   * Look into the dead-letter queue and move messages back. SQS checks the rights of whoever starts a move task: receiving and
   * deleting on the source, sending on the destination. `ChangeMessageVisibility` lets a preview release what it looked at.
   *
   * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-configure-dead-letter-queue-redrive.html
   */
  grantRedrive(fn: LambdaFunction): void {
    this.grant(
      fn,
      this.deadLetterQueue,
      'sqs:CancelMessageMoveTask',
      'sqs:ChangeMessageVisibility',
      'sqs:DeleteMessage',
      'sqs:GetQueueAttributes',
      'sqs:ListMessageMoveTasks',
      'sqs:ReceiveMessage',
      'sqs:StartMessageMoveTask',
    );
    this.grant(fn, this.queue, 'sqs:SendMessage');
    this.nameQueues(fn);
  }

  /** Look into the dead-letter queue and send copies of single messages back; knows how long they are tried, and starts no move. */
  grantRecover(fn: LambdaFunction): void {
    this.grant(
      fn,
      this.deadLetterQueue,
      'sqs:ChangeMessageVisibility',
      'sqs:DeleteMessage',
      'sqs:ListMessageMoveTasks',
      'sqs:ReceiveMessage',
    );
    this.grant(fn, this.queue, 'sqs:SendMessage');
    this.nameQueues(fn);
    fn.addEnvironment(ENV.patience, this.patience);
  }

  private nameQueues(fn: LambdaFunction): void {
    fn.addEnvironment(ENV.chargeQueueUrl, this.queue.queueUrl);
    fn.addEnvironment(ENV.chargeQueueArn, this.queue.queueArn);
    fn.addEnvironment(ENV.chargeDlqUrl, this.deadLetterQueue.queueUrl);
    fn.addEnvironment(ENV.chargeDlqArn, this.deadLetterQueue.queueArn);
  }

  /** A queue that nobody used for six hours reports nothing, and one with messages always does: silence is an empty queue. */
  private watch(alarms: Alarms): void {
    const missingData = TreatMissingData.NOT_BREACHING;
    alarms.add(this, 'DlqNotEmpty', {
      meaning: 'Payments could not be charged as often as they were delivered, and wait in the dead-letter queue.',
      metric: this.deadLetterQueue.metricApproximateNumberOfMessagesVisible({ period: ALARM_PERIOD }),
      threshold: DLQ_ALARM_MESSAGES,
      missingData,
    });
    alarms.add(this, 'OldestDlqMessageNearRetention', {
      meaning: 'SQS will soon delete the oldest payments of the dead-letter queue, and then only the ledger knows of them.',
      metric: this.deadLetterQueue.metricApproximateAgeOfOldestMessage({ period: ALARM_PERIOD }),
      threshold: DLQ_ALARM_AGE_SECONDS,
      missingData,
    });
    alarms.add(this, 'QueueAge', {
      meaning: 'Payments wait in the queue for a quarter of an hour: the provider fails, nothing consumes the queue, or not fast enough.',
      metric: this.queue.metricApproximateAgeOfOldestMessage({ period: ALARM_PERIOD }),
      threshold: QUEUE_ALARM_AGE_SECONDS,
      missingData,
    });
  }

  private grant(fn: LambdaFunction, queue: Queue, ...actions: string[]): void {
    queue.grant(fn, ...actions);
    this.encryption.grantUse(fn, 'sqs');
  }
}
