import { z } from 'zod';
import type { DataPoint } from './metric-series';
import type { LogLine } from './types';

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html */
const metricDocument = z.looseObject({
  _aws: z.object({
    CloudWatchMetrics: z.array(
      z.object({
        Namespace: z.string().default(''),
        Dimensions: z.array(z.array(z.string())).default([]),
        Metrics: z.array(z.object({ Name: z.string(), Unit: z.string().optional() })).default([]),
      }),
    ),
  }),
});

/** The data points of a line in the embedded metric format; none for every other line. */
export function dataPoints({ text, at }: LogLine): DataPoint[] {
  const document = parse(text);
  if (!document) return [];
  // CloudWatch keeps a series per dimension set, in which a value may stand more than once. Here a directive has one series, with the
  // dimensions of all its sets, so that every value counts once, whichever of its dimensions is asked for.
  return document._aws.CloudWatchMetrics.flatMap(({ Namespace: namespace, Dimensions: sets, Metrics: metrics }) => {
    const names = [...new Set(sets.flat())].sort();
    const dimensions = Object.fromEntries(names.map((name) => [name, String(document[name])]));
    return metrics.map(({ Name: metric, Unit: unit }) => ({ namespace, metric, dimensions, unit, values: numbers(document[metric]), at }));
  });
}

function parse(text: string): z.infer<typeof metricDocument> | undefined {
  // Nearly all lines are not metrics: look before parsing.
  if (!text.includes('"CloudWatchMetrics"')) return undefined;
  try {
    return metricDocument.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

const numbers = (value: unknown): number[] => (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'number');
