import { FAILURES } from '../../testing/world/failures';
import { MORE_TAKEN_AWAY, ONE_TAKEN_AWAY, SHIPPED } from '../../testing/world/layers';
import { COLUMNS, play, runAblation } from '../proof/ablation';

const charges = async (failure: string, layers = SHIPPED) => {
  const { charges: count, open } = await play(failure, layers);
  return open ? `${count}, ${open}` : count;
};

describe('as shipped', () => {
  it.each(Object.keys(FAILURES))('charges once: %s', async (failure) => {
    expect(await charges(failure)).toBe(1);
  });
});

describe('with a layer taken away', () => {
  it.each([
    { failure: 'charged, not recorded; DLQ replayed after 25 h', taken: 'no ledger', right: 2 },
    { failure: 'recorded, not deleted; DLQ replayed after 60 days', taken: 'no ledger', right: 2 },
    { failure: 'crash after the charge, before the record; delivered again', taken: 'no charge id', right: 2 },
    { failure: 'the charge is still under way when the next delivery charges', taken: 'no charge id', right: 2 },
    { failure: 'redriven by a script within 5 minutes', taken: 'redrive under the original id', right: '0, lost' },
    { failure: 'two copies delivered at once', taken: 'no guard', right: 1 },
    { failure: 'two copies delivered at once', taken: 'no guard, no charge id', right: 2 },
    { failure: 'two copies delivered at once', taken: 'no charge id, record at completion', right: 2 },
    { failure: 'recorded, not deleted; DLQ replayed after 25 h', taken: 'no ledger, guard life 1 h', right: 2 },
    { failure: 'published again 25 h later, with another trace id in the body', taken: 'no ledger, key = whole payload', right: 2 },
    { failure: 'published again 25 h later, same body', taken: 'no ledger, key = message id', right: 2 },
    {
      failure: 'the provider takes 7 s, longer than a short visibility time-out',
      taken: 'no guard, no charge id, visibility < lease',
      right: 2,
    },
    { failure: 'recorded, not deleted; DLQ replayed after 14 h', taken: 'Powertools as most teams ship it', right: 2 },
  ])('($taken) $failure: $right', async ({ failure, taken, right }) => {
    expect(await charges(failure, COLUMNS[taken])).toBe(right);
  });
});

it.each([
  { key: 'shipped', ledgerReads: 2 },
  { key: 'key = message id', ledgerReads: 3 },
])('of two copies delivered at once, the guard with $key leads to $ledgerReads reads of the row', async ({ key, ledgerReads }) => {
  expect((await play('two copies delivered at once', COLUMNS[key]!)).ledgerReads).toBe(ledgerReads);
});

describe('the table', () => {
  it('shows one charge everywhere as shipped, and something else for every other composition or what it is for', async () => {
    const { violations, doubleCharges, lostPayments, details = '' } = await runAblation();
    expect({ violations, doubleCharges, lostPayments }).toEqual({ violations: [], doubleCharges: 0, lostPayments: 0 });
    for (const taken of Object.keys(ONE_TAKEN_AWAY)) expect(details).toContain(`- **${taken}** \u2014 `);
  });

  it.each(Object.entries(MORE_TAKEN_AWAY))('has a failure that %s does not survive', async (_taken, layers) => {
    const cells: (number | string)[] = [];
    for (const failure of Object.keys(FAILURES)) cells.push(await charges(failure, layers));
    expect(cells.filter((cell) => cell !== 1).length).toBeGreaterThan(0);
  });
});
