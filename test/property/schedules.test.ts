import { MORE_TAKEN_AWAY, ONE_TAKEN_AWAY } from '../../testing/world/layers';
import { countBroken, runSchedules, trySchedules } from '../proof/schedules';

const SEED = Number(process.env.SEED ?? 20_261_129);
const SCHEDULES = 2_000;

describe('payments under random crashes, repeats, lost answers, clock jumps and redrives', () => {
  it('are each charged once, never lost and never changed', async () => {
    const result = await trySchedules({ schedules: SCHEDULES, seed: SEED, path: process.env.SEED_PATH });
    console.info(`${result.tried} schedules with seed ${SEED}: ${JSON.stringify(result.counts)}`);
    expect(result.broken).toBeUndefined();
  }, 180_000);

  it('reach every layer, so that none is there untried', async () => {
    const { counts } = await trySchedules({ schedules: 500, seed: 1 });
    for (const [layer, suppressed] of Object.entries(counts.suppressed))
      expect({ layer, tried: suppressed > 0 }).toEqual({ layer, tried: true });
    expect(counts.crashes).toBeGreaterThan(50);
  });
});

describe('the same schedules notice', () => {
  it.each([
    { layers: ONE_TAKEN_AWAY['no ledger'], missing: 'the ledger', how: 'chargedTwice' as const },
    { layers: ONE_TAKEN_AWAY['no charge id'], missing: 'the charge id', how: 'chargedTwice' as const },
    { layers: ONE_TAKEN_AWAY['redrive under the original id'], missing: 'the fresh id of a redrive', how: 'lost' as const },
    { layers: MORE_TAKEN_AWAY['Powertools as most teams ship it'], missing: 'all but an hour of guard', how: 'chargedTwice' as const },
  ])('when $missing is missing', async ({ layers, how }) => {
    expect((await countBroken({ schedules: 400, seed: 1 }, layers))[how]).toBeGreaterThan(0);
  });

  it('more double charges without a charge id when there is no guard either', async () => {
    const { chargedTwice: withGuard } = await countBroken({ schedules: 400, seed: 1 }, ONE_TAKEN_AWAY['no charge id']);
    const { chargedTwice: without } = await countBroken({ schedules: 400, seed: 1 }, MORE_TAKEN_AWAY['no guard, no charge id']);
    expect(without).toBeGreaterThan(withGuard);
  });
});

describe('the schedules as a part of the proof', () => {
  it('report what was tried, and what the layers that were taken away let through', async () => {
    const { figures, details, doubleCharges, lostPayments, violations } = await runSchedules({ schedules: 50, seed: 1, again: 20 });
    expect({ doubleCharges, lostPayments, violations }).toEqual({ doubleCharges: 0, lostPayments: 0, violations: [] });
    expect(Object.fromEntries(figures)).toMatchObject({ schedules: '50', seed: 1 });
    expect(details).toContain('| shipped | 0 | 0 |');
  });
});
