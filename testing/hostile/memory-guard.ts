import type { Charged } from '../../functions/charge/guard';
import type { PowertoolsGuard } from '../../functions/charge/guard.powertools';

/** The guard's contract in memory: one run at a time, its result kept for ever, another content under a known key refused. */
export function memoryGuard(): PowertoolsGuard {
  const results = new Map<string, { content: string; result: Charged }>();
  const running = new Set<string>();
  return {
    register: () => undefined,
    async once({ orderId, attempt, amount, currency, paymentMethod }, charge) {
      const key = `${orderId}/${attempt}`;
      const content = JSON.stringify([amount, currency, paymentMethod]);
      const known = results.get(key);
      if (known) return known.content === content ? { kind: 'done', result: known.result } : { kind: 'other-event' };
      if (running.has(key)) return { kind: 'in-progress', isSameEvent: true };
      running.add(key);
      try {
        const result = await charge();
        results.set(key, { content, result });
        return { kind: 'ran', result };
      } finally {
        running.delete(key);
      }
    },
  };
}
