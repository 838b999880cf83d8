import type Stripe from 'stripe';
import { PermanentFailure, TransientFailure } from '../../contract/failures';
import { eventKey } from '../../contract/payment-event';
import { PROVIDER_BUDGET_SECONDS } from '../../contract/windows';
import { CANCELLATION_REASON, type EndReason, outcomeOfCanceled } from '../shared/canceled-intent';
import type { Payment } from '../shared/payments';
import { amountRefusalOf, declineOf, intentOf, isUnexpectedState, requestIdOf, toFailure } from '../shared/stripe-errors';
import type { NoteProviderRequest } from './delivery-log';
import type { Provider, Settlement } from './provider';

type Intent = Stripe.PaymentIntent;
type ChargedPayment = Parameters<Provider['settle']>[0];
/** An intent as an answer showed it, with the decline that came with it. */
interface Seen {
  readonly intent: Intent;
  readonly declineCode?: string;
}

const expand = ['latest_charge'];

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
  /** One call that can finish in time. Its answer is believed only when it is a PaymentIntent and this payment's. */
  async function call(payment: Payment, send: (intents: Stripe['paymentIntents']) => Promise<Stripe.Response<Intent>>): Promise<Intent> {
    // Before the clock is looked at: it may have to read the key, and wait for that.
    const { paymentIntents } = await connect();
    if (remainingMs() < PROVIDER_BUDGET_SECONDS * 1000) throw new TransientFailure('out-of-time');
    try {
      const intent = await send(paymentIntents);
      noteRequest(payment, intent.lastResponse?.requestId);
      return verify(intent, payment, livemode);
    } catch (error) {
      noteRequest(payment, requestIdOf(error));
      throw error;
    }
  }

  const retrieve = (payment: ChargedPayment): Promise<Intent> => call(payment, (intents) => intents.retrieve(payment.chargeId, { expand }));

  /**
   * Under the fixed key only in the delivery that opened the charge. Once the intent was looked at and is unconfirmed, without it: a 500 that is
   * stored under it would stand in the way for a day, and it is not what holds. An intent succeeds at most once, whatever the key: of two
   * deliveries that confirm it at once, the second is refused and looks. When one is declined while the other confirms again, either its cancel
   * comes first and the other finds the intent cancelled, or it comes too late and finds it charged.
   */
  async function confirm(payment: ChargedPayment, options: Stripe.RequestOptions = {}): Promise<Seen> {
    try {
      const params = { payment_method: payment.paymentMethod, expand };
      return { intent: await call(payment, (intents) => intents.confirm(payment.chargeId, params, options)) };
    } catch (error) {
      const declineCode = declineOf(error);
      if (declineCode !== undefined)
        return { intent: verify(intentOf(error) ?? (await retrieve(payment)), payment, livemode), declineCode };
      if (isUnexpectedState(error)) return { intent: await retrieve(payment) };
      throw error;
    }
  }

  /** Makes an end final: while the intent is open, a late second confirmation could still charge. Without a fixed key as well. */
  async function cancel(payment: ChargedPayment, reason: EndReason): Promise<Intent> {
    const cancellation_reason = CANCELLATION_REASON[reason];
    const params = cancellation_reason === undefined ? undefined : { cancellation_reason };
    try {
      return await call(payment, (intents) => intents.cancel(payment.chargeId, params));
    } catch (error) {
      // It succeeded, or was cancelled, meanwhile: what it is now decides.
      if (isUnexpectedState(error)) return retrieve(payment);
      throw error;
    }
  }

  async function settleOnce(payment: ChargedPayment, askFirst: boolean): Promise<Settlement> {
    let seen: Seen = askFirst
      ? { intent: await retrieve(payment) }
      : await confirm(payment, { idempotencyKey: `${keyOf(payment)}/confirm` });
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
          seen = { intent: await cancel(payment, 'declined'), declineCode: 'authentication_required' };
          break;
        case 'requires_payment_method':
        case 'requires_confirmation':
          seen = declineCode === undefined ? await confirm(payment) : { intent: await cancel(payment, 'declined'), declineCode };
          break;
        case 'processing':
          throw new TransientFailure('provider-processing');
        default:
          // `requires_capture`, or a state that a later API version brings: nothing we asked for, so a person looks.
          throw new PermanentFailure('provider-reply-differs');
      }
    }
    throw new TransientFailure('provider-processing');
  }

  /** Asked, and cancelled unless it has ended: at most two calls, and one more when it ended in between. */
  async function endOnce(payment: ChargedPayment, reason: 'expired' | 'cancelled'): Promise<Settlement> {
    const before = await retrieve(payment);
    const isOpen = before.status.startsWith('requires_');
    const intent = isOpen ? await cancel(payment, reason) : before;
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

  return {
    async end(payment, reason) {
      try {
        return await endOnce(payment, reason);
      } catch (error) {
        throw toFailure(error);
      }
    },

    async open(payment) {
      const { orderId, attempt, amount, currency } = payment;
      const params: Stripe.PaymentIntentCreateParams = {
        amount,
        currency: currency.toLowerCase(),
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        metadata: { orderId, attempt: String(attempt) },
      };
      try {
        const { id } = await call(payment, (intents) => intents.create(params, { idempotencyKey: keyOf(payment) }));
        return { kind: 'opened', chargeId: id };
      } catch (error) {
        const declineCode = amountRefusalOf(error);
        if (declineCode !== undefined) return { kind: 'refused', declineCode };
        throw toFailure(error);
      }
    },

    async settle(payment, { askFirst }) {
      try {
        return await settleOnce(payment, askFirst);
      } catch (error) {
        throw toFailure(error);
      }
    },
  };
}

const keyOf = (payment: Payment): string => `charge-once/${eventKey(payment)}`;

/**
 * stripe-node hands on any JSON that has no member `error`, whatever the status: a gateway's 504 would pass for an answer. And an
 * intent of another order, amount or currency is never confirmed or believed, nor one behind a key of the other mode: a test key charges
 * nobody and says `succeeded`.
 */
function verify(intent: Intent, payment: Payment, livemode: boolean): Intent {
  if (intent.object !== 'payment_intent') throw new TransientFailure('provider-error');
  if (intent.livemode !== livemode) throw new TransientFailure('provider-rejects-credentials');
  const { orderId, attempt, amount, currency } = payment;
  const same =
    intent.amount === amount &&
    intent.currency === currency.toLowerCase() &&
    intent.metadata.orderId === orderId &&
    intent.metadata.attempt === String(attempt) &&
    (payment.chargeId === undefined || intent.id === payment.chargeId) &&
    (intent.status !== 'succeeded' || intent.amount_received === amount);
  if (!same) throw new PermanentFailure('provider-reply-differs');
  return intent;
}

/** When the provider charged, to its second; an intent without its charge is no proof of one. */
function chargedAtOf({ latest_charge: charge }: Intent): string {
  if (typeof charge !== 'object' || charge === null) throw new TransientFailure('provider-error');
  return new Date(charge.created * 1000).toISOString();
}
