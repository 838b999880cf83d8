import { dynamoDbStore } from '../function/store.dynamodb';
import { type Acquirer, failure, order, startAcquirer } from './acquirer';
import { dynaliteTable } from './dynalite-table';

let table: Awaited<ReturnType<typeof dynaliteTable>>;
let acquirer: Acquirer;

beforeEach(async () => {
  table = await dynaliteTable();
  acquirer = await startAcquirer(dynamoDbStore(table.client, table.tableName));
});
afterEach(async () => {
  await acquirer.close();
  await table.close();
});

it('opens, declines, charges and cancels, with its documents in DynamoDB', async () => {
  const { stripe } = acquirer;
  const first = await stripe.paymentIntents.create(order('ord-1'), { idempotencyKey: 'k1' });
  expect((await stripe.paymentIntents.create(order('ord-1'), { idempotencyKey: 'k1' })).id).toBe(first.id);
  expect(await failure(stripe.paymentIntents.confirm(first.id, { payment_method: 'pm_card_chargeDeclined' }))).toMatchObject({
    statusCode: 402,
  });
  expect(await stripe.paymentIntents.confirm(first.id, { payment_method: 'pm_card_visa' })).toMatchObject({ status: 'succeeded' });
  const second = await stripe.paymentIntents.create(order('ord-2'));
  expect(await stripe.paymentIntents.cancel(second.id)).toMatchObject({ status: 'canceled' });
  expect(await acquirer.books('orderId=ord-1')).toEqual({
    data: [{ orderId: 'ord-1', attempt: 1, amount: 1999, currency: 'EUR', chargeId: first.id, chargedAt: '2026-11-29T10:00:00.000Z' }],
    has_more: false,
  });
  expect((await acquirer.books()).data).toHaveLength(1);
});

it('charges once when 20 confirmations with different keys run at once', async () => {
  const { id } = await acquirer.stripe.paymentIntents.create(order('ord-1', { payment_method: 'pm_card_visa' }));
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => acquirer.stripe.paymentIntents.confirm(id)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const result of results) if (result.status === 'rejected') expect(result.reason.code).toBe('payment_intent_unexpected_state');
  expect((await acquirer.books('orderId=ord-1')).data).toHaveLength(1);
});

it('makes one PaymentIntent, and charges once, when 20 creates with confirmation and one key run at once', async () => {
  const create = () =>
    acquirer.stripe.paymentIntents.create(order('ord-1', { payment_method: 'pm_card_visa', confirm: true }), { idempotencyKey: 'k1' });
  const results = await Promise.allSettled(Array.from({ length: 20 }, create));
  for (const result of results) if (result.status === 'rejected') expect(result.reason.code).toBe('idempotency_key_in_use');
  expect((await acquirer.stripe.paymentIntents.list()).data).toHaveLength(1);
  expect((await acquirer.books('orderId=ord-1')).data).toHaveLength(1);
});

it('affects exactly 5 of 20 requests at once when it was told to', async () => {
  await acquirer.setFault({ mode: 'rate_limit', times: 5 });
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => acquirer.stripe.paymentIntents.create(order('ord-1'))));
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(5);
});

it('has forgotten a key after 24 hours although its item is still there', async () => {
  const create = () => acquirer.stripe.paymentIntents.create(order('ord-1'), { idempotencyKey: 'k1' });
  const { id } = await create();
  acquirer.wait(86_399_999);
  expect((await create()).id).toBe(id);
  acquirer.wait(1);
  expect((await create()).id).not.toBe(id);
});

it('lists page by page, the newest first, and keeps books the other way round', async () => {
  const ids: string[] = [];
  for (let n = 1; n <= 5; n++) {
    ids.push((await acquirer.stripe.paymentIntents.create(order(`ord-${n}`, { payment_method: 'pm_card_visa', confirm: true }))).id);
    acquirer.wait(1000);
  }
  const all = await acquirer.stripe.paymentIntents.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
  expect(all.map(({ id }) => id)).toEqual(ids.toReversed());
  const second = await acquirer.books(`limit=2&starting_after=${ids[1]}`);
  expect(second).toMatchObject({ data: [{ chargeId: ids[2] }, { chargeId: ids[3] }], has_more: true });
  const { data } = await acquirer.stripe.paymentIntents.list({ created: { gte: 1795946403 } });
  expect(data.map(({ id }) => id)).toEqual([ids[4], ids[3]]);
});
