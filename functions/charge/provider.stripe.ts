import type Stripe from 'stripe';
import { PermanentFailure, TransientFailure } from '../../contract/failures';
import { eventKey } from '../../contract/payment-event';
import { outcomeOfCanceled } from '../shared/canceled-intent';
import type { Payment } from '../shared/payments';
import { amountRefusalOf, toFailure } from '../shared/stripe-errors';
import type { NoteProviderRequest } from './delivery-log';
import { type ChargedPayment, type Intent, type Seen, type StripeIntents, stripeIntents } from './intents.stripe';
import type { Provider, Settlement } from './provider';

/**
 * Stripe, or any service with its API. The charge is a PaymentIntent: created under the event's key, then confirmed by its own id. The
 * key is forgotten after a day; the id never is, and Stripe confirms a PaymentIntent at most once.
 *
 * @param livemode whether charges are real here: an intent of the other mode is never believed
 * @param remainingMs milliseconds left of the invocation
 * @param noteRequest told the provider's own id of each answered request
 */
export function stripeProvider(
  connect: () => Promise<Stripe>,
  livemode: boolean,
  remainingMs: () => number,
  noteRequest: NoteProviderRequest = () => undefined,
): Provider {
  const intents = stripeIntents(connect, livemode, remainingMs, noteRequest);
  return {
    async open(payment) {
      const { orderId, attempt, amount, currency } = payment;
      const params: Stripe.PaymentIntentCreateParams = {
        amount,
        currency: currency.toLowerCase(),
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        metadata: { orderId, attempt: String(attempt) },
      };
      try {
        const { id } = await intents.create(payment, params, { idempotencyKey: keyOf(payment) });
        return { kind: 'opened', chargeId: id };
      } catch (error) {
        const declineCode = amountRefusalOf(error);
        if (declineCode !== undefined) return { kind: 'refused', declineCode };
        throw toFailure(error);
      }
    },

    async settle(payment, { askFirst }) {
      try {
        return await settleOnce(intents, payment, askFirst);
      } catch (error) {
        throw toFailure(error);
      }
    },

    async look(payment) {
      try {
        const intent = await intents.retrieve(payment);
        if (intent.status === 'succeeded') return { status: 'charged', chargedAt: chargedAtOf(intent) };
        return intent.status === 'canceled' ? outcomeOfCanceled(intent) : undefined;
      } catch (error) {
        throw toFailure(error);
      }
    },

    async end(payment, reason) {
      try {
        return await endOnce(intents, payment, reason);
      } catch (error) {
        throw toFailure(error);
      }
    },
  };
}

/** Asks, and cancels unless it has ended: at most two calls, and one more when it ended in between. Nothing is confirmed. */
async function endOnce(intents: StripeIntents, payment: ChargedPayment, reason: 'expired' | 'cancelled'): Promise<Settlement> {
  const before = await intents.retrieve(payment);
  const isOpen = before.status.startsWith('requires_');
  const intent = isOpen ? await intents.cancel(payment, reason) : before;
  switch (intent.status) {
    case 'succeeded':
      return { outcome: { status: 'charged', chargedAt: chargedAtOf(intent) }, alreadySettled: !isOpen };
    case 'canceled':
      return { outcome: outcomeOfCanceled(intent), alreadySettled: !isOpen };
    default:
      // `processing`: the provider has not decided, and takes no cancellation.
      throw new TransientFailure('provider-processing');
  }
}

/** Looks, confirms and cancels until the intent is final. Returns its outcome; throws when the provider has not decided yet. */
async function settleOnce(intents: StripeIntents, payment: ChargedPayment, askFirst: boolean): Promise<Settlement> {
  let seen: Seen = askFirst
    ? { intent: await intents.retrieve(payment) }
    : await intents.confirm(payment, { idempotencyKey: `${keyOf(payment)}/confirm` });
  const alreadySettled = askFirst && (seen.intent.status === 'succeeded' || seen.intent.status === 'canceled');
  // At most: asked, confirmed, declined, cancelled.
  for (let step = 0; step < 4; step++) {
    const { intent, declineCode = intent.last_payment_error?.decline_code ?? intent.last_payment_error?.code } = seen;
    switch (intent.status) {
      case 'succeeded':
        return { outcome: { status: 'charged', chargedAt: chargedAtOf(intent) }, alreadySettled };
      case 'canceled':
        return { outcome: outcomeOfCanceled(intent, declineCode), alreadySettled };
      case 'requires_action':
        seen = { intent: await intents.cancel(payment, 'declined'), declineCode: 'authentication_required' };
        break;
      case 'requires_payment_method':
      case 'requires_confirmation':
        seen =
          declineCode === undefined ? await intents.confirm(payment) : { intent: await intents.cancel(payment, 'declined'), declineCode };
        break;
      case 'processing':
        throw new TransientFailure('provider-processing');
      default:
        // `requires_capture`, or a state that a later API version brings: we never asked for it, so a person has to look.
        throw new PermanentFailure('provider-reply-differs');
    }
  }
  throw new TransientFailure('provider-processing');
}

const keyOf = (payment: Payment): string => `charge-once/${eventKey(payment)}`;

/** When the provider charged, in ISO 8601, exact to the second. An intent that comes without its charge does not prove one. */
function chargedAtOf({ latest_charge: charge }: Intent): string {
  if (typeof charge !== 'object' || charge === null) throw new TransientFailure('provider-error');
  return new Date(charge.created * 1000).toISOString();
}
