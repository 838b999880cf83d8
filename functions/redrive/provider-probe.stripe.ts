import type Stripe from 'stripe';
import { PermanentFailure, TransientFailure } from '../../contract/failures';
import { toFailure } from '../shared/stripe-errors';
import type { ProviderProbe } from './provider-probe';

/** One read of Stripe, with the key that the charges use, so that a revoked key shows too. A known charge shows nobody else's payment. */
export function stripeProbe(connect: () => Promise<Stripe>): ProviderProbe {
  return async (chargeId) => {
    try {
      const { paymentIntents } = await connect();
      const answer = await (chargeId === undefined ? paymentIntents.list({ limit: 1 }) : paymentIntents.retrieve(chargeId));
      // stripe-node hands on any JSON that has no member `error`: a gateway's 504 would pass for an answer.
      return answer.object === 'list' || answer.object === 'payment_intent' ? undefined : 'provider-error';
    } catch (error) {
      const failure = toFailure(error);
      // It answers, though it does not know this charge.
      if (failure instanceof PermanentFailure) return undefined;
      return failure instanceof TransientFailure ? failure.code : 'unexpected-error';
    }
  };
}
