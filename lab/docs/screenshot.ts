import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { SimulatorClient } from '../../ops/client/simulator-client';
import { commandLine, runProgram } from '../../ops/command-line';
import { clientOf } from '../start/client';
import { startTemporarySimulator } from '../start/temporary-simulator';
import { openChromium } from './chromium';

const DOCS = join(__dirname, '..', '..', 'docs');

const PICTURES = [
  { file: 'console.png', colorScheme: 'light', width: 1280, height: 1120 },
  { file: 'console-dark.png', colorScheme: 'dark', width: 1280, height: 1120 },
] as const;

const payment = (orderId: string, rest: object = {}) => ({
  orderId,
  amount: 1999,
  currency: 'EUR',
  paymentMethod: 'pm_card_visa',
  ...rest,
});

/** What the pictures show: a plain payment, a declined one, and one that went through the worst night. */
async function fill({ payments, control, acquirer, queues, dlqUrl }: SimulatorClient): Promise<void> {
  // All that a step began has come to its end when the clock has advanced.
  const settle = () => control.advance('PT1S');
  await payments.post(payment('ord-1001'));
  await settle();
  await payments.post(payment('ord-1001'));
  await payments.post(payment('ord-1002', { amount: 500, currency: 'JPY', paymentMethod: 'pm_card_chargeDeclined' }));
  await settle();
  await acquirer.setFault({ mode: 'lose_answer' });
  await payments.post(payment('ord-1003'));
  await control.advance('PT14H15M');
  await acquirer.setFault({ mode: 'none' });
  await queues.startMoveTask(dlqUrl);
  await settle();
}

async function take(browser: Browser, url: string, { file, colorScheme, width, height }: (typeof PICTURES)[number]): Promise<void> {
  const page = await browser.newPage({ colorScheme, viewport: { width, height }, reducedMotion: 'reduce' });
  await page.goto(`${url}#order=ord-1003`);
  await page.locator('#verdict').getByText('Charged').waitFor();
  await page.locator('#acquirer-state').getByText('works').waitFor();
  await page.screenshot({ path: join(DOCS, file) });
  await page.close();
}

/** Takes the pictures of the console that README shows. */
async function main(): Promise<void> {
  commandLine('npm run screenshot --')
    .description('Takes the pictures of the console: docs/console.png and docs/console-dark.png. Needs Chromium, or its path in CHROMIUM.')
    .parse();
  // A scheduled reconciliation would find ord-1003 overdue, and its alarm would ring in the picture until the next one.
  const simulator = await startTemporarySimulator({ quiet: true, schedules: false });
  const browser = await openChromium();
  try {
    await fill(clientOf(simulator));
    for (const picture of PICTURES) await take(browser, simulator.consoleUrl, picture);
  } finally {
    await browser.close();
    await simulator.close();
  }
}

void runProgram('screenshot', main);
