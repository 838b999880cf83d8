import { integer, oneOf, type Random } from '../../../lab/bench/random';
import type { SeenFault } from '../../../ops/client/simulator-types';
import type { operator } from '../../../testing/operator';

type Shop = ReturnType<typeof operator>;

/**
 * Who calls what: every outbound call of the functions on a payment's way. `rules` are made at a time, in proportion to the calls, because all
 * are made anew when those of one caller are used up; each call is matched against all of its caller's.
 */
const CALLERS = [
  { caller: { function: 'submit-payment', service: 'dynamodb' }, rules: 20 },
  { caller: { function: 'submit-payment', service: 'sqs' }, rules: 20 },
  { caller: { function: 'charge', service: 'dynamodb' }, rules: 32 },
  { caller: { function: 'charge', service: 'sqs' }, rules: 8 },
  { caller: { function: 'charge', service: 'acquirer' }, rules: 16 },
  { caller: { function: 'charge', service: 'secretsmanager' }, rules: 4 },
  { caller: { function: 'acquirer', service: 'dynamodb' }, rules: 48 },
] as const;

/** Gaps are drawn evenly from 1 to 39 calls: one call in twenty. */
const LONGEST_GAP = 39;
const REFRESH_MS = 200;

const KILLS = ['kill-before', 'kill-after'] as const;
const OTHER_EFFECTS = ['lose-reply', 'throttle', 'error', 'delay'] as const;

/** Makes one outbound call in twenty fail until it is stopped. */
export interface FaultRain {
  /** No further faults; tells what fell. */
  stop(): Promise<{ readonly calls: number; readonly faults: number; readonly effects: Readonly<Record<string, number>> }>;
}

/** @param killShare of the faults; a kill ends every process of the function, and costs a second where the others cost nothing */
export async function letItRain({ control }: Pick<Shop, 'control'>, random: Random, killShare: number): Promise<FaultRain> {
  const fallen = { calls: 0, faults: 0, effects: {} as Record<string, number> };
  let raining = true;

  async function addRules(): Promise<void> {
    const all = CALLERS.map(({ caller, rules }) => {
      let nth = 0;
      return Array.from({ length: rules }, () => {
        nth += integer(random, 1, LONGEST_GAP);
        const effect = random() < killShare ? oneOf(random, KILLS) : oneOf(random, OTHER_EFFECTS);
        return { ...caller, nth, effect, ...(effect === 'delay' ? { delayMs: integer(random, 10, 300) } : {}) };
      });
    });
    for (const fault of all.flat()) await control.breakCall(fault);
  }

  function count(rules: readonly SeenFault[]): void {
    const seen = new Map(rules.map((rule) => [`${rule.function} ${rule.service}`, rule.seen]));
    for (const calls of seen.values()) fallen.calls += calls;
    for (const { effect, nth, seen: calls } of rules) {
      if (calls < nth) continue;
      fallen.faults += 1;
      fallen.effects[effect] = (fallen.effects[effect] ?? 0) + 1;
    }
  }

  const usedUp = (rules: readonly SeenFault[]) => {
    const last = new Map(rules.map((rule) => [`${rule.function} ${rule.service}`, rule]));
    return [...last.values()].some(({ seen, nth }) => seen >= nth);
  };

  async function watch(): Promise<void> {
    while (raining) {
      await new Promise((resolve) => setTimeout(resolve, REFRESH_MS));
      const rules = await control.faults();
      if (!raining || !usedUp(rules)) continue;
      count(rules);
      await control.mendCalls();
      await addRules();
    }
  }

  await addRules();
  const watching = watch();
  // Told by `stop`; until then it is nobody's to handle.
  watching.catch(() => undefined);
  return {
    async stop() {
      raining = false;
      await watching;
      count(await control.faults());
      await control.mendCalls();
      return fallen;
    },
  };
}
