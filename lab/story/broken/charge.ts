import type Stripe from 'stripe';

export interface Order {
  readonly orderId: string;
  /** Minor units. */
  readonly amount: number;
}

/** The usual call: create a PaymentIntent and confirm it at once. Without `idempotencyKey` every call is a new charge. */
export async function charge(stripe: Stripe, { orderId, amount }: Order, idempotencyKey?: string): Promise<string> {
  const intent = await stripe.paymentIntents.create(
    {
      amount,
      currency: 'eur',
      payment_method: 'pm_card_visa',
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      metadata: { orderId },
    },
    { idempotencyKey },
  );
  // stripe-node takes a gateway's 504 for an answer, because its JSON has no member `error`.
  if (intent.status !== 'succeeded') throw new Error('the provider did not answer');
  return intent.id;
}
