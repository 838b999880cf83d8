import type { FaultRules } from './fault-rules';
import { FAULT_CACHE_SECONDS } from './limits';
import type { Stored } from './store';

/** The document with all fault rules; `undefined` as long as none was ever set. */
export type FaultDocument = Stored<FaultRules> | undefined;

/**
 * The fault rules as this execution environment knows them. Whoever sets a rule is answered only after `FAULT_CACHE_SECONDS`: by then every
 * environment has forgotten what it knew before, so a caller who was answered never meets an older rule.
 */
export interface FaultMemory {
  /** `undefined` when the rules must be read: never seen, or too long ago. */
  recall(): { readonly document: FaultDocument } | undefined;
  /** To be called before a read or write, whose result is handed to the returned function: what comes back is as old as the question. */
  asking(): (document: FaultDocument) => void;
}

/**
 * @param clocks milliseconds of any origin; one of them is enough to forget. The monotonic one can stand still while Lambda has suspended the
 * environment (github.com/hashicorp/vault-lambda-extension/pull/150), and the wall clock can be set back.
 */
export function faultMemory(clocks: readonly (() => number)[]): FaultMemory {
  let questions = 0;
  let kept: { document: FaultDocument; question: number; askedAt: readonly number[] } | undefined;

  const isFresh = (askedAt: readonly number[]): boolean =>
    clocks.every((clock, index) => {
      const ageMs = clock() - askedAt[index]!;
      return ageMs >= 0 && ageMs < FAULT_CACHE_SECONDS * 1000;
    });

  return {
    recall: () => (kept && isFresh(kept.askedAt) ? { document: kept.document } : undefined),
    asking() {
      const question = ++questions;
      const askedAt = clocks.map((clock) => clock());
      return (document) => {
        // An answer that took long must not replace a younger one.
        if (!kept || kept.question < question) kept = { document, question, askedAt };
      };
    },
  };
}
