import { CHARGE_MAX_CONCURRENCY } from '../../../contract/windows';
import type { Section } from '../section';
import { shown } from '../statistics';
import { type SkewOptions, simulateSkew } from './group-skew';

/** Two provider calls of 200 ms, and the table calls between them. */
const SERVICE_SECONDS = 0.45;
const SECONDS = 120;
const SEED = 20_261_129;

const GROUPINGS: readonly { readonly name: string; readonly groups?: number }[] = [
  { name: 'order (as here)' },
  { name: 'customer, 10,000 of them', groups: 10_000 },
  { name: 'shop, 100 of them', groups: 100 },
  { name: 'one for all', groups: 1 },
];

const LOADS: readonly Pick<SkewOptions, 'paymentsPerSecond' | 'concurrency'>[] = [
  { paymentsPerSecond: 100, concurrency: CHARGE_MAX_CONCURRENCY },
  { paymentsPerSecond: 200, concurrency: CHARGE_MAX_CONCURRENCY },
  { paymentsPerSecond: 1000, concurrency: CHARGE_MAX_CONCURRENCY },
  { paymentsPerSecond: 1000, concurrency: 60 },
];

/** What the message group decides. A simulation with a fixed seed: the same on every machine. */
export function measureSkew(): Section {
  const rows = LOADS.flatMap((load) =>
    GROUPINGS.map(({ name, groups }) => {
      const { throughput, p50WaitSeconds, p99WaitSeconds, batch } = simulateSkew({
        ...load,
        groups,
        serviceSeconds: SERVICE_SECONDS,
        payments: load.paymentsPerSecond * SECONDS,
        seed: SEED,
      });
      const figures = [throughput, p50WaitSeconds, p99WaitSeconds, batch].map(shown);
      return [`${shown(load.paymentsPerSecond)} a second, ${load.concurrency} functions`, name, ...figures];
    }),
  );
  return {
    title: 'Group skew',
    text:
      `Simulated, not measured: ${SECONDS} seconds of independent payments, ${SERVICE_SECONDS} seconds of work each, group k being k times as rare as the first. ` +
      'The queue gives as many messages of one group as a batch takes, and locks the group until the batch is done. What it means for the product stands in [scale.md](scale.md).',
    goals: [],
    tables: [{ head: ['load', 'message group', 'payments a second', 'p50 wait s', 'p99 wait s', 'messages a batch'], rows }],
  };
}
