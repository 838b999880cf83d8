import '../../../testing/function-environment';

import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { dynamoDbClientTokens } from '../../../functions/submit-payment/client-tokens.dynamodb';
import { type LocalDynamoDb, localDynamoDb } from '../../../testing/local-dynamodb';
import { memoryClientTokens } from '../../../testing/memory-client-tokens';
import { anEvent } from '../../../testing/payment-factory';

let db: LocalDynamoDb;
beforeAll(async () => {
  db = await localDynamoDb();
});
afterAll(() => db.close());

const DAY = 86_400_000;
let now = Date.parse('2026-11-29T10:00:00.000Z');
let tokens = 0;
const clock = () => now;

describe.each([
  { where: 'in memory', store: () => memoryClientTokens(clock) },
  { where: 'in DynamoDB', store: () => dynamoDbClientTokens(db.client, 'Guard', clock) },
])('client tokens $where', ({ store }) => {
  it('stay bound to the event of their first use', async () => {
    const token = `k-${++tokens}`;
    const clientTokens = store();
    expect(await clientTokens.claim(token, anEvent())).toBe('claimed');
    expect(await clientTokens.claim(token, anEvent())).toBe('claimed');
    expect(await clientTokens.claim(token, anEvent({ amount: 2000 }))).toBe('used-for-another-event');
    expect(await clientTokens.claim(token, anEvent())).toBe('claimed');
  });

  it.each([{ orderId: 'ord-1002' }, { attempt: 2 }, { amount: 2000 }, { currency: 'USD' }, { paymentMethod: 'pm_card_mastercard' }])(
    'tell an event from one with %j',
    async (over) => {
      const token = `k-${++tokens}`;
      const clientTokens = store();
      await clientTokens.claim(token, anEvent());
      expect(await clientTokens.claim(token, anEvent(over))).toBe('used-for-another-event');
    },
  );

  it('that differ in case are different tokens', async () => {
    const clientTokens = store();
    expect(await clientTokens.claim(`k-${++tokens}`, anEvent())).toBe('claimed');
    expect(await clientTokens.claim(`K-${tokens}`, anEvent({ amount: 2000 }))).toBe('claimed');
  });

  it('are free again 24 hours after their first use, also when nothing has deleted them', async () => {
    const token = `k-${++tokens}`;
    const clientTokens = store();
    await clientTokens.claim(token, anEvent());
    now += DAY - 1000;
    expect(await clientTokens.claim(token, anEvent({ amount: 2000 }))).toBe('used-for-another-event');
    now += 1000;
    expect(await clientTokens.claim(token, anEvent({ amount: 2000 }))).toBe('claimed');
    expect(await clientTokens.claim(token, anEvent())).toBe('used-for-another-event');
  });

  it('claimed by 20 requests at once for two events are bound to one of them', async () => {
    const token = `k-${++tokens}`;
    const clientTokens = store();
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => clientTokens.claim(token, anEvent({ amount: index % 2 === 0 ? 1000 : 2000 }))),
    );
    expect(results.filter((result) => result === 'claimed')).toHaveLength(10);
  });
});

it('the table holds neither the token nor the event', async () => {
  await dynamoDbClientTokens(db.client, 'Guard', clock).claim(
    'k-secret-1',
    anEvent({ orderId: 'ord-secret', paymentMethod: 'pm_secret_1' }),
  );
  const { Items } = await db.client.send(new ScanCommand({ TableName: 'Guard' }));
  expect(JSON.stringify(Items)).not.toMatch(/secret/);
  expect(Items?.every(({ id }) => /^client-token#[0-9a-f]{64}$/.test(id?.S ?? ''))).toBe(true);
});
