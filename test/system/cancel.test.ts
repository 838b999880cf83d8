import { operator, payment, until } from '../../testing/operator';
import { startForTest } from '../../testing/start';

let simulator: Awaited<ReturnType<typeof startForTest>>;
let shop: ReturnType<typeof operator>;
beforeAll(async () => {
  simulator = await startForTest();
  shop = operator(simulator);
}, 120_000);
afterEach(async () => {
  await shop.fault({ mode: 'none' });
  await shop.mendCalls();
});
afterAll(() => simulator?.close());

const cancel = (orderId: string, attempt?: number) => shop.cancel(orderId, attempt);
const statusOf = async (orderId: string): Promise<string> => (await shop.get(orderId)).status;

it('ends a payment that cannot be charged now, and the next attempt is free', async () => {
  await shop.fault({ mode: 'down' });
  await shop.post(payment('ord-cancel-1'));
  expect(await cancel('ord-cancel-1')).toEqual({ status: 202, body: { orderId: 'ord-cancel-1', attempt: 1 } });
  await shop.fault({ mode: 'none' });
  await shop.advance('PT5M');
  expect(await statusOf('ord-cancel-1')).toBe('cancelled');
  expect(await shop.inDlq()).toBe(0);

  await shop.post(payment('ord-cancel-1', { attempt: 2 }));
  await shop.settled('ord-cancel-1', ['charged']);
  expect((await shop.charges('ord-cancel-1')).map(({ attempt }) => attempt)).toEqual([2]);
});

it('ends a payment that was accepted and whose message was never sent: it is not charged later', async () => {
  await shop.breakCall({ function: 'submit-payment', service: 'sqs', effect: 'error', times: 4 });
  expect((await shop.post(payment('ord-cancel-2'))).status).toBe(503);
  await shop.mendCalls();
  expect((await cancel('ord-cancel-2')).status).toBe(202);
  await shop.settled('ord-cancel-2', ['cancelled']);
  expect(await shop.charges('ord-cancel-2')).toEqual([]);
});

it('comes too late when the card was charged and nobody could record it: it ends charged, once', async () => {
  await shop.fault({ mode: 'lose_answer', orderId: 'ord-cancel-3', times: 1 });
  await shop.post(payment('ord-cancel-3'));
  await until(async () => ((await shop.charges('ord-cancel-3')).length > 0 ? true : undefined));
  expect((await cancel('ord-cancel-3')).status).toBe(202);
  await shop.advance('PT5M');
  expect(await statusOf('ord-cancel-3')).toBe('charged');
  expect(await shop.charges('ord-cancel-3')).toHaveLength(1);
  // Asked for before, so a repeat is answered as the first request was.
  expect((await cancel('ord-cancel-3')).status).toBe(202);
});

it('is refused for what was charged before, and unknown for what was never accepted', async () => {
  await shop.post(payment('ord-cancel-4'));
  await shop.settled('ord-cancel-4', ['charged']);
  expect(await cancel('ord-cancel-4')).toMatchObject({ status: 409, body: { type: 'already-charged' } });
  expect(await cancel('ord-cancel-4', 2)).toMatchObject({ status: 404, body: { type: 'payment-not-found' } });
});

it('ends a payment in the dead-letter queue when it is cancelled, not when it is redriven', async () => {
  await shop.fault({ mode: 'down', orderId: 'ord-cancel-5' });
  await shop.post(payment('ord-cancel-5'));
  await shop.advance('PT15M');
  expect(await statusOf('ord-cancel-5')).toBe('needs_attention');
  await shop.fault({ mode: 'none', orderId: 'ord-cancel-5' });
  expect((await cancel('ord-cancel-5')).status).toBe(202);
  await shop.settled('ord-cancel-5', ['cancelled']);
  await shop.redrive();
  await shop.advance('PT5M');
  expect(await shop.inDlq()).toBe(0);
  expect(await shop.charges('ord-cancel-5')).toEqual([]);
});

it('of twenty at once beside the charge leaves one outcome, and never two charges', async () => {
  const orders = Array.from({ length: 20 }, (_, index) => `ord-race-${index}`);
  await Promise.all(
    orders.map(async (orderId) => void (await Promise.all([shop.post(payment(orderId)), cancel(orderId), cancel(orderId)]))),
  );
  await shop.advance('PT10M');
  for (const orderId of orders) {
    const status = await statusOf(orderId);
    const charges = await shop.charges(orderId);
    expect(['charged', 'cancelled']).toContain(status);
    expect({ orderId, charges: charges.length }).toEqual({ orderId, charges: status === 'charged' ? 1 : 0 });
  }
}, 60_000);

it('is not needed after the horizon: a payment that was started, and comes back on day 200, ends without a charge', async () => {
  // Opened, and then the provider cannot be reached: the row is in charging when the message goes to the DLQ.
  await shop.breakCall({
    function: 'charge',
    service: 'acquirer',
    action: 'POST /v1/payment_intents/{id}/confirm',
    effect: 'error',
    times: 1000,
  });
  await shop.post(payment('ord-old'));
  await shop.advance('PT15M');
  await shop.mendCalls();
  await shop.advance('P200D');
  expect((await shop.get('ord-old')).attempts[0]).toMatchObject({ status: 'needs_attention', chargeId: expect.any(String) });

  await shop.post(payment('ord-old'));
  await shop.settled('ord-old', ['expired']);
  expect(await shop.charges('ord-old')).toEqual([]);
  expect((await shop.post(payment('ord-old', { attempt: 2 }))).status).toBe(202);
  await shop.settled('ord-old', ['charged']);
  expect((await shop.charges('ord-old')).map(({ attempt }) => attempt)).toEqual([2]);
}, 60_000);
