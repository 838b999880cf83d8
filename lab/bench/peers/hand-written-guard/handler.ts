import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { chargeByStripe, eventKey, readEvent } from '../charge';
import { fifoBatch } from '../fifo-batch';
import { handWrittenGuard } from './guard';

/** Peer B: a guard written by hand and with care, groups in parallel. No ledger. */
const once = handWrittenGuard(new DynamoDBClient({}), process.env.GUARD_TABLE_NAME!);

export const handler = (batch: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  fifoBatch(batch, (record) => {
    const event = readEvent(record);
    return once(eventKey(event), context.getRemainingTimeInMillis(), () => chargeByStripe(event, true));
  });
