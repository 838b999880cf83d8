import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { DeduplicationScope, FifoThroughputLimit, Queue, QueueEncryption, type QueueProps, RedrivePermission } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ENV } from '../functions/shared/names';
import { removalPolicy } from './removal-policy';
import type { Stage } from './settings';
import { DLQ_RETENTION_SECONDS, MAX_RECEIVES, QUEUE_RETENTION_SECONDS, VISIBILITY_SECONDS } from './windows';

export interface ChargeQueueProps {
  readonly stage: Stage;
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

  constructor(scope: Construct, id: string, props: ChargeQueueProps) {
    super(scope, id);
    const queueProps: QueueProps = {
      ...HIGH_THROUGHPUT,
      fifo: true,
      // Senders name the deduplication id: two different sends of one event need not have the same bytes.
      contentBasedDeduplication: false,
      encryption: QueueEncryption.SQS_MANAGED,
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
    this.queue = new Queue(this, 'Queue', {
      ...queueProps,
      queueName,
      visibilityTimeout: Duration.seconds(VISIBILITY_SECONDS),
      retentionPeriod: Duration.seconds(QUEUE_RETENTION_SECONDS),
      deadLetterQueue: { queue: this.deadLetterQueue, maxReceiveCount: MAX_RECEIVES },
    });
  }

  grantSend(fn: LambdaFunction): void {
    this.queue.grant(fn, 'sqs:SendMessage');
    fn.addEnvironment(ENV.chargeQueueUrl, this.queue.queueUrl);
  }

  /** Consume as an event source mapping does, and choose when a failed message comes back. */
  grantConsume(fn: LambdaFunction): void {
    this.queue.grant(fn, 'sqs:ChangeMessageVisibility', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage');
    fn.addEnvironment(ENV.chargeQueueUrl, this.queue.queueUrl);
  }

  /**
   * Look into the dead-letter queue and move messages back. SQS checks the rights of whoever starts a move task: receiving and
   * deleting on the source, sending on the destination. `ChangeMessageVisibility` lets a preview release what it looked at.
   *
   * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-configure-dead-letter-queue-redrive.html
   */
  grantRedrive(fn: LambdaFunction): void {
    this.deadLetterQueue.grant(
      fn,
      'sqs:CancelMessageMoveTask',
      'sqs:ChangeMessageVisibility',
      'sqs:DeleteMessage',
      'sqs:GetQueueAttributes',
      'sqs:ListMessageMoveTasks',
      'sqs:ReceiveMessage',
      'sqs:StartMessageMoveTask',
    );
    this.queue.grant(fn, 'sqs:SendMessage');
    fn.addEnvironment(ENV.chargeQueueUrl, this.queue.queueUrl);
    fn.addEnvironment(ENV.chargeQueueArn, this.queue.queueArn);
    fn.addEnvironment(ENV.chargeDlqUrl, this.deadLetterQueue.queueUrl);
    fn.addEnvironment(ENV.chargeDlqArn, this.deadLetterQueue.queueArn);
  }
}
