import Stripe from 'stripe';
import { containsCardNumber } from '../../contract/card-number';
import { TransientFailure } from '../../contract/failures';
import { ORDER_ID } from '../../contract/payment-event';
import { MAX_ATTEMPTS } from '../../contract/windows';
import type { Outcome } from '../shared/payments';
import { toFailure } from '../shared/stripe-errors';
import type { BookedCharge, ProviderBooks, SucceededCharge } from './ports';

/** Of Stripe's API only what reads, so that nothing here compiles that moves money. */
export type ReadOnlyStripe = { readonly paymentIntents: Pick<Stripe['paymentIntents'], 'list' | 'retrieve'> };

/** The largest page of Stripe's lists. */
const PAGE_SIZE = 100;

/**
 * Stripe's books, or those of any service with its API: the PaymentIntents that the charge function made, told apart by their metadata.
 *
 * @param livemode whether charges are real here: books of the other mode are refused, whosever intents they show
 */
export function stripeBooks(connect: () => Promise<ReadOnlyStripe>, livemode: boolean): ProviderBooks {
  const checkMode = (intent: Stripe.PaymentIntent): void => {
    if (intent.livemode !== livemode) throw new TransientFailure('provider-rejects-credentials');
  };
  return {
    async succeeded({ from, to, after }) {
      try {
        const { paymentIntents } = await connect();
        const page = await paymentIntents.list({
          created: { gte: seconds(from), lt: seconds(to) },
          limit: PAGE_SIZE,
          expand: ['data.latest_charge'],
          ...(after !== undefined && { starting_after: after }),
        });
        const last = page.data?.at(-1);
        // stripe-node hands on any JSON without a member `error`: a gateway's 504 would pass for an empty list.
        if (page.object !== 'list' || (page.has_more && !last)) throw new TransientFailure('provider-error');
        page.data.forEach(checkMode);
        return {
          items: page.data.flatMap((intent) => toCharge(intent) ?? []).filter(hasSucceeded),
          next: page.has_more ? last?.id : undefined,
        };
      } catch (error) {
        throw toFailure(error);
      }
    },

    async find(chargeId) {
      try {
        const { paymentIntents } = await connect();
        const intent = await paymentIntents.retrieve(chargeId, { expand: ['latest_charge'] });
        if (intent.object !== 'payment_intent') throw new TransientFailure('provider-error');
        checkMode(intent);
        return toCharge(intent);
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return undefined;
        throw toFailure(error);
      }
    },
  };
}

const seconds = (time: string): number => Date.parse(time) / 1000;

const hasSucceeded = (charge: BookedCharge): charge is SucceededCharge => charge.outcome?.status === 'charged';

/** `undefined` for an intent of something else that uses the same account. */
function toCharge(intent: Stripe.PaymentIntent): BookedCharge | undefined {
  const { orderId = '', attempt = '' } = intent.metadata ?? {};
  if (!ORDER_ID.test(orderId) || !/^[1-9]\d?$/.test(attempt) || Number(attempt) > MAX_ATTEMPTS) return undefined;
  // The API refuses such an order, and a report is logged.
  if (containsCardNumber(orderId)) return undefined;
  return {
    chargeId: intent.id,
    orderId,
    attempt: Number(attempt),
    amount: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency.toUpperCase(),
    outcome: outcomeOf(intent),
  };
}

/** The same status and code as the worker's, so that a payment reads the same whoever settled it. */
function outcomeOf({ status, latest_charge: charge, last_payment_error: error }: Stripe.PaymentIntent): Outcome | undefined {
  if (status === 'canceled') return { status: 'declined', declineCode: error?.decline_code ?? error?.code ?? 'canceled' };
  // An intent without its charge is no proof of one.
  if (status !== 'succeeded' || typeof charge !== 'object' || charge === null) return undefined;
  return { status: 'charged', chargedAt: new Date(charge.created * 1000).toISOString() };
}
