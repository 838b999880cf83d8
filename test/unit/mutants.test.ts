import { MUTANTS } from '../proof/mutants/mutants';
import { tryMutants } from '../proof/mutants/prove-mutants';
import { misfit } from '../proof/mutants/workshop';

/** Of those that take no time: one of every kind of guard. */
const TRIED_HERE = [
  'a payment that has ended runs again',
  'whoever lost the race goes on with its own charge',
  'a delivery that meets another one is acknowledged',
  'another amount is accepted for the same attempt',
  "a copy is sent under the message's own id",
  'any life of the guard is allowed',
];

it('each fits the product of today and has a name of its own', () => {
  expect(MUTANTS.flatMap((mutant) => misfit(mutant) ?? [])).toEqual([]);
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
});

it('some are noticed by the tests; `npm run prove` tries them all', async () => {
  const chosen = MUTANTS.filter(({ name }) => TRIED_HERE.includes(name));
  expect(chosen).toHaveLength(TRIED_HERE.length);
  const trials = await tryMutants({ mutants: chosen });
  expect(trials.map(({ mutant, verdict }) => `${mutant.name}: ${verdict.kind}`)).toEqual(chosen.map(({ name }) => `${name}: killed`));
}, 300_000);

it('a mutant that changes nothing of importance survives, so that a verdict means something', async () => {
  const file = 'contract/failures.ts';
  const harmless = {
    name: 'a comment',
    file,
    from: 'a person has to look.',
    to: 'look.',
    tests: ['test/unit/charge/charge-message.test.ts'],
  };
  const [trial] = await tryMutants({ mutants: [harmless] });
  expect(trial?.verdict).toEqual({ kind: 'survived' });
}, 120_000);

it('a mutant whose text the product has not, or has twice, is no mutant', () => {
  const gone = { name: 'gone', file: 'contract/windows.ts', from: 'no such text', to: '', tests: [] };
  expect(misfit(gone)).toBe('its text occurs 0 times in contract/windows.ts: no such text');
  expect(misfit({ ...gone, from: 'export const' })).toMatch(/occurs \d\d times/);
});
