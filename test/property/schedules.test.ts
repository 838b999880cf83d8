import { countBroken, trySchedules } from '../proof/schedules';
import { type Layers, MORE_TAKEN_AWAY, ONE_TAKEN_AWAY } from '../proof/world/layers';

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
    { layers: ONE_TAKEN_AWAY['no ledger'], missing: 'the ledger', invariant: 'I1: charged twice' },
    { layers: ONE_TAKEN_AWAY['no charge id'], missing: 'the charge id', invariant: 'I1: charged twice' },
    {
      layers: ONE_TAKEN_AWAY['redrive under the original id'],
      missing: 'the fresh id of a redrive',
      invariant: 'I2: a promised payment was lost',
    },
    { layers: MORE_TAKEN_AWAY['Powertools as most teams ship it'], missing: 'all but an hour of guard', invariant: 'I1: charged twice' },
  ])('when $missing is missing', async ({ layers, invariant }) => {
    expect(await countBroken({ schedules: 400, seed: 1 }, layers, invariant)).toBeGreaterThan(0);
  });

  it('more double charges without a charge id when there is no guard either', async () => {
    const doubled = (layers: Layers) => countBroken({ schedules: 400, seed: 1 }, layers, 'I1: charged twice');
    const withGuard = await doubled(ONE_TAKEN_AWAY['no charge id']);
    expect(await doubled(MORE_TAKEN_AWAY['no guard, no charge id'])).toBeGreaterThan(withGuard);
  });
});
