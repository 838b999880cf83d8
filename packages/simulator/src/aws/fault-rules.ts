import type { OutboundCall } from './outbound-call';

/**
 * What happens to a call. `kill-…`: the calling function's processes get SIGKILL, before the call is carried out or when it is done and not yet
 * answered. `lose-reply`: the call is carried out and the connection cut, so that the SDK repeats it. `throttle` and `error`: it is answered as the
 * overloaded or failing service would, and not carried out. `delay`: it is carried out later.
 */
export const FAULT_EFFECTS = ['kill-before', 'kill-after', 'lose-reply', 'throttle', 'error', 'delay'] as const;

export interface FaultRule {
  /** Folder of the calling function. */
  function: string;
  /** One that `faultAnswer` knows, or an API with a port of its own. */
  service: string;
  /** As the record of the call shows it. Absent: every action of the service. */
  action?: string;
  /** The first call affected, counted from when the rule was made. */
  nth: number;
  /** How many calls in a row. */
  times: number;
  effect: (typeof FAULT_EFFECTS)[number];
  /** Milliseconds of real time, for `delay`. */
  delayMs: number;
}

export interface FaultRules {
  add(rule: FaultRule): void;
  clear(): void;
  /** The rules with the number of calls that each has seen. */
  list(): (FaultRule & { seen: number })[];
  /** Counts the call against every rule and returns the first that affects it. */
  next(call: OutboundCall): FaultRule | undefined;
}

export function createFaultRules(): FaultRules {
  let rules: (FaultRule & { seen: number })[] = [];
  return {
    add: (rule) => void rules.push({ ...rule, seen: 0 }),
    clear: () => {
      rules = [];
    },
    list: () => structuredClone(rules),
    next: (call) => {
      const matching = rules.filter(
        (rule) => rule.function === call.function && rule.service === call.service && (rule.action ?? call.action) === call.action,
      );
      for (const rule of matching) rule.seen++;
      return matching.find(({ seen, nth, times }) => seen >= nth && seen < nth + times);
    },
  };
}
