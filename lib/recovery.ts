import { Duration } from 'aws-cdk-lib';
import { Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Schedule, ScheduleExpression, ScheduleTargetInput } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { Construct } from 'constructs';
import { METRIC } from '../contract/names';
import {
  DLQ_ALARM_AGE_SECONDS,
  RECOVERY_ALARM_ERRORS,
  RECOVERY_ALARM_GIVEN_UP,
  RECOVERY_ALARM_SILENCE_SECONDS,
  RECOVERY_INTERVAL_SECONDS,
  RECOVERY_TIMEOUT_SECONDS,
} from '../contract/windows';
import { ALARM_PERIOD, type Alarms } from './alarms';
import type { ChargeQueue } from './charge-queue';
import { paymentMetric } from './payment-metric';
import type { PaymentsTable } from './payments-table';
import { scheduleRole } from './schedule-role';
import { ServiceFunction } from './service-function';
import type { Stage } from './settings';

export interface RecoveryProps {
  readonly stage: Stage;
  readonly payments: PaymentsTable;
  readonly queue: ChargeQueue;
  readonly alarms: Alarms;
}

/**
 * Sends back, on a schedule, what lies in the dead-letter queue because the worker or the provider was broken. It has no key of the provider: the
 * one payment that it tries first tells whether the provider works again.
 */
export class Recovery extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, props: RecoveryProps) {
    super(scope, id);
    this.function = new ServiceFunction(this, 'Function', {
      folder: 'recover',
      description: 'Sends dead-lettered payments back once the provider and the worker work again; charges nobody itself',
      timeoutSeconds: RECOVERY_TIMEOUT_SECONDS,
      stage: props.stage,
    });
    props.payments.grantRecover(this.function);
    props.queue.grantRecover(this.function);

    new Schedule(this, 'Schedule', {
      description: 'Starts the recovery of the dead-letter queue',
      schedule: ScheduleExpression.rate(Duration.seconds(RECOVERY_INTERVAL_SECONDS)),
      // Neither tries nor a dead-letter queue: the next run comes sooner than either would help.
      target: new LambdaInvoke(this.function, {
        role: scheduleRole(this, this.function),
        input: ScheduleTargetInput.fromObject({}),
        retryAttempts: 0,
        maxEventAge: Duration.seconds(RECOVERY_INTERVAL_SECONDS),
      }),
    });
    this.watch(props.alarms);
  }

  private watch(alarms: Alarms): void {
    // What the last look has found stays true until the next one.
    const found = { missingData: TreatMissingData.IGNORE };
    alarms.add(this, 'RecoveryGaveUp', {
      ...found,
      meaning: 'Payments came back to the dead-letter queue again and again while others were charged. They wait for a person.',
      metric: paymentMetric(METRIC.recoveryGaveUp, 'recover', Stats.MAXIMUM),
      threshold: RECOVERY_ALARM_GIVEN_UP,
    });
    // Its looks may keep SQS from telling the age itself.
    alarms.add(this, 'DeadLetterNearRetention', {
      ...found,
      meaning: 'The recovery sees a message in the dead-letter queue that SQS will soon delete, and nothing brings it back.',
      metric: paymentMetric(METRIC.oldestDeadLetterAge, 'recover', Stats.MAXIMUM),
      threshold: DLQ_ALARM_AGE_SECONDS,
    });
    alarms.add(this, 'RecoveryStopped', {
      meaning: 'The recovery has not been started for three intervals. What lies in the dead-letter queue waits for a person.',
      metric: this.function.metricInvocations({ period: Duration.seconds(RECOVERY_ALARM_SILENCE_SECONDS) }),
      threshold: 1,
      isFloor: true,
      missingData: TreatMissingData.BREACHING,
    });
    alarms.add(this, 'RecoveryErrors', {
      meaning: 'The recovery fails again and again. What lies in the dead-letter queue waits for a person.',
      metric: this.function.metricErrors({ period: ALARM_PERIOD }),
      threshold: RECOVERY_ALARM_ERRORS,
      missingData: TreatMissingData.NOT_BREACHING,
      toleratesOnePeriod: true,
    });
  }
}
