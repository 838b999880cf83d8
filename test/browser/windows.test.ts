import type { Browser, Page } from 'playwright-core';
import { canLook, openChromium } from '../../lab/docs/chromium';
import { operator, payment } from '../../testing/operator';
import { startForTest, type TestSimulator } from '../../testing/start';

const PATIENCE_MS = 120_000;
jest.setTimeout(PATIENCE_MS);

const it = canLook ? globalThis.it : globalThis.it.skip;

let simulator: TestSimulator;
let shop: ReturnType<typeof operator>;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  if (!canLook) return;
  browser = await openChromium();
  simulator = await startForTest();
  shop = operator(simulator);
  page = await browser.newPage({ viewport: { width: 1280, height: 1000 }, reducedMotion: 'reduce' });
  page.setDefaultTimeout(20_000);
}, PATIENCE_MS);
afterAll(async () => {
  await browser?.close();
  await simulator?.close();
});

/** What the panel says of each window of a payment, by the window's label. */
async function remembered(orderId: string): Promise<Record<string, string>> {
  await simulator.clock.idle();
  await page.goto('about:blank');
  await page.goto(`${simulator.consoleUrl}#order=${orderId}`);
  await page.getByRole('heading', { name: orderId }).waitFor();
  return page.evaluate(
    `Object.fromEntries([...document.querySelectorAll('.window[data-layer]')].map((row) =>
      [row.querySelector('.name').firstChild.data, row.querySelector('.left').textContent]))`,
  );
}

/** Waits until the delivery is over, too: what it still has to do would otherwise happen while the clock is being moved. */
async function settled(orderId: string): Promise<void> {
  await shop.settled(orderId);
  await simulator.clock.idle();
}

const failUntilDead = () => shop.advance('PT16M');
/** What anyone with the right to send may put on the queue. */
const replay = (orderId: string) => shop.enqueue(JSON.stringify({ attempt: 1, ...payment(orderId) }), orderId, `replay-${Math.random()}`);

it('counts each window of a fresh payment from what started it, and says what never happened', async () => {
  await shop.post(payment('ord-fresh'));
  await settled('ord-fresh');
  expect(await remembered('ord-fresh')).toEqual({
    'In-progress lease': 'no worker holds it',
    'Visibility time-out': 'no delivery under way',
    'FIFO deduplication': expect.stringMatching(/^4 min \d+ s left$/),
    'Record life by default': expect.stringMatching(/^59 min \d+ s left$/),
    'Provider’s key': '23 h 59 min left',
    'Queue retention': 'no message in the queue',
    'DLQ retention': 'no dead letter',
    'Guard record': '40 d 23 h left',
    'Ledger row': 'never over',
  });
});

it('counts the guard record anew when a replay has written another one 42 days later', async () => {
  await shop.post(payment('ord-replayed'));
  await settled('ord-replayed');
  await shop.advance('P42D');
  expect(await remembered('ord-replayed')).toMatchObject({ 'Guard record': 'over: the ledger still knows' });
  await replay('ord-replayed');
  await simulator.clock.idle();
  await shop.advance('PT1H');
  expect(await remembered('ord-replayed')).toMatchObject({
    'FIFO deduplication': 'over: SQS takes the send again',
    'Record life by default': 'over: a stock guard has forgotten',
    'Provider’s key': 'over: the charge’s own id still holds',
    'Queue retention': 'no message in the queue',
    'Guard record': '40 d 22 h left',
  });
  const { Guard: before } = (await shop.state()).duplicatesSuppressed;
  await replay('ord-replayed');
  await shop.advance('PT1M');
  expect((await shop.state()).duplicatesSuppressed.Guard).toBe(before + 1);
});

it('counts the retention of a message anew at each move to the DLQ', async () => {
  await shop.fault({ mode: 'down' });
  await shop.post(payment('ord-dead'));
  await failUntilDead();
  await shop.advance('P10D');
  expect(await remembered('ord-dead')).toMatchObject({
    'Provider’s key': 'no charge opened',
    'Queue retention': 'no message in the queue',
    'DLQ retention': expect.stringMatching(/^(4 d|3 d 23 h) left$/),
    'Guard record': 'no completed record',
  });
  await shop.redrive();
  await shop.advance('PT1M');
  expect(await remembered('ord-dead')).toMatchObject({ 'Queue retention': '3 d 23 h left', 'DLQ retention': 'no dead letter' });
  await failUntilDead();
  await shop.advance('P5D');
  expect(await shop.inDlq()).toBe(1);
  expect(await remembered('ord-dead')).toMatchObject({
    'Queue retention': 'no message in the queue',
    'DLQ retention': expect.stringMatching(/^(9 d|8 d 23 h) left$/),
  });
});

it('has no dead letter any more when a redrive has settled the payment', async () => {
  await shop.fault({ mode: 'none' });
  await shop.redrive();
  await settled('ord-dead');
  await shop.advance('P15D');
  expect(await remembered('ord-dead')).toMatchObject({
    'Queue retention': 'no message in the queue',
    'DLQ retention': 'no dead letter',
    'Guard record': '25 d 23 h left',
  });
});

it('says that a dead letter is lost only when it is', async () => {
  await shop.fault({ mode: 'down' });
  await shop.post(payment('ord-lost'));
  await failUntilDead();
  await shop.advance('P15D');
  await shop.fault({ mode: 'none' });
  expect(await shop.inDlq()).toBe(0);
  expect(await remembered('ord-lost')).toMatchObject({ 'DLQ retention': 'over: a dead letter is lost' });
});

it('still has a message in the queue when the first of two has died', async () => {
  await shop.fault({ mode: 'down' });
  await shop.post(payment('ord-twice'));
  await until('ord-twice', 'logged: provider-error');
  await replay('ord-twice');
  await until('ord-twice', 'moved to ChargeDlq');
  expect(await remembered('ord-twice')).toMatchObject({ 'Queue retention': '3 d 23 h left', 'DLQ retention': '13 d 23 h left' });
  await failUntilDead();
  await shop.fault({ mode: 'none' });
  await shop.redrive();
  await settled('ord-twice');
  await shop.advance('PT5M');
  expect(await remembered('ord-twice')).toMatchObject({ 'Queue retention': 'no message in the queue', 'DLQ retention': 'no dead letter' });
});

/** Moves the clock by ten seconds at a time until the payment's time line tells it. */
async function until(orderId: string, text: string): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    const { entries } = (await shop.request(`/payments/${orderId}/timeline`)).json;
    if (entries.some((entry: { text: string }) => entry.text.startsWith(text))) return;
    await shop.advance('PT10S');
  }
  throw new Error(`${orderId}: not told within 10 minutes: ${text}`);
}

it('counts the provider’s key from the first create under it, and not from a repetition', async () => {
  // The charge is opened, and its worker dies before the row has it.
  const kill = { function: 'charge', service: 'acquirer', action: 'POST /v1/payment_intents', effect: 'kill-after' } as const;
  await shop.breakCall(kill);
  await shop.fault({ mode: 'none' });
  await shop.post(payment('ord-killed'));
  await shop.advance('PT5M');
  expect((await shop.get('ord-killed')).status).toBe('charged');
  await shop.advance('PT23H');
  // The second create came 3 minutes later; it would have 58 or 59 minutes left.
  expect(await remembered('ord-killed')).toMatchObject({ 'Provider’s key': expect.stringMatching(/^5[45] min/) });
});

it('does not say that something never happened to a payment of which it has not seen the beginning', async () => {
  const timeline = {
    orderId: 'ord-fresh',
    forgotten: 0,
    entries: [{ at: '2026-11-29T10:00:00.000Z', kind: 'ledger', text: 'row read', attempt: 1 }],
  };
  await page.route('**/ord-fresh/timeline', (route) => route.fulfill({ json: timeline }));
  expect(await remembered('ord-fresh')).toMatchObject({
    'DLQ retention': 'start not seen',
    'Guard record': 'start not seen',
    'Ledger row': 'never over',
  });
  await page.unroute('**/ord-fresh/timeline');
});

it('has a clock for every window but the ledger’s, which counts from acceptance', async () => {
  const windows: { label: string; clock?: string }[] = (await shop.request('/windows')).json;
  expect(windows.filter(({ clock }) => clock === undefined).map(({ label }) => label)).toEqual(['Ledger row']);
});
