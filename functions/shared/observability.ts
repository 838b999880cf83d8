import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { DIMENSION, type Layer, METRIC, METRICS_NAMESPACE } from '../../contract/names';

/** Structured log. Only ids, statuses and codes go in: never a body, a payment method, a header or an error of the provider. */
export const logger = new Logger();

const metrics = new Metrics({ namespace: METRICS_NAMESPACE });

type Metric = (typeof METRIC)[keyof typeof METRIC];
interface Dimension {
  readonly name: (typeof DIMENSION)[keyof typeof DIMENSION];
  /** One of a closed set: CloudWatch bills every new value as a metric of its own. */
  readonly value: string;
}

/** What the invocation has counted so far. */
const counts = new Map<string, { readonly metric: Metric; readonly dimension?: Dimension; value: number }>();

/** Adds to a count, 0 included. Printed by `publishMetrics`. */
export function count(metric: Metric, value = 1, dimension?: Dimension): void {
  const key = `${metric} ${dimension?.value ?? ''}`;
  const known = counts.get(key);
  if (known) known.value += value;
  else counts.set(key, { metric, dimension, value });
}

/** Counts a duplicate under the layer that stopped it. */
export const countSuppressed = (layer: Layer): void => count(METRIC.duplicatesSuppressed, 1, { name: DIMENSION.layer, value: layer });

/** Counts a delivery that was given back, by its failure code. */
export const countFailure = (code: string): void => count(METRIC.chargeFailures, 1, { name: DIMENSION.code, value: code });

/** A duration in seconds, kept as it is so that CloudWatch can tell its percentiles. Printed by `publishMetrics`. */
export const observeSeconds = (metric: Metric, seconds: number): void => void metrics.addMetric(metric, MetricUnit.Seconds, seconds);

/**
 * Prints what was counted, to be called once at the end of an invocation: one line in the embedded metric format, and one more for each
 * layer or failure code, which need dimensions of their own. What a killed invocation had counted is lost; money never depends on it.
 */
export function publishMetrics(): void {
  for (const { metric, dimension, value } of counts.values()) {
    if (dimension) metrics.singleMetric().addDimension(dimension.name, dimension.value).addMetric(metric, MetricUnit.Count, value);
    else metrics.addMetric(metric, MetricUnit.Count, value);
  }
  counts.clear();
  // Powertools warns when there is nothing to print.
  if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
}
