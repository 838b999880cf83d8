import fc from 'fast-check';
import type { CallFault } from './computer';

const SECOND = 1000;

/** From within a lease, over it, to past the visibility time-out. */
const delayMs = fc.constantFrom(100, 5 * SECOND, 12 * SECOND, 40 * SECOND, 200 * SECOND);
const fault: fc.Arbitrary<CallFault> = fc.oneof(
  { weight: 8, arbitrary: fc.constant<CallFault>({ kind: 'none' }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<CallFault[]>(
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

/** Faults of the calls of one process, in order: mostly none, so that a fault late in its work is met too. */
export const faults = (maxLength: number): fc.Arbitrary<CallFault[]> => fc.array(fault, { maxLength });
