import { dataPoints } from './embedded-metrics';
import type { DataPoint, MetricName, MetricSeries, StatisticSet } from './metric-series';
import type { LogLine } from './types';

export interface Metrics {
  /** Counts what an embedded metric format line says; every other line is ignored. */
  add(line: LogLine): void;
  record(point: DataPoint): void;
  /** The series with exactly this name. */
  find(name: MetricName): MetricSeries | undefined;
  toJSON(): MetricSeries[];
  /** Replaces everything counted so far by what `toJSON` gave. */
  restore(series: MetricSeries[]): void;
}

const MINUTE_MS = 60_000;
/** Minutes with values that a series keeps: a little more than the longest alarm looks back, whose windows need not begin on the minute. */
const MINUTES_KEPT = 20;

export function createMetrics(): Metrics {
  const all = new Map<string, MetricSeries>();

  const record = ({ values, unit, at, ...name }: DataPoint): void => {
    if (values.length === 0) return;
    const key = keyOf(name);
    const series = all.get(key) ?? { ...name, unit, ...statistics([]), minutes: [] };
    all.set(key, series);
    const minuteAt = Math.floor(at / MINUTE_MS) * MINUTE_MS;
    let minute = series.minutes.at(-1);
    if (minute?.at !== minuteAt) {
      minute = { at: minuteAt, ...statistics([]) };
      series.minutes.push(minute);
      if (series.minutes.length > MINUTES_KEPT) series.minutes.shift();
    }
    const added = statistics(values);
    Object.assign(series, merged([series, added]));
    Object.assign(minute, merged([minute, added]));
  };

  return {
    add: (line) => dataPoints(line).forEach(record),
    record,
    find: (name) => all.get(keyOf(name)),
    toJSON: () => [...all.values()],
    restore(series) {
      all.clear();
      for (const each of series) all.set(keyOf(each), each);
    },
  };
}

function keyOf({ namespace, metric, dimensions }: MetricName): string {
  return JSON.stringify([namespace, metric, Object.entries(dimensions).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

function statistics(values: readonly number[]): StatisticSet {
  const sum = values.reduce((total, value) => total + value, 0);
  return { sum, count: values.length, max: Math.max(...values), min: Math.min(...values) };
}

export function merged(sets: readonly StatisticSet[]): StatisticSet {
  return {
    sum: sets.reduce((total, { sum }) => total + sum, 0),
    count: sets.reduce((total, { count }) => total + count, 0),
    max: Math.max(...sets.map(({ max }) => max)),
    min: Math.min(...sets.map(({ min }) => min)),
  };
}
