import type { FunctionDefinition } from '@charge-once/simulator/types';
import type { Installation } from './installation';

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
const B = 'B: hand-written guard';
export const C = 'C: no guard';

/** charge-once and the peers. `A, one provider call` creates and confirms in one request; all others make two. */
export const contestants = (installation: Installation): readonly Contestant[] => [
  { name: OURS, definition: installation.functions.get('charge')!, hasLedger: true },
  { name: A, definition: installation.peer('stock-recipe'), hasLedger: false },
  { name: A_ONE_CALL, definition: installation.peer('stock-recipe', { PROVIDER_CALLS: '1' }), hasLedger: false },
  { name: B, definition: installation.peer('hand-written-guard'), hasLedger: false },
  { name: C, definition: installation.peer('no-guard'), hasLedger: false },
];
