import { Duration } from 'aws-cdk-lib';
import { Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Schedule, ScheduleExpression, ScheduleTargetInput } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { Construct } from 'constructs';
import { METRIC } from '../contract/names';
import {
  CONTRADICTION_ALARM_CHARGES,
  OVERDUE_ALARM_PAYMENTS,
  RECONCILE_ALARM_ERRORS,
  RECONCILE_ALARM_LAG_SECONDS,
  RECONCILE_ALARM_SILENCE_SECONDS,
  RECONCILE_INTERVAL_SECONDS,
  RECONCILE_TIMEOUT_SECONDS,
  SCHEDULE_EVENT_AGE_SECONDS,
  SCHEDULE_RETRIES,
} from '../contract/windows';
import { ALARM_PERIOD, type Alarms } from './alarms';
import type { ChargeQueue } from './charge-queue';
import { type PaymentMetricName, paymentMetric } from './payment-metric';
import type { PaymentsTable } from './payments-table';
import { grantProvider, type Provider } from './provider';
import { scheduleRole } from './schedule-role';
import { ServiceFunction } from './service-function';
import type { Stage } from './settings';

export interface ReconciliationProps {
  readonly stage: Stage;
  readonly payments: PaymentsTable;
  readonly queue: ChargeQueue;
  readonly provider: Provider;
  readonly alarms: Alarms;
}

/** Compares the ledger with the provider on a schedule, and by hand. A run that fails is repeated by Lambda, and made up for by the next one. */
export class Reconciliation extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, props: ReconciliationProps) {
    super(scope, id);
    this.function = new ServiceFunction(this, 'Function', {
      folder: 'reconcile',
      description: 'Compares the ledger with the provider and settles what is overdue; never starts a charge',
      timeoutSeconds: RECONCILE_TIMEOUT_SECONDS,
      stage: props.stage,
    });
    props.payments.grantReconcile(this.function);
    props.queue.grantResend(this.function);
    grantProvider(this.function, props.provider, props.stage);

    new Schedule(this, 'Schedule', {
      description: 'Starts the reconciliation of ledger and provider',
      schedule: ScheduleExpression.rate(Duration.seconds(RECONCILE_INTERVAL_SECONDS)),
      // No dead-letter queue: every run goes on from where the last one ended, so a run that never started leaves nothing behind.
      target: new LambdaInvoke(this.function, {
        role: scheduleRole(this, this.function),
        input: ScheduleTargetInput.fromObject({}),
        retryAttempts: SCHEDULE_RETRIES,
        maxEventAge: Duration.seconds(SCHEDULE_EVENT_AGE_SECONDS),
      }),
    });
    this.watch(props.alarms);
  }

  private watch(alarms: Alarms): void {
    // Between two runs nothing is reported, and what the last one found stays true until the next one looks.
    const found = (metric: PaymentMetricName) => ({
      metric: paymentMetric(metric, 'reconcile', Stats.MAXIMUM),
      missingData: TreatMissingData.IGNORE,
    });
    alarms.add(this, 'DoubleChargeFound', {
      ...found(METRIC.doubleCharges),
      meaning: 'The provider has charged an order more than once. A customer has to be paid back.',
      threshold: CONTRADICTION_ALARM_CHARGES,
    });
    alarms.add(this, 'ChargeUnknownToProvider', {
      ...found(METRIC.chargesUnknownToProvider),
      meaning: 'The ledger says charged, and the provider does not know the charge. An order may have been delivered unpaid.',
      threshold: CONTRADICTION_ALARM_CHARGES,
    });
    alarms.add(this, 'ChargeDiffersFromLedger', {
      ...found(METRIC.amountsDiffering),
      meaning: 'The provider has a charge that the ledger contradicts: another amount, no such payment, or one that ended otherwise.',
      threshold: CONTRADICTION_ALARM_CHARGES,
    });
    alarms.add(this, 'PaymentsOverdue', {
      ...found(METRIC.paymentsOverdue),
      meaning: 'Payments were accepted and are neither charged nor declined long after every delivery should have ended.',
      threshold: OVERDUE_ALARM_PAYMENTS,
    });
    // One forgotten payment keeps the alarm above red, and silent. This one rings for each run that finds others.
    alarms.add(this, 'PaymentsNewlyOverdue', {
      meaning: 'More payments have become overdue since the last run of the reconciliation.',
      metric: paymentMetric(METRIC.paymentsNewlyOverdue, 'reconcile', Stats.MAXIMUM),
      threshold: OVERDUE_ALARM_PAYMENTS,
      missingData: TreatMissingData.NOT_BREACHING,
    });
    alarms.add(this, 'ReconciliationBehind', {
      ...found(METRIC.reconciliationLag),
      meaning: 'The reconciliation runs and does not get through. Nobody looks for double charges in what it has not compared.',
      threshold: RECONCILE_ALARM_LAG_SECONDS,
    });
    // Everything above rests on what a run reports. No run at all must not look like nothing found.
    alarms.add(this, 'ReconciliationStopped', {
      meaning: 'The reconciliation has not been started for two intervals. Nobody looks for double charges and lost payments.',
      metric: this.function.metricInvocations({ period: Duration.seconds(RECONCILE_ALARM_SILENCE_SECONDS) }),
      threshold: 1,
      isFloor: true,
      missingData: TreatMissingData.BREACHING,
    });
    alarms.add(this, 'ReconciliationErrors', {
      meaning: 'The reconciliation fails. Until it runs again nobody looks for double charges and lost payments.',
      metric: this.function.metricErrors({ period: ALARM_PERIOD }),
      threshold: RECONCILE_ALARM_ERRORS,
      missingData: TreatMissingData.NOT_BREACHING,
    });
  }
}
