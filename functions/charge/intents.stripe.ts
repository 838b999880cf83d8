import type Stripe from 'stripe';
import { PermanentFailure, TransientFailure } from '../../contract/failures';
import { PROVIDER_BUDGET_SECONDS } from '../../contract/windows';
import { CANCELLATION_REASON, type EndReason } from '../shared/canceled-intent';
import type { Payment } from '../shared/payments';
import { declineOf, intentOf, isUnexpectedState, requestIdOf } from '../shared/stripe-errors';
import type { NoteProviderRequest } from './delivery-log';
import type { Provider } from './provider';

export type Intent = Stripe.PaymentIntent;
export type ChargedPayment = Parameters<Provider['settle']>[0];

/** An intent as an answer showed it, with the decline that came with it. */
export interface Seen {
  readonly intent: Intent;
  readonly declineCode?: string;
}

export type StripeIntents = ReturnType<typeof stripeIntents>;

const expand = ['latest_charge'];

/**
 * The calls for a payment's PaymentIntent. They return what Stripe answers about this payment and nothing else, and throw its errors as
 * they come; `TransientFailure` (`out-of-time`) when a call could not finish in time, and `PermanentFailure` for another payment's intent.
 *
 * @param livemode whether charges are real here: an intent of the other mode is never believed
 * @param remainingMs milliseconds left of the invocation
 * @param noteRequest told the provider's own id of each answered request
 */
export function stripeIntents(
  connect: () => Promise<Stripe>,
  livemode: boolean,
  remainingMs: () => number,
  noteRequest: NoteProviderRequest,
) {
  /** One call that can finish in time. Its answer is believed only when it is a PaymentIntent and this payment's. */
  async function call(payment: Payment, send: (intents: Stripe['paymentIntents']) => Promise<Stripe.Response<Intent>>): Promise<Intent> {
    // First: it may have to read the API key, and the time for that must not count as left.
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
   * Only the delivery that opened the charge confirms under a fixed key. A later one has retrieved the intent and found it unconfirmed: it uses
   * no fixed key, because Stripe would repeat a 500 stored under that key for a day. The key is not what prevents a second charge: an intent
   * succeeds at most once, whatever the key. Of two deliveries that confirm at once, the second is refused and retrieves the intent. When one
   * is declined while the other confirms again, either its cancel comes first and the other finds the intent cancelled, or the cancel comes
   * too late and finds it charged.
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
      // Meanwhile it succeeded or was cancelled: its status now decides.
      if (isUnexpectedState(error)) return retrieve(payment);
      throw error;
    }
  }

  const create = (payment: Payment, params: Stripe.PaymentIntentCreateParams, options: Stripe.RequestOptions): Promise<Intent> =>
    call(payment, (intents) => intents.create(params, options));

  return { create, retrieve, confirm, cancel };
}

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
