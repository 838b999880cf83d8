import { createMetrics } from '@charge-once/simulator/metrics';
import { suppressedByLayer } from '../../../lab/start/control/suppressed-by-layer';

test('counts suppressed duplicates by layer over all functions, and 0 for layers that stopped none', () => {
  const metrics = createMetrics();
  const stopped = (service: string, Layer: string, value: number, metric = 'DuplicatesSuppressed') =>
    metrics.record({ namespace: 'ChargeOnce', metric, dimensions: { service, Layer }, values: [value], at: 0 });
  stopped('charge', 'Guard', 1);
  stopped('charge', 'Ledger', 2);
  stopped('charge', 'Guard', 2);
  stopped('reconcile', 'Guard', 1);
  stopped('charge', 'Guard', 5, 'AnotherMetric');
  expect(suppressedByLayer(metrics.toJSON())).toEqual({ Api: 0, InProgress: 0, Guard: 4, Ledger: 2, Provider: 0 });
});
