import { type PaymentEvent, sameEvent } from '../contract/payment-event';
import type { ClientTokens } from '../functions/submit-payment/client-tokens';

const DAY_MS = 86_400_000;

/** Client tokens in memory. A token counts for 24 hours from its first use, whether or not anything deletes it then. */
export function memoryClientTokens(clock: () => number = () => 0): ClientTokens {
  const tokens = new Map<string, { event: PaymentEvent; expiresAt: number }>();
  return {
    async claim(token, event) {
      const bound = tokens.get(token);
      if (bound && bound.expiresAt > clock()) return sameEvent(bound.event, event) ? 'claimed' : 'used-for-another-event';
      tokens.set(token, { event, expiresAt: clock() + DAY_MS });
      return 'claimed';
    },
  };
}
