import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { DIMENSION, type Layer, METRIC, METRICS_NAMESPACE } from '../contract/names';
import { ALARM_PERIOD } from './alarms';

export type PaymentMetricName = (typeof METRIC)[keyof typeof METRIC];

/** A metric that the function of this folder prints, summed over a period unless told otherwise. */
export const paymentMetric = (metricName: PaymentMetricName, folder: string, statistic: string = Stats.SUM): Metric =>
  new Metric({
    namespace: METRICS_NAMESPACE,
    metricName,
    dimensionsMap: { service: folder },
    statistic,
    period: ALARM_PERIOD,
  });

/** Duplicates that a layer stopped. The API's own layer is counted by the function that accepts payments, the others by the charge function. */
export const suppressedBy = (layer: Layer): Metric =>
  new Metric({
    namespace: METRICS_NAMESPACE,
    metricName: METRIC.duplicatesSuppressed,
    dimensionsMap: { service: layer === 'Api' ? 'submit-payment' : 'charge', [DIMENSION.layer]: layer },
    statistic: Stats.SUM,
    period: ALARM_PERIOD,
    label: layer,
  });
