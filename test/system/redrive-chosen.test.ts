import type { LeftMessage } from '../../functions/redrive/copy-chosen';
import { evidence } from '../../testing/hostile/evidence';
import { payment } from '../../testing/operator';
import { type RedriveShop, startRedriveShop } from '../../testing/redrive-shop';

let shop: RedriveShop;
beforeAll(async () => {
  shop = await startRedriveShop();
}, 120_000);
afterEach(() => shop.reset());
afterAll(() => shop?.close());

const mend = () => shop.fault({ mode: 'none' });
const choose = async (orderIds: readonly string[], more = {}) => (await shop.ask({ action: 'start', orderIds, ...more })).json;

/** So many payments in the DLQ, whose provider answers again. */
async function inDlq(count: number) {
  const orders = shop.newOrders(count);
  await shop.failInto('down', orders);
  await mend();
  return orders;
}

const suppressed = async () => (await shop.state()).duplicatesSuppressed;

async function chargedOnce(orders: readonly string[]) {
  for (const orderId of orders) {
    expect((await shop.get(orderId)).status).toBe('charged');
    expect(await shop.charges(orderId)).toHaveLength(1);
  }
}

it('moves the chosen orders at the rate that is asked for, leaves the others, and names those it did not find', async () => {
  const [first = '', second = '', third = ''] = await inDlq(3);
  expect(await choose([first, third, 'ord-none'], { maxMessagesPerSecond: 10, requestedBy: 'jo' })).toEqual({
    action: 'start',
    result: 'copied',
    moved: 2,
    left: 0,
    leftBehind: [],
    notFound: ['ord-none'],
    complete: true,
  });
  await shop.advance('PT1S');
  await chargedOnce([first, third]);
  expect((await shop.get(second)).status).toBe('needs_attention');
  expect((await shop.state()).queues.ChargeDlq).toEqual({ visible: 1, inFlight: 0, delayed: 0 });
});

it('says in a dry run what would be moved, of the chosen or of all, and touches nothing', async () => {
  const orders = await inDlq(3);
  const dryRun = { action: 'start', dryRun: true };
  expect((await shop.ask({ ...dryRun, orderIds: [orders[1], 'ord-none'] })).json).toMatchObject({
    result: 'dry-run',
    wouldMove: 1,
    notFound: ['ord-none'],
    complete: true,
    preview: { visible: 3, sampled: 1, byStatus: { accepted: 1 }, safe: true },
  });
  expect((await shop.ask(dryRun)).json).toMatchObject({ result: 'dry-run', wouldMove: 3, preview: { visible: 3, sampled: 3 } });
  expect((await shop.ask({ action: 'status' })).json).toEqual({ action: 'status', visible: 3, tasks: [] });
  await shop.advance('PT1M');
  for (const orderId of orders) expect(await shop.charges(orderId)).toEqual([]);
  expect((await shop.state()).queues.ChargeDlq).toEqual({ visible: 3, inFlight: 0, delayed: 0 });
});

it('leaves in the DLQ what SQS refuses, says which and why, and the next run moves it', async () => {
  const orders = await inDlq(3);
  // Every call of one second: the SDK tries each twice.
  await shop.breakSqs({ action: 'SendMessage', effect: 'throttle', times: 6 });
  const result = await choose(orders);
  expect(result).toMatchObject({ moved: 0, left: 3, complete: true });
  expect(result.leftBehind.sort((a: LeftMessage, b: LeftMessage) => a.orderId.localeCompare(b.orderId))).toEqual(
    orders.sort().map((orderId) => ({
      orderId,
      messageId: expect.any(String),
      reason: 'send-failed',
      error: expect.stringMatching(/^[A-Za-z]+$/),
    })),
  );
  expect((await shop.state()).queues.ChargeDlq).toEqual({ visible: 3, inFlight: 0, delayed: 0 });
  expect(await choose(orders)).toMatchObject({ moved: 3, left: 0 });
  await shop.advance('PT1S');
  await chargedOnce(orders);
});

it('sends once when the answer to the send is lost: the SDK repeats it under the same id', async () => {
  const orders = await inDlq(1);
  const before = await suppressed();
  await shop.breakSqs({ action: 'SendMessage', effect: 'lose-reply' });
  expect(await choose(orders)).toMatchObject({ moved: 1, left: 0 });
  await shop.advance('PT1S');
  await chargedOnce(orders);
  expect(await suppressed()).toEqual(before);
});

describe('may die half-way, before or after any of its calls: a second run brings the rest, and each is charged once', () => {
  it.each([
    { action: 'ReceiveMessage', effect: 'kill-after' },
    { action: 'SendMessage', effect: 'kill-before' },
    { action: 'SendMessage', effect: 'kill-after' },
    { action: 'DeleteMessage', effect: 'kill-before' },
    { action: 'DeleteMessage', effect: 'kill-after' },
  ] as const)('$action $effect', async (rule) => {
    const orders = await inDlq(3);
    await shop.breakSqs(rule);
    expect((await shop.ask({ action: 'start', orderIds: orders })).error).toBe('Unhandled');
    await shop.mendCalls();
    // What the dead run had received comes back after a minute.
    await shop.advance('PT61S');
    expect(await choose(orders)).toMatchObject({ left: 0, complete: true });
    await shop.advance('PT1M');
    await chargedOnce(orders);
    expect((await shop.state()).queues).toEqual({
      ChargeQueue: { visible: 0, inFlight: 0, delayed: 0 },
      ChargeDlq: { visible: 0, inFlight: 0, delayed: 0 },
    });
  });
});

it('sends nothing twice when Lambda repeats a run that died: the repeat has the same id', async () => {
  const orders = await inDlq(1);
  const before = await suppressed();
  await shop.breakSqs({ action: 'DeleteMessage', effect: 'kill-before' });
  await shop.askAsynchronously({ action: 'start', orderIds: orders });
  await shop.advance('PT4M');
  await chargedOnce(orders);
  expect(await suppressed()).toEqual(before);
  expect(await shop.inDlq()).toBe(0);
});

it('may be run twice, at the same time and after: each message is moved once', async () => {
  const orders = await inDlq(12);
  const both = await Promise.all([choose(orders), choose(orders)]);
  expect(both[0].moved + both[1].moved).toBe(12);
  await shop.advance('PT1S');
  await chargedOnce(orders);
  expect(await choose(orders)).toMatchObject({ moved: 0, left: 0, notFound: orders });
});

it('moves ten messages of 150 KB, which are more than one batch may have', async () => {
  const orders = await inDlq(10);
  // The same payments again, as a tool would write them that pads its JSON.
  await shop.bury(orders.map((groupId) => ({ groupId, body: JSON.stringify(payment(groupId, { attempt: 1 })).padEnd(150_000, ' ') })));
  expect(await choose(orders)).toMatchObject({ moved: 20, left: 0, leftBehind: [] });
  await shop.advance('PT1M');
  await chargedOnce(orders);
  expect(await shop.inDlq()).toBe(0);
});

it('logs who asked, for what, and what came of it, also when the run died', async () => {
  const [orderId] = await inDlq(1);
  await shop.ask({ action: 'preview', requestedBy: 'jo (night shift)' });
  await shop.breakSqs({ action: 'ReceiveMessage', effect: 'kill-before' });
  await shop.ask({ action: 'start', orderIds: [orderId], requestedBy: 'sam' });
  const logs = Object.values(await evidence(shop.simulator).logs()).join('\n');
  expect(logs).toMatch(/"message":"redrive preview requested".*"requestedBy":"jo \(night shift\)"/);
  expect(logs).toMatch(/"message":"redrive preview".*"requestedBy":"jo \(night shift\)".*"safe":true/);
  expect(logs).toMatch(new RegExp(`"message":"redrive start requested".*"requestedBy":"sam".*"orderIds":\\["${orderId}"\\]`));
  expect(logs).not.toContain('pm_card_visa');
});
