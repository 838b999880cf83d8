import { z } from 'zod';
import type { LogLine } from './types';

/** Metric and values of its dimension `Layer`, as the functions print them. The simulator reads bundles, never the functions' source. */
const DUPLICATES_SUPPRESSED = 'DuplicatesSuppressed';
const LAYERS = ['Api', 'InProgress', 'Guard', 'Ledger', 'Provider'] as const;

export type DuplicatesSuppressed = Record<(typeof LAYERS)[number], number>;

export interface MetricSeries {
  metric: string;
  dimensions: Record<string, string>;
  sum: number;
}

export interface Metrics {
  /** Counts what an embedded metric format line says; every other line is ignored. */
  add(line: LogLine): void;
  /** Sum of a metric over all series that have at least these dimensions. */
  sum(metric: string, dimensions?: Record<string, string>): number;
  duplicatesSuppressed(): DuplicatesSuppressed;
  toJSON(): MetricSeries[];
  /** Replaces everything counted so far by what `toJSON` gave. */
  restore(series: MetricSeries[]): void;
}

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html */
const metricDocument = z.looseObject({
  _aws: z.object({
    CloudWatchMetrics: z.array(
      z.object({ Dimensions: z.array(z.array(z.string())).default([]), Metrics: z.array(z.object({ Name: z.string() })).default([]) }),
    ),
  }),
});

function parseMetricLine(text: string): z.infer<typeof metricDocument> | undefined {
  // Nearly all lines are not metrics: look before parsing.
  if (!text.includes('"CloudWatchMetrics"')) return undefined;
  try {
    return metricDocument.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/**
 * One series for a directive, with the dimensions of all its sets. CloudWatch keeps a series per set, in which a value may stand more
 * than once; here every value counts once, whichever of its dimensions is asked for.
 */
function seriesOf(document: z.infer<typeof metricDocument>): MetricSeries[] {
  return document._aws.CloudWatchMetrics.flatMap(({ Dimensions: sets, Metrics: metrics }) => {
    const names = [...new Set(sets.flat())].sort();
    const dimensions = Object.fromEntries(names.map((name) => [name, String(document[name])]));
    return metrics.map(({ Name: metric }) => ({ metric, dimensions, sum: total(document[metric]) }));
  });
}

function total(value: unknown): number {
  const values = Array.isArray(value) ? value : [value];
  return values.reduce<number>((sum, each) => (typeof each === 'number' ? sum + each : sum), 0);
}

export function createMetrics(): Metrics {
  const all = new Map<string, MetricSeries>();

  const count = ({ metric, dimensions, sum }: MetricSeries): void => {
    const key = JSON.stringify([metric, dimensions]);
    const known = all.get(key);
    if (known) known.sum += sum;
    else all.set(key, { metric, dimensions, sum });
  };

  const sum = (metric: string, dimensions: Record<string, string> = {}): number => {
    const wanted = Object.entries(dimensions);
    const matches = [...all.values()].filter(
      (series) => series.metric === metric && wanted.every(([name, value]) => series.dimensions[name] === value),
    );
    return matches.reduce((result, series) => result + series.sum, 0);
  };

  return {
    add(line) {
      const document = parseMetricLine(line.text);
      if (document) seriesOf(document).forEach(count);
    },
    sum,
    duplicatesSuppressed: () =>
      Object.fromEntries(LAYERS.map((layer) => [layer, sum(DUPLICATES_SUPPRESSED, { Layer: layer })])) as DuplicatesSuppressed,
    toJSON: () => [...all.values()],
    restore(series) {
      all.clear();
      series.forEach(count);
    },
  };
}
