import type { operator } from '../../simulator/operator';
import { integer, oneOf, type Random } from './random';

type Shop = ReturnType<typeof operator>;

/** Who calls what: every outbound call of the functions on a payment's way. */
const CALLERS = [
  { function: 'submit-payment', service: 'dynamodb' },
  { function: 'submit-payment', service: 'sqs' },
  { function: 'charge', service: 'dynamodb' },
  { function: 'charge', service: 'sqs' },
  { function: 'charge', service: 'acquirer' },
  { function: 'charge', service: 'secretsmanager' },
  { function: 'acquirer', service: 'dynamodb' },
] as const;

/** Gaps are drawn evenly from 1 to 39 calls: one call in twenty. */
const LONGEST_GAP = 39;
/** Rules of one caller at a time. Each call is matched against all of them. */
const RULES_AHEAD = 40;
const REFRESH_MS = 200;

const KILLS = ['kill-before', 'kill-after'] as const;
const OTHER_EFFECTS = ['lose-reply', 'throttle', 'error', 'delay'] as const;

interface SeenRule {
  readonly function: string;
  readonly service: string;
  readonly nth: number;
  readonly effect: string;
  readonly seen: number;
}

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
    const rules = CALLERS.map((caller) => {
      let nth = 0;
      return Array.from({ length: RULES_AHEAD }, () => {
        nth += integer(random, 1, LONGEST_GAP);
        const effect = random() < killShare ? oneOf(random, KILLS) : oneOf(random, OTHER_EFFECTS);
        return { ...caller, nth, effect, ...(effect === 'delay' ? { delayMs: integer(random, 10, 300) } : {}) };
      });
    });
    for (const body of rules.flat()) await control('/faults', { method: 'POST', body: JSON.stringify(body) });
  }

  function count(rules: readonly SeenRule[]): void {
    const seen = new Map(rules.map((rule) => [`${rule.function} ${rule.service}`, rule.seen]));
    for (const calls of seen.values()) fallen.calls += calls;
    for (const { effect, nth, seen: calls } of rules) {
      if (calls < nth) continue;
      fallen.faults += 1;
      fallen.effects[effect] = (fallen.effects[effect] ?? 0) + 1;
    }
  }

  const list = async () => (await control('/faults')).json as SeenRule[];
  const usedUp = (rules: readonly SeenRule[]) => {
    const last = new Map(rules.map((rule) => [`${rule.function} ${rule.service}`, rule]));
    return [...last.values()].some(({ seen, nth }) => seen >= nth);
  };

  async function watch(): Promise<void> {
    while (raining) {
      await new Promise((resolve) => setTimeout(resolve, REFRESH_MS));
      const rules = await list();
      if (!raining || !usedUp(rules)) continue;
      count(rules);
      await control('/faults', { method: 'DELETE' });
      await addRules();
    }
  }

  await addRules();
  const watching = watch();
  return {
    async stop() {
      raining = false;
      await watching;
      count(await list());
      await control('/faults', { method: 'DELETE' });
      return fallen;
    },
  };
}
