import { connectStripe } from '../../../functions/shared/stripe-client';
import { charge, type Order } from './charge';
import { sendReceipt } from './receipt';

const connect = connectStripe();

/** Invoked asynchronously. When it throws, Lambda runs it again after one minute, and again after two more. */
export async function handler(order: Order): Promise<void> {
  await charge(await connect(), order);
  await sendReceipt(order);
}
