import { ArnFormat, Aspects, Duration, Stack } from 'aws-cdk-lib';
import { TableEncryption, type TableProps } from 'aws-cdk-lib/aws-dynamodb';
import { Grant, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import { QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { KEY_DELETION_WINDOW_DAYS, QUEUE_DATA_KEY_REUSE_SECONDS } from '../contract/windows';
import { tableRemovalPolicy } from './removal-policy';
import type { Stage } from './settings';

export interface EncryptionProps {
  readonly stage: Stage;
}

/**
 * What each service asks KMS for on behalf of the caller. DynamoDB's list is AWS's own with its wildcards written out.
 *
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-key-management.html
 * @see https://docs.aws.amazon.com/kms/latest/developerguide/services-dynamodb.html
 */
const ACTIONS = {
  dynamodb: [
    'kms:Decrypt',
    'kms:DescribeKey',
    'kms:Encrypt',
    'kms:GenerateDataKey',
    'kms:GenerateDataKeyWithoutPlaintext',
    'kms:ReEncryptFrom',
    'kms:ReEncryptTo',
  ],
  secretsmanager: ['kms:Decrypt'],
  sqs: ['kms:Decrypt', 'kms:GenerateDataKey'],
};

/** Encryption at rest: one customer-managed key for all data of the stack in production, AWS's own keys, which cost nothing, in a sandbox. */
export class Encryption extends Construct {
  /** @default - none: a sandbox has no key of its own */
  readonly key?: IKey;

  /** Properties of every table. */
  readonly table: Pick<TableProps, 'encryption' | 'encryptionKey'>;

  /** Properties of every queue. */
  readonly queue: Pick<QueueProps, 'encryption' | 'encryptionMasterKey' | 'dataKeyReuse'>;

  constructor(scope: Construct, id: string, props: EncryptionProps) {
    super(scope, id);
    const key = props.stage === 'production' ? this.createKey(props.stage) : undefined;
    this.key = key;
    this.table = key ? { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey: key } : { encryption: TableEncryption.DEFAULT };
    this.queue = key
      ? { encryption: QueueEncryption.KMS, encryptionMasterKey: key, dataKeyReuse: Duration.seconds(QUEUE_DATA_KEY_REUSE_SECONDS) }
      : { encryption: QueueEncryption.SQS_MANAGED };
    if (key) this.encryptLogGroups(key);
  }

  /** Use of the key through one service alone: a leaked role cannot decrypt anything by calling KMS itself. */
  grantUse(fn: LambdaFunction, service: keyof typeof ACTIONS): void {
    if (!this.key) return;
    Grant.addToPrincipal({
      grantee: fn,
      actions: ACTIONS[service],
      resourceArns: [this.key.keyArn],
      conditions: { StringEquals: { 'kms:ViaService': `${service}.${Stack.of(this).region}.amazonaws.com` } },
    });
  }

  private createKey(stage: Stage): Key {
    const stack = Stack.of(this);
    const key = new Key(this, 'Key', {
      description: 'charge-once: tables, queues, logs and alarms of payments',
      alias: stack.stackName,
      enableKeyRotation: true,
      pendingWindow: Duration.days(KEY_DELETION_WINDOW_DAYS),
      removalPolicy: tableRemovalPolicy(stage),
    });
    // https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/encrypt-log-data-kms.html
    key.addToResourcePolicy(
      new PolicyStatement({
        sid: 'LogGroupsOfThisAccount',
        principals: [new ServicePrincipal(`logs.${stack.region}.amazonaws.com`)],
        actions: ['kms:Decrypt', 'kms:Describe*', 'kms:Encrypt', 'kms:GenerateDataKey*', 'kms:ReEncrypt*'],
        resources: ['*'],
        conditions: {
          ArnLike: {
            'kms:EncryptionContext:aws:logs:arn': stack.formatArn({
              service: 'logs',
              resource: 'log-group',
              resourceName: '*',
              arnFormat: ArnFormat.COLON_RESOURCE_NAME,
            }),
          },
        },
      }),
    );
    // Without it an alarm changes state and tells nobody. No condition: SNS documents none that CloudWatch meets, and the topic's own
    // policy says whose alarms may publish. https://repost.aws/knowledge-center/cloudwatch-configure-alarm-sns
    key.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AlarmsPublish',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
        resources: ['*'],
      }),
    );
    return key;
  }

  /** Every log group of the stack, whichever construct makes it: one that is forgotten would be one in the clear. */
  private encryptLogGroups(key: Key): void {
    Aspects.of(Stack.of(this)).add({
      visit: (node) => {
        if (node instanceof CfnLogGroup) node.kmsKeyId = key.keyArn;
      },
    });
  }
}
