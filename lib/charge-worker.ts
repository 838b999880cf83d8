import { Validations } from 'aws-cdk-lib';
import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { METRIC } from '../contract/names';
import {
  BATCH_SIZE,
  CHARGE_ALARM_ERRORS,
  CHARGE_ALARM_THROTTLES,
  CHARGE_MAX_CONCURRENCY,
  CHARGE_TIMEOUT_SECONDS,
  DEAD_LETTERED_ALARM_DELIVERIES,
} from '../contract/windows';
import { ALARM_PERIOD, type Alarms } from './alarms';
import type { ChargeQueue } from './charge-queue';
import type { GuardTable } from './guard-table';
import { paymentMetric } from './payment-metric';
import type { PaymentsTable } from './payments-table';
import { grantProvider, type Provider } from './provider';
import { ServiceFunction } from './service-function';
import type { Stage } from './settings';

export interface ChargeWorkerProps {
  readonly stage: Stage;
  readonly payments: PaymentsTable;
  readonly guard: GuardTable;
  readonly queue: ChargeQueue;
  readonly provider: Provider;
  readonly alarms: Alarms;
}

/** Charges what the queue holds. Asynchronous invocations keep Lambda's two retries: the guard has to withstand repeats anyway. */
export class ChargeWorker extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, props: ChargeWorkerProps) {
    super(scope, id);
    this.function = new ServiceFunction(this, 'Function', {
      folder: 'charge',
      description: 'Charges each payment of the queue once',
      timeoutSeconds: CHARGE_TIMEOUT_SECONDS,
      stage: props.stage,
    });
    props.payments.grantCharge(this.function);
    props.guard.grantGuard(this.function);
    props.queue.grantConsume(this.function);
    grantProvider(this.function, props.provider, props.stage);

    // Not SqsEventSource, which would grant more than this. A batching window is not allowed on a FIFO queue, and the concurrency is
    // limited here rather than by reserving it: a throttled poller would use up receives of messages that never ran.
    const messages = this.function.addEventSourceMapping('Messages', {
      eventSourceArn: props.queue.queue.queueArn,
      batchSize: BATCH_SIZE,
      maxConcurrency: CHARGE_MAX_CONCURRENCY,
      reportBatchItemFailures: true,
    });
    Validations.of(messages).acknowledge({
      id: 'Serverless-LambdaEventSourceMappingDestination',
      reason: 'Lambda takes a destination for streams alone; failed messages of a queue go to its dead-letter queue.',
    });
    this.watch(props.alarms);
  }

  /** A function that was not invoked reports nothing. */
  private watch(alarms: Alarms): void {
    const missingData = TreatMissingData.NOT_BREACHING;
    alarms.add(this, 'PaymentsDeadLettered', {
      meaning: 'Payments have just gone to the dead-letter queue, whatever lay there before.',
      metric: paymentMetric(METRIC.deadLettered, 'charge'),
      threshold: DEAD_LETTERED_ALARM_DELIVERIES,
      missingData,
    });
    alarms.add(this, 'ChargeErrors', {
      meaning: 'The charge function crashes, runs out of time or does not start. No money is at risk; payments come late.',
      metric: this.function.metricErrors({ period: ALARM_PERIOD }),
      threshold: CHARGE_ALARM_ERRORS,
      missingData,
      toleratesOnePeriod: true,
    });
    alarms.add(this, 'ChargeThrottles', {
      meaning: "The account's concurrency is used up. Each throttled delivery brings payments closer to the dead-letter queue.",
      metric: this.function.metricThrottles({ period: ALARM_PERIOD }),
      threshold: CHARGE_ALARM_THROTTLES,
      missingData,
      toleratesOnePeriod: true,
    });
  }
}
