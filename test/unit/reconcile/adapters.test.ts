import '../../../testing/function-environment';

import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { dynamoDbLedgerPages } from '../../../functions/reconcile/ledger-pages.dynamodb';
import { dynamoDbProgressStore } from '../../../functions/reconcile/progress.dynamodb';
import { sqsResendQueue } from '../../../functions/reconcile/resend-queue.sqs';
import type { Payments } from '../../../functions/shared/payments';
import { dynamoDbPayments } from '../../../functions/shared/payments.dynamodb';
import { type LocalDynamoDb, localDynamoDb } from '../../../testing/local-dynamodb';
import { localQueues } from '../../../testing/local-queues';
import { anEvent, aPayment } from '../../../testing/payment-factory';
import { reconciledShop } from '../../../testing/reconcile/shop';

let db: LocalDynamoDb;
let payments: Payments;
beforeAll(async () => {
  db = await localDynamoDb();
  payments = dynamoDbPayments(db.client, 'Payments');
});
afterAll(() => db.close());

const RANGE = { from: '2026-11-29T10:00:00.000Z', to: '2026-11-29T16:00:00.000Z', done: false };

describe('the ledger in DynamoDB', () => {
  it('shows the open payments of all shards that are older, the oldest first, and goes on after any of them', async () => {
    const pages = dynamoDbLedgerPages(db.client, 'Payments');
    const orders = Array.from({ length: 40 }, (_, index) => ({
      orderId: `ord-${index}`,
      acceptedAt: `2026-11-29T10:00:${10 + index}.000Z`,
    }));
    for (const order of orders) await payments.create(aPayment(order));
    await payments.startCharging(aPayment(orders[1]), 'pi_1');
    await payments.expire(aPayment(orders[2]));
    const open = async (shard: number, after?: (typeof orders)[number] & { attempt: number }) =>
      (await pages.open(shard, '2026-11-29T10:00:40.000Z', after)).keys;

    const found = await Promise.all(Array.from({ length: 10 }, (_, shard) => open(shard)));
    expect(
      found
        .flat()
        .map(({ orderId }) => orderId)
        .sort(),
    ).toEqual(
      orders
        .slice(0, 30)
        .map(({ orderId }) => orderId)
        .filter((orderId) => orderId !== 'ord-2')
        .sort(),
    );
    const shard = found.findIndex(({ length }) => length > 2);
    const keys = found[shard]!;
    expect(keys).toEqual([...keys].sort((a, b) => a.acceptedAt.localeCompare(b.acceptedAt)));
    expect(keys[0]).toEqual({ orderId: expect.any(String), attempt: 1, acceptedAt: expect.any(String) });
    expect(await open(shard, keys[1])).toEqual(keys.slice(2));
  });

  it('shows the payments recorded as charged in a time, its end left out', async () => {
    const pages = dynamoDbLedgerPages(db.client, 'Payments');
    for (const [orderId, chargedAt] of [
      ['ord-before', '2026-11-29T09:59:59.000Z'],
      ['ord-first', '2026-11-29T10:00:00.000Z'],
      ['ord-last', '2026-11-29T15:59:59.000Z'],
      ['ord-behind', '2026-11-29T16:00:00.000Z'],
    ] as const)
      await payments.create(aPayment({ orderId, status: 'charged', chargeId: `pi_${orderId}`, chargedAt }));
    const { items, next, cursors } = await pages.charged(RANGE);
    expect([...items].sort((a, b) => a.orderId.localeCompare(b.orderId))).toEqual([
      { orderId: 'ord-first', attempt: 1, amount: 1999, currency: 'EUR', chargeId: 'pi_ord-first' },
      { orderId: 'ord-last', attempt: 1, amount: 1999, currency: 'EUR', chargeId: 'pi_ord-last' },
    ]);
    expect(next).toBeUndefined();
    const [after] = cursors!;
    expect((await pages.charged({ ...RANGE, after })).items).toEqual(items.slice(1));
  });
});

describe('the report in DynamoDB', () => {
  it('comes with the progress, as it was saved', async () => {
    const store = dynamoDbProgressStore(db.client, 'Payments');
    expect(await store.load()).toEqual({ overdue: {} });
    const report = await reconciledShop().run();
    const cursor = { orderId: 'ord-1', attempt: 1, acceptedAt: '2026-11-29T10:00:00.000Z' };
    const progress = {
      firstPass: { ...RANGE, after: 'pi_9' },
      secondPass: { ...RANGE, done: true },
      overdue: { 3: cursor, 7: null },
      overdueBefore: RANGE.from,
    };
    await store.save({ ...progress, requested: undefined }, report);
    expect(await store.load()).toEqual(progress);
  });

  it('keeps the stored form of the progress, so that a table of an earlier version goes on where it was', async () => {
    const key = { orderId: 'reconciliation#report', attempt: 0 };
    const cursor = { orderId: 'ord-1', attempt: 1, acceptedAt: '2026-11-29T10:00:00.000Z' };
    const stored = {
      since: '2026-11-01T00:00:00.000Z',
      fresh: { ...RANGE, after: 'pi_9' },
      final: { ...RANGE, done: true },
      recorded: { ...RANGE, after: '{"orderId":"ord-1","attempt":1}' },
      open: { 3: cursor, 7: null },
      asked: { from: RANGE.from, charges: RANGE, recorded: { ...RANGE, done: true } },
    };
    await db.client.send(new PutItemCommand({ TableName: 'Payments', Item: marshall({ ...key, progress: stored, report: {} }) }));
    const store = dynamoDbProgressStore(db.client, 'Payments');
    const progress = await store.load();
    expect(progress).toEqual({
      firstRunAt: '2026-11-01T00:00:00.000Z',
      firstPass: { ...RANGE, after: 'pi_9' },
      secondPass: { ...RANGE, done: true },
      recorded: { ...RANGE, after: '{"orderId":"ord-1","attempt":1}' },
      overdue: { 3: cursor, 7: null },
      requested: { from: RANGE.from, charges: RANGE, recorded: { ...RANGE, done: true } },
    });
    await store.save(progress, await reconciledShop().run());
    const { Item = {} } = await db.client.send(new GetItemCommand({ TableName: 'Payments', Key: marshall(key) }));
    expect(unmarshall(Item).progress).toEqual(stored);
  });

  it('is no payment: not open, not charged, and of no order', async () => {
    const pages = dynamoDbLedgerPages(db.client, 'Payments');
    const open = await Promise.all(Array.from({ length: 10 }, (_, shard) => pages.open(shard, '2027-01-01T00:00:00.000Z')));
    const { items } = await pages.charged(RANGE);
    expect([...open.flatMap(({ keys }) => keys), ...items].map(({ orderId }) => orderId)).not.toContain('reconciliation#report');
  });
});

it('a message is sent as the API sends it, so that SQS drops one sent within five minutes of the other', async () => {
  const queues = await localQueues();
  const queue = sqsResendQueue(queues.client, queues.addresses.queueUrl);
  expect(await queue.backlog()).toBe(0);
  await queue.send(anEvent());
  await queue.send(anEvent());
  expect(await queue.backlog()).toBe(1);
  const receive = new ReceiveMessageCommand({ QueueUrl: queues.addresses.queueUrl, MessageSystemAttributeNames: ['All'] });
  const { Messages = [] } = await queues.client.send(receive);
  await queues.close();
  expect(Messages).toEqual([
    expect.objectContaining({
      Body: '{"orderId":"ord-1001","attempt":1,"amount":1999,"currency":"EUR","paymentMethod":"pm_card_visa"}',
      Attributes: expect.objectContaining({ MessageGroupId: 'ord-1001', MessageDeduplicationId: 'ord-1001/1' }),
    }),
  ]);
});
