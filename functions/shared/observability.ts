import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { type Layer, METRIC, METRICS_NAMESPACE } from './names';

/** Structured log. Only ids, statuses and codes go in: never a body, a payment method, a header or an error of the provider. */
export const logger = new Logger();

const metrics = new Metrics({ namespace: METRICS_NAMESPACE });

/** Counts a duplicate under the layer that stopped it, as one EMF line. */
export function countSuppressed(layer: Layer): void {
  metrics.singleMetric().addDimension('Layer', layer).addMetric(METRIC.duplicatesSuppressed, MetricUnit.Count, 1);
}
