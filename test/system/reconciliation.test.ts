import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { payment } from '../../testing/operator';
import { reconciledShop } from '../../testing/reconciled-shop';
import { startForTest } from '../../testing/start';

let simulator: Awaited<ReturnType<typeof startForTest>>;
let shop: ReturnType<typeof reconciledShop>;

beforeAll(async () => {
  simulator = await startForTest();
  shop = reconciledShop(simulator);
}, 120_000);
beforeEach(() => shop.catchUp());
afterAll(() => simulator?.close());

it('finds an order that was charged twice', async () => {
  await shop.post(payment('ord-twice'));
  await shop.settled('ord-twice');
  const chargeId = (await shop.charges('ord-twice'))[0]!.chargeId;
  const stray = await shop.chargeByHand('ord-twice');
  await shop.advance('PT16M');
  expect((await shop.reconcile()).json).toMatchObject({
    complete: true,
    compared: 2,
    chargedTwice: [{ orderId: 'ord-twice', attempt: 1, chargeIds: [chargeId, stray].sort() }],
    healed: [],
    differing: [],
  });
});

it('finds two charges of a payment that the ledger does not have', async () => {
  const charges = [await shop.chargeByHand('ord-nowhere'), await shop.chargeByHand('ord-nowhere')].sort();
  await shop.advance('PT16M');
  const { json } = await shop.reconcile();
  expect(json.chargedTwice).toEqual([{ orderId: 'ord-nowhere', attempt: 1, chargeIds: charges }]);
  expect(json.differing).toEqual(
    expect.arrayContaining(charges.map((chargeId) => ({ orderId: 'ord-nowhere', attempt: 1, chargeId, reason: 'no-payment' }))),
  );
});

it('records a charge that was made for a payment still accepted, and does not send it', async () => {
  await shop.postUnsent('ord-ahead');
  const chargeId = await shop.chargeByHand('ord-ahead');
  await shop.advance('PT16M');
  expect((await shop.reconcile()).json).toMatchObject({
    healed: [{ orderId: 'ord-ahead', attempt: 1, chargeId }],
    open: { overdue: 0, resent: 0 },
  });
  expect(await shop.get('ord-ahead')).toMatchObject({ status: 'charged', attempts: [{ chargeId }] });
});

it('finds a charge of another amount, records nothing and never charges the payment on top of it', async () => {
  await shop.postUnsent('ord-amount');
  const chargeId = await shop.chargeByHand('ord-amount', { amount: '2999' });
  await shop.advance('PT16M');
  expect((await shop.reconcile()).json).toMatchObject({
    differing: [{ orderId: 'ord-amount', attempt: 1, chargeId, reason: 'amount-or-currency' }],
    healed: [],
    open: { overdue: 1, resent: 0 },
  });
  await shop.advance('PT6H');
  expect((await shop.reconcile()).json.open).toMatchObject({ overdue: 1, resent: 0 });
  expect((await shop.get('ord-amount')).attempts[0]).toMatchObject({
    status: 'needs_attention',
    lastFailure: { code: 'provider-reply-differs' },
  });
  expect(await shop.charges('ord-amount')).toHaveLength(1);
});

it('finds a payment that is recorded as charged and unknown to the acquirer', async () => {
  const { now } = await shop.state();
  await shop.putRow('ord-invented', { status: 'charged', chargeId: 'pi_doesNotExist000000000000', chargedAt: now });
  const open = await shop.chargeByHand('ord-open', { confirm: 'false' });
  await shop.putRow('ord-open', { status: 'charged', chargeId: open, chargedAt: now });
  await shop.advance('PT16M');
  const { json } = await shop.reconcile();
  expect(json.counts.unknownToProvider).toBe(2);
  expect(json.unknownToProvider).toEqual(
    expect.arrayContaining([
      { orderId: 'ord-invented', attempt: 1, chargeId: 'pi_doesNotExist000000000000' },
      { orderId: 'ord-open', attempt: 1, chargeId: open },
    ]),
  );
  await shop.advance('PT16M');
  expect((await shop.reconcile()).json.unknownToProvider).toEqual([]);
});

it('expires what was never started and is older than 40 days', async () => {
  await shop.postUnsent('ord-old');
  await shop.advance('P41D');
  expect((await shop.reconcile()).json.open).toMatchObject({ expired: 1, resent: 0 });
  expect((await shop.get('ord-old')).status).toBe('expired');
  expect(await shop.charges('ord-old')).toEqual([]);
});

it('counts what waits in the DLQ, and leaves it to the operator', async () => {
  await shop.fault({ mode: 'down', orderId: 'ord-dlq' });
  await shop.post(payment('ord-dlq'));
  await shop.advance('PT16M');
  await shop.fault({ mode: 'none' });
  expect((await shop.reconcile()).json.open).toMatchObject({ inDlq: 1, resent: 0, settled: 0 });
  expect(await shop.inDlq()).toBe(1);
});

it('compares again what it is asked to, and says what it compared', async () => {
  const { now: from } = await shop.state();
  await shop.post(payment('ord-again'));
  await shop.settled('ord-again');
  await shop.advance('PT16M');
  const second = (time: string) => `${time.slice(0, 19)}.000Z`;
  const { json } = await shop.reconcile({ from, requestedBy: 'night shift' });
  expect(json).toMatchObject({ from: second(from), complete: true, compared: 1 });
  expect((await shop.reconcile({ from })).json.compared).toBe(1);
  // The schedule's own place is where it was.
  expect((await shop.reconcile()).json.compared).toBe(1);
  expect((await shop.reconcile()).json.compared).toBe(0);
});

it('goes on when the acquirer is down, and says that it is not complete', async () => {
  await shop.fault({ mode: 'down' });
  await shop.postUnsent('ord-later');
  await shop.advance('PT16M');
  expect((await shop.reconcile()).json).toMatchObject({ complete: false, stoppedBy: 'provider-error', open: { resent: 1 } });
  await shop.fault({ mode: 'none' });
  await shop.advance('PT20M');
  expect((await shop.reconcile()).json.complete).toBe(true);
  expect(await shop.charges('ord-later')).toHaveLength(1);
});

it('has read at the acquirer, and never written there', async () => {
  const calls = await shop.calls('reconcile');
  const asked = new Set(calls.filter(({ service }) => service === 'acquirer').map(({ action }) => action));
  expect([...asked].sort()).toEqual(['GET /v1/payment_intents', 'GET /v1/payment_intents/{id}']);
});

it('refuses a request that it does not understand, and does nothing', async () => {
  const before = (await shop.calls('reconcile')).length;
  expect(await shop.reconcile({ from: 'yesterday', dryRun: true })).toMatchObject({
    error: 'Unhandled',
    json: { errorType: 'InvalidReconcileRequest' },
  });
  expect(await shop.calls('reconcile')).toHaveLength(before);
});

it('keeps its report where no reader of payments finds it', async () => {
  const { PaymentsTableName } = (await shop.state()).outputs;
  const { Item } = await shop.dynamoDb.send(
    new GetItemCommand({ TableName: PaymentsTableName, Key: marshall({ orderId: 'reconciliation#report', attempt: 0 }) }),
  );
  expect(unmarshall(Item!)).toMatchObject({ report: { complete: true }, progress: { open: {} } });
  expect(Item).not.toHaveProperty('openShard');
  expect((await shop.get('reconciliation%23report')).status).toBe(404);
});

it('prints every count in every run, zero too', async () => {
  const { json } = await shop.request('/metrics');
  const names = new Set((json as { metric: string; dimensions: { service?: string } }[]).map(({ metric }) => metric));
  for (const name of [
    'DoubleCharges',
    'ChargesHealed',
    'ChargesUnknownToProvider',
    'AmountsDiffering',
    'PaymentsOverdue',
    'PaymentsNewlyOverdue',
    'PaymentsResent',
    'ReconciliationLag',
  ])
    expect(names).toContain(name);
});
