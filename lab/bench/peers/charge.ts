import type { SQSRecord } from 'aws-lambda';
import Stripe from 'stripe';
import type { PaymentEvent } from '../../../contract/payment-event';
import { connectStripe } from '../../../functions/shared/stripe-client';

/** A result of Stripe that must not be tried again. Anything else that is thrown means that the message has to come back. */
export interface Charged {
  readonly status: 'charged' | 'declined';
}

export const readEvent = ({ body }: SQSRecord): PaymentEvent => JSON.parse(body) as PaymentEvent;

export const eventKey = ({ orderId, attempt }: PaymentEvent): string => `${orderId}/${attempt}`;

const connect = connectStripe();

/**
 * The charge as every peer makes it, with the same client and settings as charge-once: a PaymentIntent is created, then confirmed; with
 * `PROVIDER_CALLS=1` it is created and confirmed in one call.
 *
 * @param keyed whether both calls carry an idempotency key that is the same for every delivery of the event, as Stripe advises
 */
export async function chargeByStripe(event: PaymentEvent, keyed: boolean): Promise<Charged> {
  const { paymentIntents } = await connect();
  const { orderId, attempt, amount, currency, paymentMethod } = event;
  const intent: Stripe.PaymentIntentCreateParams = {
    amount,
    currency: currency.toLowerCase(),
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    metadata: { orderId, attempt: String(attempt) },
  };
  const options = (suffix: string) => (keyed ? { idempotencyKey: `${eventKey(event)}${suffix}` } : undefined);
  try {
    const confirmed =
      process.env.PROVIDER_CALLS === '1'
        ? await paymentIntents.create({ ...intent, payment_method: paymentMethod, confirm: true }, options(''))
        : await paymentIntents.confirm(
            (await paymentIntents.create(intent, options(''))).id,
            { payment_method: paymentMethod },
            options('/confirm'),
          );
    if (confirmed.status !== 'succeeded') throw new Error(`the charge is ${confirmed.status}`);
    return { status: 'charged' };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) return { status: 'declined' };
    throw error;
  }
}
