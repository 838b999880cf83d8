import type { Provider } from '../functions/charge/provider';
import type { Outcome } from '../functions/shared/payments';

/** A provider with a provider's rules and nothing else: a charge is settled at most once, by its id; a key is known until it is forgotten. */
export function memoryProvider(declines: readonly string[] = []) {
  const ids = new Map<string, string>();
  const settled = new Map<string, Outcome>();
  const confirmations: string[] = [];
  let opened = 0;

  const provider: Provider = {
    async open({ orderId, attempt }) {
      await turn();
      const key = `${orderId}/${attempt}`;
      if (!ids.has(key)) ids.set(key, `pi_${++opened}`);
      return { kind: 'opened', chargeId: ids.get(key)! };
    },
    async settle({ chargeId, paymentMethod }, { askFirst }) {
      await turn();
      const before = settled.get(chargeId);
      if (before) return { outcome: before, alreadySettled: askFirst };
      confirmations.push(chargeId);
      const outcome: Outcome = declines.includes(paymentMethod)
        ? { status: 'declined', declineCode: 'generic_decline' }
        : { status: 'charged', chargedAt: '2026-11-29T10:00:05.000Z' };
      settled.set(chargeId, outcome);
      return { outcome, alreadySettled: false };
    },
    async look({ chargeId }) {
      await turn();
      return settled.get(chargeId);
    },
    async end({ chargeId }, reason) {
      await turn();
      const before = settled.get(chargeId);
      if (before) return { outcome: before, alreadySettled: true };
      const outcome: Outcome = { status: reason };
      settled.set(chargeId, outcome);
      return { outcome, alreadySettled: false };
    },
  };
  return {
    provider,
    /** Ids under which money moved, one entry a charge. */
    charged: () => [...settled].filter(([, { status }]) => status === 'charged').map(([id]) => id),
    confirmations,
    forgetKeys: () => ids.clear(),
  };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
