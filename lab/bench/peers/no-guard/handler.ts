import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { chargeByStripe, readEvent } from '../charge';
import { fifoBatch } from '../fifo-batch';

/** Peer C: nothing but the charge, groups in parallel. The floor: whoever guards anything cannot be faster. */
export const handler = (batch: SQSEvent): Promise<SQSBatchResponse> =>
  fifoBatch(batch, (record) => chargeByStripe(readEvent(record), false));
