import { AlarmStatusWidget, Dashboard, GraphWidget, type IMetric, MathExpression, Stats, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { DIMENSION, LAYERS, METRIC, METRICS_NAMESPACE } from '../contract/names';
import { ALARM_PERIOD_SECONDS } from '../contract/windows';
import { ALARM_PERIOD, type Alarms } from './alarms';
import type { ChargeQueue } from './charge-queue';
import type { ChargeWorker } from './charge-worker';
import type { GuardTable } from './guard-table';
import { type PaymentMetricName, paymentMetric, suppressedBy } from './payment-metric';
import type { PaymentsApi } from './payments-api';
import type { PaymentsTable } from './payments-table';
import type { Recovery } from './recovery';
import { refusedWrites } from './refused-writes';

export interface PaymentsDashboardProps {
  readonly name: string;
  readonly api: PaymentsApi;
  readonly payments: PaymentsTable;
  readonly guard: GuardTable;
  readonly queue: ChargeQueue;
  readonly worker: ChargeWorker;

  /** @default - the dead-letter queue waits for a person */
  readonly recovery?: Recovery;

  readonly alarms: Alarms;
}

const WIDTH = 24;
const PERCENTILES = [Stats.p(50), Stats.p(99)];

/** One dashboard, read from top to bottom: the money first, then what kept it right, then the parts that moved it. */
export class PaymentsDashboard extends Dashboard {
  constructor(scope: Construct, id: string, props: PaymentsDashboardProps) {
    super(scope, id, { dashboardName: props.name });
    this.addMoney();
    this.addDuplicates(props);
    this.addQueue(props.queue);
    this.addWorker(props.worker);
    this.addReconciliation();
    if (props.recovery) this.addRecovery();
    this.addApi(props.api);
    this.addText('Alarms', 'What is wrong now. Each alarm names its heading in docs/runbook.md.');
    this.addWidgets(new AlarmStatusWidget({ alarms: props.alarms.all, width: WIDTH, height: 4 }));
  }

  private addMoney(): void {
    this.addText('Money', 'What was accepted must end as charged, declined, expired or cancelled; the rest is open.');
    this.addGraphs(
      ['Payments', [paymentMetric(METRIC.paymentsAccepted, 'submit-payment'), ended(METRIC.paymentsCharged)]],
      ['Not charged', [ended(METRIC.paymentsDeclined), ended(METRIC.paymentsExpired), ended(METRIC.paymentsCancelled)]],
      [
        'Seconds from accepted to charged',
        PERCENTILES.map((each) => paymentMetric(METRIC.acceptedToCharged, 'charge', each).with({ label: each })),
      ],
    );
  }

  private addDuplicates({ payments, guard }: PaymentsDashboardProps): void {
    this.addText('Duplicates', 'Each layer counts what it stopped; none of this was charged, and each refused write was paid for.');
    this.addGraphs(
      ['Stopped by layer', LAYERS.map(suppressedBy)],
      ['Sent to the queue again by the API', [paymentMetric(METRIC.sentAgain, 'submit-payment')]],
      ['Writes refused', [refusedWrites(payments.table).with({ label: 'ledger' }), refusedWrites(guard.table).with({ label: 'guard' })]],
    );
  }

  private addQueue({ queue, deadLetterQueue }: ChargeQueue): void {
    this.addText(
      'Queue',
      'Payments on their way, and those that wait for a person. The age in the dead-letter queue counts from the move.',
    );
    const period = { period: ALARM_PERIOD };
    this.addGraphs(
      ['Messages', [queue.metricApproximateNumberOfMessagesVisible(period), queue.metricApproximateNumberOfMessagesNotVisible(period)]],
      ['Age of the oldest', [queue.metricApproximateAgeOfOldestMessage(period)]],
      [
        'Dead-letter queue',
        [deadLetterQueue.metricApproximateNumberOfMessagesVisible(period), paymentMetric(METRIC.deadLettered, 'charge')],
      ],
      ['Age of the oldest dead letter', [deadLetterQueue.metricApproximateAgeOfOldestMessage(period)]],
    );
  }

  private addWorker({ function: fn }: ChargeWorker): void {
    this.addText(
      'Charge function',
      'Errors are crashes; payments that failed are given back to the queue and counted by their failure code.',
    );
    const period = { period: ALARM_PERIOD };
    this.addGraphs(
      ['Invocations', [fn.metricInvocations(period), fn.metricErrors(period), fn.metricThrottles(period)]],
      ['Duration', PERCENTILES.map((statistic) => fn.metricDuration({ ...period, statistic, label: statistic }))],
      ['Deliveries given back, by code', [failuresByCode()]],
    );
  }

  private addReconciliation(): void {
    this.addText('Reconciliation', "The provider's books against the ledger. The first graph must be flat at zero.");
    const found = (...names: PaymentMetricName[]) => names.map((name) => paymentMetric(name, 'reconcile', Stats.MAXIMUM));
    this.addGraphs(
      ['Contradictions', found(METRIC.doubleCharges, METRIC.chargesUnknownToProvider, METRIC.amountsDiffering)],
      ['Healed and sent again', found(METRIC.chargesHealed, METRIC.paymentsResent)],
      ['Open for too long', found(METRIC.paymentsOverdue, METRIC.paymentsNewlyOverdue)],
      ['Seconds behind', found(METRIC.reconciliationLag)],
    );
  }

  private addRecovery(): void {
    this.addText('Recovery', 'What went back from the dead-letter queue by itself, and what waits there for a person.');
    this.addGraphs(
      ['Sent back', [paymentMetric(METRIC.recovered, 'recover')]],
      ['Given up', [paymentMetric(METRIC.recoveryGaveUp, 'recover', Stats.MAXIMUM)]],
      ['Age of the oldest seen', [paymentMetric(METRIC.oldestDeadLetterAge, 'recover', Stats.MAXIMUM)]],
    );
  }

  private addApi({ restApi }: PaymentsApi): void {
    this.addText('API', 'What clients see. A request that was answered with 5xx is safe to repeat.');
    const stage = restApi.deploymentStage;
    const period = { period: ALARM_PERIOD };
    this.addGraphs(
      ['Requests', [stage.metricCount(period)]],
      ['Errors', [stage.metricClientError(period), stage.metricServerError(period)]],
      ['Latency', PERCENTILES.map((statistic) => stage.metricLatency({ ...period, statistic, label: statistic }))],
    );
  }

  private addText(title: string, sentence: string): void {
    this.addWidgets(new TextWidget({ markdown: `## ${title}\n${sentence}`, width: WIDTH, height: 2 }));
  }

  /** Side by side over the full width. Zero is always shown, so that a small change does not look like a large one. */
  private addGraphs(...graphs: [title: string, metrics: readonly IMetric[]][]): void {
    const width = WIDTH / graphs.length;
    this.addWidgets(...graphs.map(([title, metrics]) => new GraphWidget({ title, left: [...metrics], width, leftYAxis: { min: 0 } })));
  }
}

/** Payments that ended in one status, summed over the functions by a search: a sum of named metrics is empty while one of them has no data yet. */
const ended = (name: PaymentMetricName): MathExpression =>
  new MathExpression({
    expression: `SUM(SEARCH('{${METRICS_NAMESPACE},service} MetricName="${name}"', 'Sum', ${ALARM_PERIOD_SECONDS}))`,
    usingMetrics: {},
    label: name,
    period: ALARM_PERIOD,
  });

/** One line for each failure code, found by a search, so that a new code needs no change here. */
const failuresByCode = (): MathExpression =>
  new MathExpression({
    expression: `SEARCH('{${METRICS_NAMESPACE},service,${DIMENSION.code}} MetricName="${METRIC.chargeFailures}"', 'Sum', ${ALARM_PERIOD_SECONDS})`,
    usingMetrics: {},
    label: '',
    period: ALARM_PERIOD,
  });
