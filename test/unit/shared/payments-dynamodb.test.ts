import '../../../testing/function-environment';

import { QueryCommand } from '@aws-sdk/client-dynamodb';
import type { Payments } from '../../../functions/shared/payments';
import { dynamoDbPayments } from '../../../functions/shared/payments.dynamodb';
import { type LocalDynamoDb, localDynamoDb } from '../../../testing/local-dynamodb';
import { aPayment } from '../../../testing/payment-factory';

let db: LocalDynamoDb;
let payments: Payments;
beforeAll(async () => {
  db = await localDynamoDb();
  payments = dynamoDbPayments(db.client, 'Payments');
});
afterAll(() => db.close());

describe('when the answer of a write is lost and the SDK repeats it', () => {
  const repeated = async <T>(action: string, run: () => Promise<T>): Promise<T> => {
    db.calls.length = 0;
    db.loseNextAnswer();
    const answer = await run();
    expect(db.calls).toEqual([action, action]);
    return answer;
  };

  it('create returns our own row', async () => {
    const row = aPayment({ orderId: 'ord-lost' });
    expect(await repeated('PutItem', () => payments.create(row))).toEqual(row);
  });

  it('startCharging returns the row under our own id', async () => {
    const row = aPayment({ orderId: 'ord-lost' });
    expect(await repeated('UpdateItem', () => payments.startCharging(row, 'pi_1'))).toEqual({
      ...row,
      status: 'charging',
      chargeId: 'pi_1',
    });
  });

  it('settle returns the settled row', async () => {
    const row = aPayment({ orderId: 'ord-lost', status: 'charging', chargeId: 'pi_1' });
    const outcome = { status: 'charged', chargedAt: '2026-11-29T10:00:02.000Z' } as const;
    expect(await repeated('UpdateItem', () => payments.settle(row, outcome))).toEqual({ ...row, ...outcome });
  });

  it('decline returns the declined row', async () => {
    const row = await payments.create(aPayment({ orderId: 'ord-lost-3' }));
    const declined = { ...row, status: 'declined', declineCode: 'amount_too_small' };
    expect(await repeated('UpdateItem', () => payments.decline(row, 'amount_too_small'))).toEqual(declined);
  });

  it('expire returns the expired row', async () => {
    const row = await payments.create(aPayment({ orderId: 'ord-lost-2' }));
    expect(await repeated('UpdateItem', () => payments.expire(row))).toEqual({ ...row, status: 'expired' });
  });
});

it.each([
  { read: 'get', run: () => payments.get('ord-fresh', 1) },
  { read: 'list', run: () => payments.list('ord-fresh') },
])('$read sees what was written a moment ago: DynamoDB answers from a replica unless it is asked not to', async ({ run }) => {
  const inputs: object[] = [];
  db.client.middlewareStack.add(
    (next) => (args) => {
      inputs.push(args.input);
      return next(args);
    },
    { step: 'initialize', name: 'inputs' },
  );
  await run().finally(() => db.client.middlewareStack.remove('inputs'));
  expect(inputs).toEqual([expect.objectContaining({ ConsistentRead: true })]);
});

describe('the sparse index open', () => {
  const openOrders = async () => {
    const shards = await Promise.all(
      Array.from({ length: 10 }, (_, shard) =>
        db.client.send(
          new QueryCommand({
            TableName: 'Payments',
            IndexName: 'open',
            KeyConditionExpression: 'openShard = :shard',
            ExpressionAttributeValues: { ':shard': { S: String(shard) } },
          }),
        ),
      ),
    );
    return shards.flatMap(({ Items = [] }) => Items.map((item) => item.orderId?.S)).sort((a = '', b = '') => a.localeCompare(b));
  };

  it('holds a payment from its acceptance until it is settled, refused or expired', async () => {
    const [charged, declined, expired, refused] = await Promise.all(
      ['ord-a', 'ord-b', 'ord-c', 'ord-d'].map((orderId) => payments.create(aPayment({ orderId }))),
    );
    expect(await openOrders()).toEqual(['ord-a', 'ord-b', 'ord-c', 'ord-d']);
    await payments.decline(refused!, 'amount_too_small');
    expect(await openOrders()).toEqual(['ord-a', 'ord-b', 'ord-c']);
    await payments.settle(await payments.startCharging(charged!, 'pi_a'), { status: 'charged', chargedAt: '2026-11-29T10:00:02.000Z' });
    const charging = await payments.startCharging(declined!, 'pi_b');
    expect(await openOrders()).toEqual(['ord-b', 'ord-c']);
    await payments.settle(charging, { status: 'declined', declineCode: 'card_declined' });
    await payments.expire(expired!);
    expect(await openOrders()).toEqual([]);
  });
});

it('passes on an error that is no failed condition', async () => {
  const elsewhere = dynamoDbPayments(db.client, 'Nowhere');
  await expect(elsewhere.create(aPayment())).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  await expect(elsewhere.expire(aPayment())).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  await expect(elsewhere.noteFailure(aPayment(), { code: 'x', at: 'y', deadLettered: false })).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
});
