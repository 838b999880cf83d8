import type { FunctionDefinition } from '@charge-once/simulator/types';
import type { Bed } from './bed';

/** One implementation that charges the messages of a batch. */
export interface Contestant {
  readonly name: string;
  readonly definition: FunctionDefinition;
  /** Needs the payment's row in the ledger; the others keep no ledger. */
  readonly hasLedger: boolean;
}

export const OURS = 'charge-once';
export const A = 'A: stock recipe';
export const A_ONE_CALL = 'A, one provider call';
export const B = 'B: hand-written guard';
export const C = 'C: no guard';

/** charge-once and the peers. `A, one provider call` creates and confirms in one request; all others make two. */
export const contestants = (bed: Bed): readonly Contestant[] => [
  { name: OURS, definition: bed.functions.get('charge')!, hasLedger: true },
  { name: A, definition: bed.peer('stock-recipe'), hasLedger: false },
  { name: A_ONE_CALL, definition: bed.peer('stock-recipe', { PROVIDER_CALLS: '1' }), hasLedger: false },
  { name: B, definition: bed.peer('hand-written-guard'), hasLedger: false },
  { name: C, definition: bed.peer('no-guard'), hasLedger: false },
];
