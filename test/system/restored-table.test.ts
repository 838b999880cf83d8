import { DeleteItemCommand, DynamoDBClient, ListTablesCommand, PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { guardRecordId } from '../../contract/keys';
import { operator, payment } from '../../testing/operator';
import { startForTest } from '../../testing/start';

let simulator: Awaited<ReturnType<typeof startForTest>>;
let shop: ReturnType<typeof operator>;
let dynamoDb: DynamoDBClient;
let TableName: string;
beforeAll(async () => {
  simulator = await startForTest();
  shop = operator(simulator);
  dynamoDb = new DynamoDBClient(shop.target.client);
  TableName = simulator.outputs.PaymentsTableName!;
}, 120_000);
afterAll(() => simulator?.close());

const keyOf = (orderId: string) => marshall({ orderId, attempt: 1 });

async function charge(orderId: string): Promise<void> {
  await shop.post(payment(orderId));
  await shop.settled(orderId, ['charged']);
  await shop.advance('PT30H');
}
/** The state before acceptance. */
const loseRow = (orderId: string) => dynamoDb.send(new DeleteItemCommand({ TableName, Key: keyOf(orderId) }));
/** The state before the charge was opened. */
const resetRow = (orderId: string) =>
  dynamoDb.send(
    new UpdateItemCommand({
      TableName,
      Key: keyOf(orderId),
      UpdateExpression: 'SET #status = :accepted, openShard = :shard REMOVE chargeId, chargedAt',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: marshall({ ':accepted': 'accepted', ':shard': '0' }),
    }),
  );

it('a row that was restored away and is posted again is charged within seconds, and the card once in all', async () => {
  await charge('ord-gone');
  await loseRow('ord-gone');
  expect((await shop.post(payment('ord-gone'))).status).toBe(202);
  await shop.settled('ord-gone', ['charged']);
  expect(await shop.charges('ord-gone')).toHaveLength(1);
  expect((await shop.get('ord-gone')).attempts[0]!.chargeId).toBe((await shop.charges('ord-gone'))[0]!.chargeId);
});

it('a row that is back at accepted is charged within seconds of the repeat, and the card once in all', async () => {
  await charge('ord-back');
  await resetRow('ord-back');
  await shop.post(payment('ord-back'));
  await shop.settled('ord-back', ['charged']);
  expect(await shop.charges('ord-back')).toHaveLength(1);
});

it('a row that was restored away and is posted again with another amount is never charged: a person is told', async () => {
  await charge('ord-other');
  await loseRow('ord-other');
  expect((await shop.post(payment('ord-other', { amount: 2500 }))).status).toBe(202);
  await shop.advance('PT15M');
  const { status, attempts } = await shop.get('ord-other');
  expect(status).toBe('needs_attention');
  expect(attempts[0]!.lastFailure?.code).toBe('provider-reply-differs');
  expect((await shop.charges('ord-other')).map(({ amount }) => amount)).toEqual([1999]);
});

it('a restored decline ends declined again, and the next attempt is free', async () => {
  await shop.post(payment('ord-declined', { paymentMethod: 'pm_card_chargeDeclined' }));
  await shop.settled('ord-declined', ['declined']);
  await shop.advance('PT30H');
  await resetRow('ord-declined');
  await shop.post(payment('ord-declined', { paymentMethod: 'pm_card_chargeDeclined' }));
  await shop.settled('ord-declined', ['declined']);
  await shop.post(payment('ord-declined', { attempt: 2 }));
  await shop.settled('ord-declined', ['charged']);
  expect((await shop.charges('ord-declined')).map(({ attempt }) => attempt)).toEqual([2]);
});

it('a record that somebody forged heals nothing, and charges nothing', async () => {
  await charge('ord-victim');
  const [{ chargeId } = { chargeId: '' }] = await shop.charges('ord-victim');
  // The record says that another order was paid by the victim's charge.
  const { TableNames = [] } = await dynamoDb.send(new ListTablesCommand({}));
  const GuardTable = TableNames.find((name) => name.includes('Guard'))!;
  const expiration = Math.floor(simulator.clock.now() / 1000) + 86_400;
  const data = { status: 'charged', chargeId };
  const id = guardRecordId({ orderId: 'ord-thief', attempt: 1 });
  await dynamoDb.send(
    new PutItemCommand({
      TableName: GuardTable,
      Item: marshall({ id, status: 'COMPLETED', expiration, data, validation: undefined }, { removeUndefinedValues: true }),
    }),
  );
  await shop.post(payment('ord-thief'));
  await shop.advance('PT15M');
  expect((await shop.get('ord-thief')).status).toBe('needs_attention');
  expect(await shop.charges('ord-thief')).toEqual([]);
});
