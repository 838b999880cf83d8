import { lockTimeout } from './api-error';
import { countedDown, type FaultMode, type FaultRequest, type FaultRules, ruleFor, withRule } from './fault-rules';
import { FAULTS } from './layout';
import type { Store, Stored } from './store';

/** Tries to write the rules while others write them too. One of them succeeds each time, so this is also how many may compete. */
const MAX_ROUNDS = 200;

const rulesOf = (stored: Stored | undefined): FaultRules => (stored?.body ?? []) as FaultRules;

/**
 * The fault that a request meets, counted. All rules are one document, read with everything else a request needs: without rules they
 * cost no call, and a rule without `times` costs none either.
 *
 * @param seen the rules as the request read them
 * @param affects whether a fault can do anything to this request; what it cannot is not counted
 */
export async function takeFault(
  store: Store,
  seen: Stored | undefined,
  orderId: string | undefined,
  affects: (mode: FaultMode) => boolean,
): Promise<FaultMode | undefined> {
  let present = seen;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const rules = rulesOf(present);
    const rule = ruleFor(rules, orderId);
    if (!rule || !affects(rule.mode)) return undefined;
    if (rule.times === undefined) return rule.mode;
    // A condition and not a counter: it cannot go below zero, and a repeated write does not count twice.
    if (await store.write(FAULTS, countedDown(rules, rule), present)) return rule.mode;
    [present] = await store.read([FAULTS]);
  }
  throw lockTimeout();
}

export async function presentFaults(store: Store): Promise<FaultRules> {
  const [stored] = await store.read([FAULTS]);
  return rulesOf(stored);
}

export async function setFault(store: Store, request: FaultRequest): Promise<FaultRules> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const [stored] = await store.read([FAULTS]);
    const rules = withRule(rulesOf(stored), request);
    if (await store.write(FAULTS, rules, stored)) return rules;
  }
  throw lockTimeout();
}
