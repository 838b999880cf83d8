import { createMetrics } from '../src/metrics';

const line = (text: string) => ({ at: 0, folder: 'worker', requestId: 'r', text });

/** A line as Powertools prints it. */
const suppressed = (layer: string, value: number | number[]) =>
  line(
    JSON.stringify({
      _aws: {
        Timestamp: 0,
        CloudWatchMetrics: [{ Namespace: 'Shop', Dimensions: [['service', 'Layer']], Metrics: [{ Name: 'Duplicates', Unit: 'Count' }] }],
      },
      service: 'worker',
      Layer: layer,
      Duplicates: value,
    }),
  );

test('counts a value once that stands in two dimension sets', () => {
  const metrics = createMetrics();
  const directive = {
    Namespace: 'Shop',
    Dimensions: [['Layer'], ['Layer', 'service'], []],
    Metrics: [{ Name: 'Duplicates' }],
  };
  metrics.add(
    line(JSON.stringify({ _aws: { Timestamp: 0, CloudWatchMetrics: [directive] }, service: 'worker', Layer: 'Api', Duplicates: 1 })),
  );
  expect(metrics.toJSON().map(({ sum }) => sum)).toEqual([1]);
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
  expect(metrics.toJSON().map(({ sum }) => sum)).toEqual([3]);
});

describe('a series', () => {
  const at = Date.parse('2026-11-29T10:00:30.000Z');
  const seconds = (values: number[], atMs: number) => ({
    namespace: 'Shop',
    metric: 'TimeToDone',
    dimensions: { service: 'worker' },
    unit: 'Seconds',
    values,
    at: atMs,
  });

  test('has sum, count, greatest and least value, and the unit', () => {
    const metrics = createMetrics();
    metrics.record(seconds([2, 0.5], at));
    metrics.record(seconds([4], at + 3_600_000));
    expect(metrics.toJSON()).toEqual([
      {
        namespace: 'Shop',
        metric: 'TimeToDone',
        dimensions: { service: 'worker' },
        unit: 'Seconds',
        sum: 6.5,
        count: 3,
        max: 4,
        min: 0.5,
        minutes: [
          { at: Date.parse('2026-11-29T10:00:00.000Z'), sum: 2.5, count: 2, max: 2, min: 0.5 },
          { at: Date.parse('2026-11-29T11:00:00.000Z'), sum: 4, count: 1, max: 4, min: 4 },
        ],
      },
    ]);
  });

  test('keeps its latest twenty minutes, however long it goes on', () => {
    const metrics = createMetrics();
    for (let minute = 0; minute < 1000; minute++) metrics.record(seconds([1], at + minute * 60_000));
    const [series] = metrics.toJSON();
    expect(series!.sum).toBe(1000);
    expect(series!.minutes).toHaveLength(20);
    expect(series!.minutes.at(-1)!.at).toBe(Date.parse('2026-11-30T02:39:00.000Z'));
  });

  test('is found by its name, whatever the order of the dimensions', () => {
    const metrics = createMetrics();
    metrics.record({ namespace: 'N', metric: 'M', dimensions: { a: '1', b: '2' }, values: [3], at });
    expect(metrics.find({ namespace: 'N', metric: 'M', dimensions: { b: '2', a: '1' } })).toMatchObject({ sum: 3 });
    expect(metrics.find({ namespace: 'N', metric: 'M', dimensions: { a: '1' } })).toBeUndefined();
    expect(metrics.find({ namespace: 'O', metric: 'M', dimensions: { a: '1', b: '2' } })).toBeUndefined();
  });

  test('of zeros is a series too', () => {
    const metrics = createMetrics();
    metrics.record({ namespace: 'N', metric: 'M', dimensions: {}, values: [0], at });
    expect(metrics.toJSON()).toMatchObject([{ metric: 'M', sum: 0, count: 1, max: 0 }]);
  });
});
