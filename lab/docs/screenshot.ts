import { join } from 'node:path';
import { Command } from 'commander';
import type { Browser } from 'playwright-core';
import { operator, payment } from '../../testing/operator';
import { startTemporarySimulator } from '../start/temporary-simulator';
import { openChromium } from './chromium';

const DOCS = join(__dirname, '..', '..', 'docs');

const PICTURES = [
  { file: 'console.png', colorScheme: 'light', width: 1280, height: 1120 },
  { file: 'console-dark.png', colorScheme: 'dark', width: 1280, height: 1120 },
] as const;

/** What the pictures show: a plain payment, a declined one, and one that went through the worst night. */
async function fill(shop: ReturnType<typeof operator>): Promise<void> {
  await shop.post(payment('ord-1001'));
  await shop.settled('ord-1001');
  await shop.post(payment('ord-1001'));
  await shop.post(payment('ord-1002', { amount: 500, currency: 'JPY', paymentMethod: 'pm_card_chargeDeclined' }));
  await shop.settled('ord-1002');
  await shop.fault({ mode: 'lose_answer' });
  await shop.post(payment('ord-1003'));
  await shop.advance('PT14H15M');
  await shop.fault({ mode: 'none' });
  await shop.redrive();
  await shop.settled('ord-1003');
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
  new Command('npm run screenshot --')
    .description('Takes the pictures of the console: docs/console.png and docs/console-dark.png. Needs Chromium, or its path in CHROMIUM.')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .parse();
  // A scheduled reconciliation would find ord-1003 overdue, and its alarm would ring in the picture until the next one.
  const simulator = await startTemporarySimulator({ quiet: true, schedules: false });
  const local = (port: number): string => `http://127.0.0.1:${port}`;
  const browser = await openChromium();
  try {
    await fill(operator({ api: local(simulator.port), aws: local(simulator.awsPort), acquirer: local(simulator.acquirerPort) }));
    for (const picture of PICTURES) await take(browser, simulator.consoleUrl, picture);
  } finally {
    await browser.close();
    await simulator.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`screenshot: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
