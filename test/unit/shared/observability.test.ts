import { METRIC } from '../../../contract/names';
import { count, countFailure, countSuppressed, observeSeconds, publishMetrics } from '../../../functions/shared/observability';
import { declared, printedMetrics } from '../../../testing/printed-metrics';

it('prints what an invocation counted as one line, however often it counted', async () => {
  const lines = await printedMetrics(() => {
    for (let index = 0; index < 10; index++) count(METRIC.paymentsCharged);
    count(METRIC.paymentsDeclined, 2);
    observeSeconds(METRIC.acceptedToCharged, 1.25);
    observeSeconds(METRIC.acceptedToCharged, 3);
    publishMetrics();
  });
  expect(lines).toEqual([
    expect.objectContaining({ PaymentsCharged: 10, PaymentsDeclined: 2, AcceptedToCharged: [1.25, 3], service: expect.any(String) }),
  ]);
  expect(declared(lines[0]!)).toEqual([
    { name: 'AcceptedToCharged', unit: 'Seconds', dimensions: [['service']] },
    { name: 'PaymentsCharged', unit: 'Count', dimensions: [['service']] },
    { name: 'PaymentsDeclined', unit: 'Count', dimensions: [['service']] },
  ]);
});

it('prints one more line for each layer and each failure code', async () => {
  const lines = await printedMetrics(() => {
    for (const layer of ['Guard', 'Ledger', 'Guard'] as const) countSuppressed(layer);
    countFailure('provider-busy');
    countFailure('provider-busy');
    publishMetrics();
  });
  expect(lines).toEqual([
    expect.objectContaining({ Layer: 'Guard', DuplicatesSuppressed: 2 }),
    expect.objectContaining({ Layer: 'Ledger', DuplicatesSuppressed: 1 }),
    expect.objectContaining({ Code: 'provider-busy', ChargeFailures: 2 }),
  ]);
  expect(declared(lines[0]!)).toEqual([{ name: 'DuplicatesSuppressed', unit: 'Count', dimensions: [['service', 'Layer']] }]);
});

it('prints a count of zero, so that an alarm has data', async () => {
  const lines = await printedMetrics(() => {
    count(METRIC.doubleCharges, 0);
    publishMetrics();
  });
  expect(lines).toEqual([expect.objectContaining({ DoubleCharges: 0 })]);
});

it('prints nothing when nothing was counted, and nothing twice', async () => {
  const lines = await printedMetrics(() => {
    publishMetrics();
    count(METRIC.sentAgain);
    publishMetrics();
    publishMetrics();
  });
  expect(lines).toHaveLength(1);
});
