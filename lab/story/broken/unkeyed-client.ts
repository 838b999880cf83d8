import type Stripe from 'stripe';
import { charge, type Order } from './charge';

/** A checkout that charges within the request, without a key. The client sends again when no answer comes. */
export async function checkout(stripe: Stripe, order: Order): Promise<'paid' | 'no answer'> {
  try {
    await charge(stripe, order);
    return 'paid';
  } catch {
    return 'no answer';
  }
}
