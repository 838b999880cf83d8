import type { MetricSeries } from '@charge-once/simulator/metric-series';
import { DIMENSION, LAYERS, type Layer, METRIC } from '../../../contract/names';

/** Duplicates that each layer has stopped, over all functions that count them. */
export function suppressedByLayer(series: readonly MetricSeries[]): Record<Layer, number> {
  const suppressed = series.filter(({ metric }) => metric === METRIC.duplicatesSuppressed);
  const by = (layer: Layer): number =>
    suppressed.filter(({ dimensions }) => dimensions[DIMENSION.layer] === layer).reduce((total, { sum }) => total + sum, 0);
  return Object.fromEntries(LAYERS.map((layer) => [layer, by(layer)])) as Record<Layer, number>;
}
