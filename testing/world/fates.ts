import fc from 'fast-check';
import type { Fate } from './computer';

const SECOND = 1000;

/** From within a lease, over it, to past the visibility time-out. */
const delayMs = fc.constantFrom(100, 5 * SECOND, 12 * SECOND, 40 * SECOND, 200 * SECOND);
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Fate>({ kind: 'ok' }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Fate[]>(
      { kind: 'fail' },
      { kind: 'lose-reply' },
      { kind: 'repeat' },
      { kind: 'kill-before' },
      { kind: 'kill-after' },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('kill-in-flight' as const, 'late-request' as const, 'late-reply' as const, 'freeze' as const),
      delayMs,
    }),
  },
);

/** What becomes of the calls of one process, in order: mostly nothing, so that a fate late in its work is met too. */
export const fates = (maxLength: number): fc.Arbitrary<Fate[]> => fc.array(fate, { maxLength });
