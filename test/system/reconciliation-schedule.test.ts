import { payment } from '../../testing/operator';
import { reconciledShop } from '../../testing/reconciled-shop';
import { startForTest } from '../../testing/start';

let simulator: Awaited<ReturnType<typeof startForTest>>;
let shop: ReturnType<typeof reconciledShop>;

beforeAll(async () => {
  simulator = await startForTest({ schedules: true });
  shop = reconciledShop(simulator);
}, 120_000);
afterAll(() => simulator?.close());

const sends = async () => (await shop.calls('reconcile')).filter(({ action }) => action === 'SendMessage').length;

it('records a charge whose answer was lost and whose message nobody redrove', async () => {
  await shop.fault({ mode: 'lose_answer', orderId: 'ord-lost' });
  await shop.post(payment('ord-lost'));
  await shop.advance('PT16M');
  await shop.fault({ mode: 'none' });
  expect((await shop.get('ord-lost')).status).toBe('needs_attention');
  expect(await shop.inDlq()).toBe(1);

  await shop.advance('PT7H');
  expect(await shop.get('ord-lost')).toMatchObject({ status: 'charged', attempts: [{ chargedAt: expect.stringMatching(/Z$/) }] });
  expect(await shop.charges('ord-lost')).toHaveLength(1);
  expect((await shop.state()).functions.reconcile.errors).toBe(0);
});

it('sends a payment once that was accepted and never reached the queue', async () => {
  await shop.postUnsent('ord-unsent');
  await shop.advance('PT7H');
  expect((await shop.get('ord-unsent')).status).toBe('charged');
  expect(await shop.charges('ord-unsent')).toHaveLength(1);
  expect(await sends()).toBe(1);
  await shop.advance('P2D');
  expect(await sends()).toBe(1);
});

it('sends a payment once more whose every worker died without a trace, and then leaves it to the operator', async () => {
  // Every delivery dies before it can leave a trace.
  await shop.breakCall({ function: 'charge', service: 'dynamodb', action: 'PutItem', times: 10, effect: 'kill-before' });
  await shop.post(payment('ord-poison'));
  await shop.advance('P1D');
  await shop.mendCalls();
  await shop.advance('P1D');
  expect(await sends()).toBe(2);
  expect((await shop.get('ord-poison')).status).toBe('needs_attention');
  await shop.redrive();
  await shop.advance('PT1M');
  expect(await shop.charges('ord-poison')).toHaveLength(1);
});

it('runs four times a day for two months, and has nothing to say', async () => {
  const before = (await shop.state()).functions.reconcile.invocations;
  await shop.advance('P60D');
  const { invocations, errors } = (await shop.state()).functions.reconcile;
  expect([invocations - before, errors]).toEqual([240, 0]);
  expect((await shop.reconcile()).json).toMatchObject({
    complete: true,
    compared: 0,
    counts: { chargedTwice: 0, healed: 0, differing: 0 },
  });
});
