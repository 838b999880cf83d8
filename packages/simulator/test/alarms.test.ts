import { evaluateAlarm } from '../src/alarms';
import type { AlarmDefinition } from '../src/cloudformation/deployment';
import { createMetrics } from '../src/metrics';

const NOW = Date.parse('2026-11-29T10:00:30.000Z');
const MINUTE = 60_000;
const ERRORS = { namespace: 'AWS/Lambda', metric: 'Errors', dimensions: { FunctionName: 'worker' } };

const anAlarm = (over: Partial<AlarmDefinition> = {}): AlarmDefinition => ({
  name: 'OrdersStack-worker-errors',
  description: 'It crashes.',
  threshold: 1,
  watched: { ...ERRORS, statistic: 'Sum', periodMs: 5 * MINUTE },
  evaluationPeriods: 1,
  datapointsToAlarm: 1,
  comparison: 'GreaterThanOrEqualToThreshold',
  missingData: 'notBreaching',
  ...over,
});
const twoOfThree = { evaluationPeriods: 3, datapointsToAlarm: 2 };

/** Values so many minutes before now. */
function evaluate(alarm: AlarmDefinition, values: Record<number, number>) {
  const metrics = createMetrics();
  const byAge = Object.entries(values).sort(([a], [b]) => Number(b) - Number(a));
  for (const [minutesAgo, value] of byAge) metrics.record({ ...ERRORS, values: [value], at: NOW - Number(minutesAgo) * MINUTE });
  return evaluateAlarm(alarm, (name) => metrics.find(name), NOW);
}

test('names the alarm, its threshold, the latest value and why', () => {
  expect(evaluate(anAlarm(), { 1: 2, 2: 1 })).toEqual({
    name: 'OrdersStack-worker-errors',
    state: 'ALARM',
    reason: '1 of 1 periods breach the threshold of 1.',
    description: 'It crashes.',
    threshold: 1,
    value: 3,
  });
});

interface Case {
  case: string;
  values: Record<number, number>;
  state: string;
}

test.each<Case>([
  { case: 'the value is the threshold', values: { 0: 1 }, state: 'ALARM' },
  { case: 'the value is below', values: { 0: 0 }, state: 'OK' },
  { case: 'it was reached in an earlier period', values: { 6: 5, 1: 0 }, state: 'OK' },
])('is $state when $case', ({ values, state }) => {
  expect(evaluate(anAlarm(), values).state).toBe(state);
});

test.each<Case>([
  { case: 'in one period', values: { 1: 9 }, state: 'OK' },
  { case: 'in two periods', values: { 1: 1, 6: 1 }, state: 'ALARM' },
  { case: 'in two periods, the latest being good', values: { 1: 0, 6: 1, 12: 1 }, state: 'ALARM' },
  { case: 'in two periods, one of them too long ago', values: { 1: 1, 16: 1 }, state: 'OK' },
])('that needs two of three periods is $state when the threshold is reached $case', ({ values, state }) => {
  expect(evaluate(anAlarm(twoOfThree), values).state).toBe(state);
});

describe('without values', () => {
  test.each([
    { missingData: 'notBreaching', state: 'OK' },
    { missingData: 'breaching', state: 'ALARM' },
    { missingData: 'missing', state: 'NOT_EVALUATED' },
    { missingData: 'ignore', state: 'NOT_EVALUATED' },
  ])('is $state when missing data is $missingData', ({ missingData, state }) => {
    expect(evaluate(anAlarm({ missingData }), {}).state).toBe(state);
  });

  test.each([
    { case: 'bad', value: 1, state: 'ALARM' },
    { case: 'good', value: 0, state: 'OK' },
  ])('for hours keeps the state of the last value, which was $case, when missing data is ignored', ({ value, state }) => {
    expect(evaluate(anAlarm({ missingData: 'ignore' }), { 300: value })).toMatchObject({ state, value });
  });

  test('for hours is not evaluated when missing data is missing', () => {
    expect(evaluate(anAlarm({ missingData: 'missing' }), { 300: 1 }).state).toBe('NOT_EVALUATED');
  });
});

test.each([
  { statistic: 'Sum', comparison: 'GreaterThanOrEqualToThreshold', threshold: 6, state: 'ALARM' },
  { statistic: 'Maximum', comparison: 'GreaterThanThreshold', threshold: 4, state: 'OK' },
  { statistic: 'Minimum', comparison: 'LessThanThreshold', threshold: 3, state: 'ALARM' },
  { statistic: 'Average', comparison: 'LessThanOrEqualToThreshold', threshold: 3, state: 'ALARM' },
  { statistic: 'SampleCount', comparison: 'GreaterThanOrEqualToThreshold', threshold: 3, state: 'OK' },
])('$statistic of 2 and 4 with $comparison $threshold is $state', ({ statistic, comparison, threshold, state }) => {
  const watched = { ...ERRORS, statistic, periodMs: 5 * MINUTE };
  expect(evaluate(anAlarm({ watched, comparison, threshold }), { 1: 2, 2: 4 }).state).toBe(state);
});

test.each([
  { case: 'an expression', over: { watched: undefined } },
  { case: 'a percentile', over: { watched: { ...ERRORS, statistic: 'p99', periodMs: MINUTE } } },
  { case: 'an anomaly band', over: { comparison: 'GreaterThanUpperThreshold' } },
  {
    case: 'a metric that no engine counts',
    over: { watched: { namespace: 'AWS/DynamoDB', metric: 'ThrottledRequests', dimensions: {}, statistic: 'Sum', periodMs: MINUTE } },
  },
  { case: 'a service that is not simulated', over: { watched: { ...ERRORS, namespace: 'AWS/WAFV2', statistic: 'Sum', periodMs: MINUTE } } },
])('on $case is not evaluated, and never OK', ({ over }) => {
  expect(evaluate(anAlarm(over), { 0: 0 })).toMatchObject({ state: 'NOT_EVALUATED', reason: expect.stringContaining('simulator') });
});
