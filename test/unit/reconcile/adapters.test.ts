import '../../../testing/function-environment';

import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { dynamoDbLedgerWalk } from '../../../functions/reconcile/ledger-walk.dynamodb';
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

const WALK = { from: '2026-11-29T10:00:00.000Z', to: '2026-11-29T16:00:00.000Z', done: false };

describe('the ledger in DynamoDB', () => {
  it('shows the open payments of all shards that are older, the oldest first, and goes on after any of them', async () => {
    const walk = dynamoDbLedgerWalk(db.client, 'Payments');
    const orders = Array.from({ length: 40 }, (_, index) => ({
      orderId: `ord-${index}`,
      acceptedAt: `2026-11-29T10:00:${10 + index}.000Z`,
    }));
    for (const order of orders) await payments.create(aPayment(order));
    await payments.startCharging(aPayment(orders[1]), 'pi_1');
    await payments.expire(aPayment(orders[2]));
    const open = async (shard: number, after?: (typeof orders)[number] & { attempt: number }) =>
      (await walk.open(shard, '2026-11-29T10:00:40.000Z', after)).keys;

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
    const walk = dynamoDbLedgerWalk(db.client, 'Payments');
    for (const [orderId, chargedAt] of [
      ['ord-before', '2026-11-29T09:59:59.000Z'],
      ['ord-first', '2026-11-29T10:00:00.000Z'],
      ['ord-last', '2026-11-29T15:59:59.000Z'],
      ['ord-behind', '2026-11-29T16:00:00.000Z'],
    ] as const)
      await payments.create(aPayment({ orderId, status: 'charged', chargeId: `pi_${orderId}`, chargedAt }));
    const { items, next, places } = await walk.charged(WALK);
    expect([...items].sort((a, b) => a.orderId.localeCompare(b.orderId))).toEqual([
      { orderId: 'ord-first', attempt: 1, amount: 1999, currency: 'EUR', chargeId: 'pi_ord-first' },
      { orderId: 'ord-last', attempt: 1, amount: 1999, currency: 'EUR', chargeId: 'pi_ord-last' },
    ]);
    expect(next).toBeUndefined();
    const [after] = places!;
    expect((await walk.charged({ ...WALK, after })).items).toEqual(items.slice(1));
  });
});

describe('the report in DynamoDB', () => {
  it('comes with the progress, as it was saved', async () => {
    const store = dynamoDbProgressStore(db.client, 'Payments');
    expect(await store.load()).toEqual({ open: {} });
    const report = await reconciledShop().run();
    const place = { orderId: 'ord-1', attempt: 1, acceptedAt: '2026-11-29T10:00:00.000Z' };
    const progress = { fresh: { ...WALK, after: 'pi_9' }, final: { ...WALK, done: true }, open: { 3: place, 7: null } };
    await store.save({ ...progress, asked: undefined }, report);
    expect(await store.load()).toEqual(progress);
  });

  it('is no payment: not open, not charged, and of no order', async () => {
    const walk = dynamoDbLedgerWalk(db.client, 'Payments');
    const open = await Promise.all(Array.from({ length: 10 }, (_, shard) => walk.open(shard, '2027-01-01T00:00:00.000Z')));
    const { items } = await walk.charged(WALK);
    expect([...open.flatMap(({ keys }) => keys), ...items].map(({ orderId }) => orderId)).not.toContain('reconciliation#report');
  });
});

it('a message is sent as the API sends it, so that SQS drops one sent within five minutes of the other', async () => {
  const queues = await localQueues();
  const queue = sqsResendQueue(queues.client, queues.addresses.queueUrl);
  expect(await queue.waiting()).toBe(0);
  await queue.send(anEvent());
  await queue.send(anEvent());
  expect(await queue.waiting()).toBe(1);
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
