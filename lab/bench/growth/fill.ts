import { createHash } from 'node:crypto';
import { BatchWriteItemCommand, DynamoDBClient, type WriteRequest } from '@aws-sdk/client-dynamodb';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { marshall } from '@aws-sdk/util-dynamodb';
import { GUARD_LIFE_SECONDS } from '../../../contract/windows';
import type { SimulatorClient } from '../../../ops/client/simulator-client';
import type { Target } from '../../../ops/client/target';
import { spread } from '../latency/clients';

/** Fixed by DynamoDB and SQS. */
const ITEMS_A_BATCH = 25;
const MESSAGES_A_BATCH = 10;
/** Batches on their way at once. */
const WRITERS = 8;

export const storedOrder = (index: number): string => `stored-${index}`;

const event = (index: number) => ({
  orderId: storedOrder(index),
  attempt: 1,
  amount: 1999,
  currency: 'EUR',
  paymentMethod: 'pm_card_visa',
});

/** As Powertools names a record and remembers its payload. */
const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64');

function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

/** Payments that were charged long ago, as ledger and guard keep them. Written straight to the tables. */
export async function storePayments(target: Target, tables: { payments: string; guard: string }, from: number, to: number): Promise<void> {
  const client = new DynamoDBClient(target.client);
  const now = Date.now();
  const put = (item: Record<string, unknown>): WriteRequest => ({ PutRequest: { Item: marshall(item) } });
  const row = (index: number) => {
    const at = new Date(now - 3_600_000).toISOString();
    return put({ ...event(index), status: 'charged', acceptedAt: at, chargedAt: at, requestId: 'stored', chargeId: `pi_stored${index}` });
  };
  const { amount, currency, paymentMethod } = event(0);
  const validation = hashOf([amount, currency, paymentMethod]);
  const record = (index: number) =>
    put({
      id: `charge#${hashOf(`${storedOrder(index)}/1`)}`,
      status: 'COMPLETED',
      validation,
      expiration: Math.floor(now / 1000) + GUARD_LIFE_SECONDS,
      data: { status: 'charged' },
    });
  await spread(chunks(range(from, to), ITEMS_A_BATCH), WRITERS, async (indexes) => {
    for (const [table, make] of [
      [tables.payments, row],
      [tables.guard, record],
    ] as const) {
      await client.send(new BatchWriteItemCommand({ RequestItems: { [table]: indexes.map(make) } }));
    }
  });
}

/** Messages of stored payments, as they lie in a dead-letter queue. */
export async function fillDlq({ target, dlqUrl }: SimulatorClient, from: number, to: number): Promise<void> {
  const client = new SQSClient(target.client);
  await spread(chunks(range(from, to), MESSAGES_A_BATCH), WRITERS, async (indexes) => {
    const Entries = indexes.map((index) => ({
      Id: String(index),
      MessageBody: JSON.stringify(event(index)),
      MessageGroupId: storedOrder(index),
      MessageDeduplicationId: `dead-${index}`,
    }));
    const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl: dlqUrl, Entries }));
    if (Failed.length > 0) throw new Error(`${Failed.length} messages were refused`);
  });
}
