import { ScanCommand } from '@aws-sdk/client-dynamodb';
import type { Context } from 'aws-lambda';
import {
  clientTokenRecordId,
  deduplicationId,
  eventKey,
  guardRecordId,
  messageGroupId,
  providerConfirmKey,
  providerCreateKey,
  readProviderKey,
} from '../../../contract/keys';
import { powertoolsGuard } from '../../../functions/charge/guard.powertools';
import { type LocalDynamoDb, localDynamoDb } from '../../../testing/local-dynamodb';
import { ACCEPTED_ORDER_IDS } from '../../../testing/order-ids';
import { anEvent } from '../../../testing/payment-factory';

const EVENT = { orderId: 'ord-1', attempt: 2 };

it.each([
  ['the key of a payment', eventKey(EVENT), 'ord-1/2'],
  ['the group of its messages', messageGroupId(EVENT), 'ord-1'],
  ['their deduplication id', deduplicationId(EVENT), 'ord-1/2'],
  // SHA-256 of `"ord-1/2"`, quotes included.
  ['the id of its guard record', guardRecordId(EVENT), 'charge#QjQgr33pqfu1UgDl0B1Mph8guVeEliNEhDfjdTw4Dwo='],
  ['the key under which its charge is opened', providerCreateKey(EVENT), 'charge-once/ord-1/2'],
  ['the key under which it is confirmed', providerConfirmKey(EVENT), 'charge-once/ord-1/2/confirm'],
  // SHA-256 of `token`.
  [
    'the id of a client token’s record',
    clientTokenRecordId('token'),
    'client-token#3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0',
  ],
])('%s does not change: a deployed system would take old work for new', (_what, made, right) => {
  expect(made).toBe(right);
});

it('makes the key of the event alone, not of what it says', () => {
  expect(eventKey(anEvent({ amount: 2000 }))).toBe(eventKey(anEvent()));
});

it('gives two events two keys, whatever their order ids look like', () => {
  const events = [
    { orderId: '1', attempt: 11 },
    { orderId: '1-1', attempt: 1 },
    { orderId: '11', attempt: 1 },
  ];
  for (const key of [eventKey, guardRecordId, providerCreateKey, providerConfirmKey]) expect(new Set(events.map(key)).size).toBe(3);
});

it.each(['charge-once/ord-1/2', 'charge-once/ord-1/2/confirm'])('reads the event in the provider’s key %s', (key) => {
  expect(readProviderKey(key)).toEqual(EVENT);
});

it.each([
  '',
  'ord-1/2',
  'charge-once/ord-1',
  'charge-once/ord-1/0',
  'charge-once/ord-1/100',
  'charge-once/ord-1/2/cancel',
  'other/ord-1/2',
])('reads no event in the key %p', (key) => {
  expect(readProviderKey(key)).toBeUndefined();
});

describe('the guard', () => {
  let db: LocalDynamoDb;
  beforeAll(async () => {
    db = await localDynamoDb();
  });
  afterAll(() => db.close());

  it('writes its records under these ids', async () => {
    const guard = powertoolsGuard(db.client, 'Guard');
    guard.register({ getRemainingTimeInMillis: () => 30_000 } as Context);
    const events = ACCEPTED_ORDER_IDS.flatMap((orderId) => [anEvent({ orderId }), anEvent({ orderId, attempt: 99 })]);
    for (const event of events) await guard.once(event, async () => ({ status: 'charged' }));
    const { Items = [] } = await db.client.send(new ScanCommand({ TableName: 'Guard' }));
    expect(new Set(Items.map(({ id }) => id?.S))).toEqual(new Set(events.map(guardRecordId)));
  });
});
