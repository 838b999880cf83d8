import { type AlarmState, evaluateAlarm } from './alarms';
import type { Deployment } from './cloudformation/deployment';
import type { MetricName, MetricSeries } from './metric-series';
import type { Metrics } from './metrics';
import { queueSeries } from './service-metrics';
import type { Clock, SqsEngine } from './types';

export interface WatchOptions {
  deployment: Pick<Deployment, 'alarms' | 'queues'>;
  metrics: Metrics;
  sqs: SqsEngine;
  clock: Clock;
}

/** CloudWatch on request. */
export interface Watch {
  /** Every series since the data folder was made, without its minutes: the functions' own metrics and those of the services. */
  series(): Omit<MetricSeries, 'minutes'>[];
  /** Every alarm of the templates, now. */
  alarms(): AlarmState[];
}

export function createWatch({ deployment, metrics, sqs, clock }: WatchOptions): Watch {
  const queues = () => queueSeries(sqs, deployment.queues, clock.now());
  return {
    series: () => [...metrics.toJSON(), ...queues()].map(({ minutes: _minutes, ...series }) => series),
    alarms() {
      const gauges = queues();
      const isSame = (a: MetricName, b: MetricName) => a.metric === b.metric && a.dimensions.QueueName === b.dimensions.QueueName;
      const find = (name: MetricName) => (name.namespace === 'AWS/SQS' ? gauges.find((gauge) => isSame(gauge, name)) : metrics.find(name));
      return deployment.alarms.map((alarm) => evaluateAlarm(alarm, find, clock.now()));
    },
  };
}
