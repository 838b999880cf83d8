import { IdempotencyAlreadyInProgressError, IdempotencyValidationError } from '@aws-lambda-powertools/idempotency';
import type { Charged, Guard } from '../../functions/charge/guard';

/** The guard's contract in memory: one run at a time, its result kept for ever, another content under a known key refused. */
export function memoryGuard(): Guard {
  const results = new Map<string, { content: string; charged: Charged }>();
  const running = new Set<string>();
  return {
    register: () => undefined,
    async once({ orderId, attempt, amount, currency, paymentMethod }, charge) {
      const key = `${orderId}/${attempt}`;
      const content = JSON.stringify([amount, currency, paymentMethod]);
      const known = results.get(key);
      if (known && known.content !== content) throw new IdempotencyValidationError('Payload does not match stored record for this event.');
      if (known) return { ...known.charged, replayed: true };
      if (running.has(key)) throw new IdempotencyAlreadyInProgressError('There is already an execution in progress.');
      running.add(key);
      try {
        const charged = await charge();
        results.set(key, { content, charged });
        return { ...charged, replayed: false };
      } finally {
        running.delete(key);
      }
    },
  };
}
