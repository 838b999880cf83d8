import { createMetrics } from '../../simulator/metrics';

const line = (text: string) => ({ at: 0, folder: 'charge', requestId: 'r', text });

/** A line as Powertools prints it. */
const suppressed = (layer: string, value: number | number[]) =>
  line(
    JSON.stringify({
      _aws: {
        Timestamp: 0,
        CloudWatchMetrics: [
          { Namespace: 'ChargeOnce', Dimensions: [['service', 'Layer']], Metrics: [{ Name: 'DuplicatesSuppressed', Unit: 'Count' }] },
        ],
      },
      service: 'charge',
      Layer: layer,
      DuplicatesSuppressed: value,
    }),
  );

test('counts suppressed duplicates by layer, and 0 for layers that stopped none', () => {
  const metrics = createMetrics();
  metrics.add(suppressed('Guard', 1));
  metrics.add(suppressed('Ledger', [1, 1]));
  metrics.add(suppressed('Guard', 2));
  expect(metrics.duplicatesSuppressed()).toEqual({ Api: 0, InProgress: 0, Guard: 3, Ledger: 2, Provider: 0 });
});

test('sums a metric over the series that have the given dimensions', () => {
  const metrics = createMetrics();
  metrics.add(suppressed('Guard', 1));
  metrics.add(suppressed('Api', 4));
  expect(metrics.sum('DuplicatesSuppressed', { service: 'charge' })).toBe(5);
  expect(metrics.sum('DuplicatesSuppressed', { service: 'charge', Layer: 'Api' })).toBe(4);
  expect(metrics.sum('DuplicatesSuppressed', { service: 'redrive' })).toBe(0);
  expect(metrics.sum('Other')).toBe(0);
});

test('counts a value once that stands in two dimension sets', () => {
  const metrics = createMetrics();
  const directive = {
    Namespace: 'ChargeOnce',
    Dimensions: [['Layer'], ['Layer', 'service'], []],
    Metrics: [{ Name: 'DuplicatesSuppressed' }],
  };
  metrics.add(
    line(
      JSON.stringify({ _aws: { Timestamp: 0, CloudWatchMetrics: [directive] }, service: 'charge', Layer: 'Api', DuplicatesSuppressed: 1 }),
    ),
  );
  expect(metrics.duplicatesSuppressed().Api).toBe(1);
});

test.each([
  'plain text',
  '{"level":"INFO","message":"CloudWatchMetrics"}',
  '{"CloudWatchMetrics":[1]}',
  '{"_aws":{"CloudWatchMetrics":{}}}',
  '{"_aws":{"CloudWatchMetrics":[{}]}}',
  '{"_aws":{"CloudWatchMetrics":[null]}}',
  'null "CloudWatchMetrics"',
  '"CloudWatchMetrics"',
])('ignores %s', (text) => {
  const metrics = createMetrics();
  metrics.add(line(text));
  expect(metrics.toJSON()).toEqual([]);
});

test('goes on counting from what an earlier process had counted', () => {
  const earlier = createMetrics();
  earlier.add(suppressed('Provider', 2));
  const metrics = createMetrics();
  metrics.restore(JSON.parse(JSON.stringify(earlier)));
  metrics.add(suppressed('Provider', 1));
  expect(metrics.duplicatesSuppressed().Provider).toBe(3);
});
