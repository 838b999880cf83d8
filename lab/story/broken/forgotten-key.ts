import type { SQSEvent } from 'aws-lambda';
import { connectStripe } from '../../../functions/shared/stripe-client';
import { charge, type Order } from './charge';
import { sendReceipt } from './receipt';

const connect = connectStripe();

/** Leaves it to the provider: the order id is the idempotency key, so a repeat gets the first answer. For a day. */
export async function handler({ Records }: SQSEvent): Promise<void> {
  for (const { body } of Records) {
    const order: Order = JSON.parse(body);
    await charge(await connect(), order, order.orderId);
    await sendReceipt(order);
  }
}
