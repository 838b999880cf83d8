import type { Acquirer } from './acquirer';
import { lockTimeout } from './api-error';
import type { FaultDocument } from './fault-memory';
import { countedDown, type FaultMode, type FaultRequest, type FaultRules, ruleFor, withRule } from './fault-rules';
import { FAULTS } from './layout';
import { FAULT_CACHE_SECONDS } from './limits';
import type { Store } from './store';

/** Tries to write the rules while others write them too. One of them succeeds each time, so this is also how many may compete. */
const MAX_ROUNDS = 200;

/** A timer may fire a millisecond early. */
const TIMER_SLACK_MS = 1;

export const rulesOf = (document: FaultDocument): FaultRules => document?.body ?? [];

const readFaults = async (store: Store): Promise<FaultDocument> => (await store.read([FAULTS]))[0] as FaultDocument;

/**
 * The fault that a request meets, counted. All rules are one document, remembered for a moment or read with everything else a request
 * needs: without rules they cost no call, and a rule without `times` costs none either.
 *
 * @param seen the rules as the request read or remembered them
 * @param affects whether a fault can do anything to this request; what it cannot is not counted
 */
export async function takeFault(
  acquirer: Acquirer,
  seen: FaultDocument,
  orderId: string | undefined,
  affects: (mode: FaultMode) => boolean,
): Promise<FaultMode | undefined> {
  let present = seen;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const rules = rulesOf(present);
    const rule = ruleFor(rules, orderId);
    if (!rule || !affects(rule.mode)) return undefined;
    if (rule.times === undefined) return rule.mode;
    // A condition and not a counter: it cannot go below zero, a repeated write does not count twice, and a remembered rule that another
    // environment has used up meanwhile is found out here.
    const { written, document } = await replaceFaults(acquirer, countedDown(rules, rule), present);
    if (written) return rule.mode;
    present = document;
  }
  throw lockTimeout();
}

export const presentFaults = async (store: Store): Promise<FaultRules> => rulesOf(await readFaults(store));

/** Resolves when every execution environment goes by the rules that it returns. */
export async function setFault(acquirer: Acquirer, request: FaultRequest): Promise<FaultRules> {
  let present = await readFaults(acquirer.store);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const rules = withRule(rulesOf(present), request);
    const { written, document } = await replaceFaults(acquirer, rules, present);
    if (written) {
      await acquirer.sleep(FAULT_CACHE_SECONDS * 1000 + TIMER_SLACK_MS);
      return rules;
    }
    present = document;
  }
  throw lockTimeout();
}

/** One try to replace the rules. Either way this environment then knows what stands there. */
async function replaceFaults(
  { store, faults }: Acquirer,
  rules: FaultRules,
  present: FaultDocument,
): Promise<{ written: boolean; document: FaultDocument }> {
  const remember = faults.asking();
  const outcome = await store.write(FAULTS, rules, present);
  const document = outcome.kind === 'written' ? outcome.document : (outcome.present as FaultDocument);
  remember(document);
  return { written: outcome.kind === 'written', document };
}
