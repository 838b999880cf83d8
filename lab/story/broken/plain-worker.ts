import type { SQSEvent } from 'aws-lambda';
import { connectStripe } from '../../../functions/shared/stripe-client';
import { charge } from './charge';

const connect = connectStripe();

/** Behind a FIFO queue, and trusting it: "FIFO is exactly-once". */
export async function handler({ Records }: SQSEvent): Promise<void> {
  for (const { body } of Records) await charge(await connect(), JSON.parse(body));
}
