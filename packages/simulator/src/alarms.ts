import type { AlarmDefinition } from './cloudformation/deployment';
import type { MetricName, MetricSeries, Minute, StatisticSet } from './metric-series';
import { merged } from './metrics';
import { isKnown } from './service-metrics';

export interface AlarmState {
  name: string;
  /** `NOT_EVALUATED`: nothing here can tell, or there are no values yet. Never to be read as `OK`. */
  state: 'OK' | 'ALARM' | 'NOT_EVALUATED';
  reason: string;
  description: string;
  threshold: number;
  /** Of the latest period with values. */
  value?: number;
}

const STATISTICS: Readonly<Record<string, (set: StatisticSet) => number>> = {
  Sum: ({ sum }) => sum,
  Maximum: ({ max }) => max,
  Minimum: ({ min }) => min,
  Average: ({ sum, count }) => sum / count,
  SampleCount: ({ count }) => count,
};

const COMPARISONS: Readonly<Record<string, (value: number, threshold: number) => boolean>> = {
  GreaterThanOrEqualToThreshold: (value, threshold) => value >= threshold,
  GreaterThanThreshold: (value, threshold) => value > threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
  LessThanOrEqualToThreshold: (value, threshold) => value <= threshold,
};

/**
 * State of an alarm at a moment of virtual time, from the periods that end then. CloudWatch keeps states and evaluates each minute; here
 * nothing is kept, and an alarm that ignores missing data is evaluated as of its last value, which gives the state it would have kept.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-evaluation.html
 */
export function evaluateAlarm(alarm: AlarmDefinition, find: (name: MetricName) => MetricSeries | undefined, now: number): AlarmState {
  const { name, description, threshold, watched, missingData } = alarm;
  const answer = (state: AlarmState['state'], reason: string, value?: number): AlarmState => ({
    name,
    state,
    reason,
    description,
    threshold,
    ...(value === undefined ? {} : { value }),
  });
  const statistic = STATISTICS[watched?.statistic ?? ''];
  const breaches = COMPARISONS[alarm.comparison];
  if (!watched || !statistic || !breaches) return answer('NOT_EVALUATED', 'The simulator evaluates one statistic of one metric.');
  if (!isKnown(watched)) return answer('NOT_EVALUATED', `The simulator does not know ${watched.namespace} ${watched.metric}.`);

  const minutes = find(watched)?.minutes ?? [];
  const ignoresMissing = missingData === 'ignore' || missingData === 'missing';
  const last = minutes.at(-1);
  if (!last && ignoresMissing) return answer('NOT_EVALUATED', 'The metric has no values yet.');
  const end = missingData === 'ignore' && last ? Math.min(now, last.at + watched.periodMs - 1) : now;

  const values = periodValues(minutes, end, watched.periodMs, alarm.evaluationPeriods, statistic);
  const latest = values.findLast((value) => value !== undefined);
  if (latest === undefined && ignoresMissing) return answer('NOT_EVALUATED', 'The metric has had no values lately.');
  const breaching = values.filter((value) => (value === undefined ? missingData === 'breaching' : breaches(value, threshold))).length;
  const state = breaching >= alarm.datapointsToAlarm ? 'ALARM' : 'OK';
  return answer(state, `${breaching} of ${values.length} periods breach the threshold of ${threshold}.`, latest);
}

/** The statistic of each period, oldest first; undefined where the metric has no values. */
function periodValues(
  minutes: readonly Minute[],
  end: number,
  periodMs: number,
  periods: number,
  statistic: (set: StatisticSet) => number,
): (number | undefined)[] {
  return Array.from({ length: periods }, (_, index) => {
    const until = end - (periods - 1 - index) * periodMs;
    const inside = minutes.filter(({ at }) => at > until - periodMs && at <= until);
    return inside.length === 0 ? undefined : statistic(merged(inside));
  });
}
