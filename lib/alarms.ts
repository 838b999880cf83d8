import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, type TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { ALARM_PERIOD_SECONDS, ALARM_PERIODS_BREACHING, ALARM_PERIODS_WATCHED } from '../contract/windows';
import type { Encryption } from './encryption';

export interface AlarmsProps {
  readonly encryption: Encryption;

  /**
   * Who is told by e-mail. Amazon SNS asks the address for its consent first.
   *
   * @default - nobody, until something subscribes to the topic
   */
  readonly email?: string;
}

export interface AlarmDefinition {
  /** What it means, for whoever is woken by it. */
  readonly meaning: string;

  readonly metric: IMetric;

  /** Least value that is an alarm; with `isFloor`, the least that is none. */
  readonly threshold: number;

  /**
   * Whether too little is the alarm, as of runs that must take place.
   *
   * @default false
   */
  readonly isFloor?: boolean;

  /** Required: by default an alarm without data would change to INSUFFICIENT_DATA, which tells nobody anything. */
  readonly missingData: TreatMissingData;

  /**
   * Whether one bad period is borne: the alarm then needs two of three.
   *
   * @default false
   */
  readonly toleratesOnePeriod?: boolean;
}

/** The alarms of a stack and the topic that they are published to. Each construct adds those that watch its own resources. */
export class Alarms extends Construct {
  readonly topic: Topic;
  readonly all: Alarm[] = [];

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    this.topic = new Topic(this, 'Topic', { enforceSSL: true, masterKey: props.encryption.key });
    this.letAlarmsPublish();
    if (props.email !== undefined) {
      Validations.of(this.topic.addSubscription(new EmailSubscription(props.email))).acknowledge({
        id: 'Serverless-SNSRedrivePolicy',
        reason: 'Amazon SNS repeats a mail for hours, and a mail that is lost takes nothing with it: the alarm keeps its state.',
      });
    }
  }

  /** `id` also names the alarm and, in the same words, its heading in docs/runbook.md: `DlqNotEmpty` is found under "DLQ not empty". */
  add(scope: Construct, id: string, definition: AlarmDefinition): void {
    const { meaning, metric, threshold, missingData, isFloor = false, toleratesOnePeriod = false } = definition;
    const name = id.replace(/\B(?=[A-Z])/g, '-').toLowerCase();
    const alarm = new Alarm(scope, id, {
      alarmName: `${Stack.of(this).stackName}-${name}`,
      alarmDescription: `${meaning} What to do: docs/runbook.md#${name}`,
      metric,
      threshold,
      comparisonOperator: isFloor ? ComparisonOperator.LESS_THAN_THRESHOLD : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: toleratesOnePeriod ? ALARM_PERIODS_WATCHED : 1,
      datapointsToAlarm: toleratesOnePeriod ? ALARM_PERIODS_BREACHING : 1,
      treatMissingData: missingData,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
    this.all.push(alarm);
  }

  /**
   * A topic with a policy of its own has lost the default one, which let the account's alarms publish.
   *
   * @see https://docs.aws.amazon.com/sns/latest/dg/sns-access-policy-use-cases.html
   */
  private letAlarmsPublish(): void {
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AlarmsOfThisAccount',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
  }
}

/** The period of every alarm and graph. */
export const ALARM_PERIOD = Duration.seconds(ALARM_PERIOD_SECONDS);
