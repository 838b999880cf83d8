import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { canLook, openChromium } from '../../lab/docs/chromium';
import { operator, payment, until } from '../../testing/operator';
import { startForTest, type TestSimulator } from '../../testing/start';

const PATIENCE_MS = 120_000;
const STEP_MS = 20_000;
jest.setTimeout(PATIENCE_MS);

const [it, describe] = canLook ? [globalThis.it, globalThis.describe] : [globalThis.it.skip, globalThis.describe.skip];

let simulator: TestSimulator;
let shop: ReturnType<typeof operator>;
let browser: Browser;
let page: Page;
/** What a person would find in the browser's own console. */
const complaints: string[] = [];
const hosts = new Set<string>();

beforeAll(async () => {
  if (!canLook) return;
  browser = await openChromium();
  simulator = await startForTest();
  shop = operator(simulator);
  page = await browser.newPage({ viewport: { width: 1280, height: 1000 }, reducedMotion: 'reduce' });
  page.setDefaultTimeout(STEP_MS);
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.goto(simulator.consoleUrl);
  await page.locator('#connection').getByText('Live').waitFor();
}, PATIENCE_MS);
afterAll(async () => {
  await browser?.close();
  await simulator?.close();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const said = (text: string) => page.locator('#said').getByText(text).waitFor();
const verdict = (text: string) => page.locator('#verdict').getByText(text).waitFor();
const count = (name: string) => page.locator(`[data-count="${name}"]`);

/** Fills in the form and sends it. */
async function send(orderId: string, method = 'good card') {
  await page.getByLabel('Order').fill(orderId);
  await page.getByLabel('Payment method').selectOption({ label: method });
  await button('Send a payment').click();
  await said(`${orderId}: 202`);
}

const now = async (): Promise<number> => Date.parse((await shop.state()).now);

it('sends a payment, and shows its way to the one charge in the books', async () => {
  await send('ord-1');
  await verdict('Charged. The acquirer’s books show one charge.');
  expect(await shop.charges('ord-1')).toMatchObject([{ amount: 1999, currency: 'EUR', attempt: 1 }]);
  const timeline = page.getByRole('list', { name: 'What happened to it' });
  for (const text of ['row created: accepted', 'message in ChargeQueue', 'row: charged', 'message deleted from ChargeQueue'])
    expect(await timeline.getByText(text).count()).toBe(1);
});

it('sends it again: the books do not change, and the layer that knew it counts one more', async () => {
  await button('Send it again').click();
  await said('ord-1: 202, the first answer again');
  await page.locator('[data-suppressed="Api"]').getByText('1').waitFor();
  await page.getByText('duplicate stopped by Api').waitFor();
  expect(await shop.charges('ord-1')).toHaveLength(1);
});

it('shows a declined card, and sends the next attempt', async () => {
  await send('ord-2', 'declined card');
  await verdict('Declined. The acquirer’s books show no charge.');
  await page.getByLabel('Payment method').selectOption({ label: 'good card' });
  await button('Send attempt 2').click();
  await verdict('Charged. The acquirer’s books show one charge.');
  expect(await shop.charges('ord-2')).toMatchObject([{ attempt: 2 }]);
});

it.each([
  ['charges, and loses its answers', 'lose_answer'],
  ['is down', 'down'],
  ['answers too late', 'slow'],
  ['answers 500', 'server_error'],
  ['answers 409: key in use', 'conflict'],
  ['answers 429: too many requests', 'rate_limit'],
])('breaks the acquirer so that it %s, and mends it', async (label, mode) => {
  await page.getByRole('combobox', { name: 'The acquirer' }).selectOption({ label });
  await button('Break it').click();
  await said(`The acquirer is broken: ${mode}.`);
  expect((await shop.request('/acquirer/faults')).json).toEqual([{ mode }]);
  await page.locator('#acquirer-state').getByText(`broken: ${mode}`).waitFor();
  await button('Mend it').click();
  await said('The acquirer works.');
  expect((await shop.request('/acquirer/faults')).json).toEqual([]);
});

it.each([
  ['+5 min', 5 * 60],
  ['+1 h', 3600],
  ['+14 h', 14 * 3600],
])('moves the clock by %s', async (name, seconds) => {
  const before = await now();
  await button(name).click();
  await said(`Moved by ${name}; all that fell due has been handled.`);
  const moved = ((await now()) - before) / 1000;
  expect(moved).toBeGreaterThanOrEqual(seconds);
  expect(moved).toBeLessThan(seconds + 60);
});

it('plays the worst night: lost answers, a dead letter, a redrive the next morning, and one charge', async () => {
  await page.getByRole('combobox', { name: 'The acquirer' }).selectOption('lose_answer');
  await button('Break it').click();
  await said('The acquirer is broken: lose_answer.');
  await send('ord-3');
  await button('+1 h').click();
  await said('Moved by +1 h');
  await count('dlq').getByText('1').waitFor();
  await page.locator('#alarms.bad').waitFor();
  await verdict('Needs attention. The acquirer’s books show one charge.');
  expect(await page.locator('#verdict').getAttribute('data-verdict')).toBe('');
  await button('Mend it').click();
  await said('The acquirer works.');
  await button('+14 h').click();
  await said('Moved by +14 h');
  await button('Start DLQ redrive').click();
  await said('Redriving 1 message.');
  await verdict('Charged. The acquirer’s books show one charge.');
  await count('dlq').getByText('0').waitFor();
  await page.getByText('moved back to ChargeQueue, as a new message').waitFor();
  await page.getByText('duplicate stopped by Provider').waitFor();
  expect(await shop.charges('ord-3')).toHaveLength(1);
});

it('says so when there is nothing to redrive', async () => {
  await button('Start DLQ redrive').click();
  await said('The dead-letter queue is empty.');
});

it('kills the worker when the card is charged and nobody has noted it; the charge stays one', async () => {
  await page.getByLabel('When').selectOption('charged');
  await button('Kill the worker').click();
  await said('The worker will die at that call, once.');
  await send('ord-4');
  await page.getByText('process died').waitFor();
  await button('+5 min').click();
  await verdict('Charged. The acquirer’s books show one charge.');
  expect(await shop.charges('ord-4')).toHaveLength(1);
});

it('kills the worker at once, and the next delivery starts another', async () => {
  await page.getByLabel('When').selectOption('now');
  await button('Kill the worker').click();
  await said('The worker’s processes are dead');
  await send('ord-5');
  await page.getByRole('heading', { name: 'ord-5' }).waitFor();
  await verdict('Charged.');
  await page.getByText('message deleted from ChargeQueue').waitFor();
});

it('moves "now" along the windows of the chosen payment', async () => {
  await button('+14 d').click();
  await said('Moved by +14 d');
  const windows = page.getByRole('list', { name: 'What still remembers it' }).getByRole('listitem');
  await windows.filter({ hasText: 'Provider’s key' }).getByText('over: the charge’s own id still holds').waitFor();
  expect(await windows.filter({ hasText: 'Guard record' }).textContent()).toContain('26 d 23 h left');
  expect(await windows.filter({ hasText: 'Ledger row' }).textContent()).toContain('never over');
});

it('shows what others do, without a reload', async () => {
  await shop.post(payment('ord-6', { amount: 500, currency: 'JPY' }));
  const choice = page.getByRole('button', { name: /ord-6/ });
  await choice.getByText('charged').waitFor();
  expect(await choice.textContent()).toContain('¥500');
  await choice.press('Enter');
  await page.getByRole('heading', { name: 'ord-6' }).waitFor();
  expect(await choice.getAttribute('aria-pressed')).toBe('true');
});

it('shows what a forged message says as text, whatever it says', async () => {
  const forged = '<img/src=x/onerror=document.title=1>';
  await shop.enqueue('not JSON', forged, 'forged-1');
  const choice = page.getByRole('button', { name: /onerror/ });
  await choice.click();
  await page.getByRole('heading', { name: forged }).waitFor();
  await page.getByText('moved to ChargeDlq after 5 deliveries').waitFor();
  expect(await page.locator('img').count()).toBe(0);
  expect(await page.title()).toBe('charge-once console');
});

it('says why a payment was not accepted', async () => {
  await page.getByLabel('Order').fill('no spaces please');
  await button('Send a payment').click();
  await page
    .locator('#said.bad')
    .getByText(/breaks a rule of the API: orderId must be 1 to 64 letters/)
    .waitFor();
});

it('can be used with the keyboard alone', async () => {
  await page.evaluate('document.activeElement.blur(); window.scrollTo(0, 0)');
  await page.getByLabel('Order').focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('ord-7');
  for (let tab = 0; tab < 4; tab += 1) await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Send a payment');
  await page.keyboard.press('Space');
  await said('ord-7: 202');
  await until(async () => ((await shop.charges('ord-7')).length === 1 ? true : undefined));
});

it('plays an exhibit, and shows both sides', async () => {
  await page.getByRole('combobox', { name: 'A way of charging twice' }).selectOption('16');
  await button('Play it').click();
  const exhibit = page.locator('#exhibit');
  await exhibit.getByRole('heading', { name: 'A duplicate is refused, and what that costs' }).waitFor({ timeout: PATIENCE_MS });
  await exhibit.getByText('1 charge thanks to Api').waitFor();
  await exhibit.getByText('2 charges', { exact: true }).waitFor();
});

it('asks for nothing while it cannot be seen', async () => {
  const hide = (hidden: boolean) =>
    page.evaluate(
      `Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true }); document.dispatchEvent(new Event('visibilitychange'))`,
    );
  await hide(true);
  // What was under way may still end.
  await page.waitForTimeout(1500);
  let asked = 0;
  const listen = (): void => void asked++;
  page.on('request', listen);
  await page.waitForTimeout(2500);
  expect(asked).toBe(0);
  await hide(false);
  await page.waitForRequest(/_simulator\/state/);
  page.off('request', listen);
});

it('says so when the simulator does not answer, and goes on when it does', async () => {
  await page.route('**/_simulator/**', (route) => route.abort());
  await page.locator('#connection.bad').getByText('The simulator does not answer. Trying again.').waitFor();
  await button('+5 min').click();
  await page.locator('#said.bad').getByText('The simulator does not answer.').waitFor();
  await page.unroute('**/_simulator/**');
  await page.locator('#connection').getByText('Live').waitFor();
});

it('tells a payment from the beginning when the simulator was started again and has seen little of it', async () => {
  const entries = [{ at: '2026-11-29T10:00:00.000Z', kind: 'ledger', text: 'row read' }];
  const answers = {
    '**/_simulator/payments': [{ orderId: 'ord-1', entries: 1 }],
    '**/ord-1/timeline': { orderId: 'ord-1', forgotten: 0, entries },
  };
  await page.getByRole('button', { name: /ord-1/ }).click();
  await page.getByRole('heading', { name: 'ord-1' }).waitFor();
  for (const [url, json] of Object.entries(answers)) await page.route(url, (route) => route.fulfill({ json }));
  const told = page.locator('#timeline .entry');
  await until(async () => ((await told.count()) === 1 ? true : undefined));
  expect(await told.textContent()).toContain('+0 ms');
  for (const url of Object.keys(answers)) await page.unroute(url);
});

it('keeps the choice of the skip link out of the address, and survives an address that is none', async () => {
  for (const hash of ['#payments', '#%']) {
    await page.goto('about:blank');
    await page.goto(simulator.consoleUrl + hash);
    await page.locator('#connection').getByText('Live').waitFor();
    expect(await page.locator('#payment-title').textContent()).toMatch(/^ord-/);
  }
});

it('says that it lists the latest only, and opens any other by its address', async () => {
  await shop.post(payment('ord-old'));
  await shop.settled('ord-old');
  for (let number = 1; number <= 101; number += 1) await shop.post(payment(`ord-many-${number}`));
  await page.getByText('These were seen last.').waitFor();
  await page.goto(`${simulator.consoleUrl}#order=ord-old`);
  await page.getByRole('heading', { name: 'ord-old' }).waitFor();
  await page.locator('#timeline').getByText('row: charged').waitFor();
});

it('keeps what came of a press in view on a phone', async () => {
  await page.setViewportSize({ width: 375, height: 700 });
  await button('Send it again').click();
  await said('ord-old: 202, the first answer again');
  const { y, height } = (await page.locator('#said').boundingBox())!;
  expect(y).toBeGreaterThanOrEqual(0);
  expect(y + height).toBeLessThanOrEqual(700);
});

describe('accessibility', () => {
  const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

  it.each([
    { name: 'in light colours', colorScheme: 'light', width: 1280 },
    { name: 'in dark colours', colorScheme: 'dark', width: 1280 },
    { name: 'on a phone', colorScheme: 'light', width: 375 },
  ] as const)('axe finds no violation $name', async ({ colorScheme, width }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    page.setDefaultTimeout(STEP_MS);
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(axe);
    const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>('axe.run()');
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  });

  it('needs no scrolling sideways on a phone', async () => {
    await page.setViewportSize({ width: 375, height: 900 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375);
  });
});

it('has asked no other host for anything', () => {
  expect([...hosts]).toEqual([new URL(simulator.consoleUrl).host]);
});

it('has nothing in the browser’s console but the refusals and the silence that it showed', () => {
  expect(complaints.filter((text) => !/status of 4\d\d|ERR_FAILED/.test(text))).toEqual([]);
});
