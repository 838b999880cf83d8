import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { startTemporarySimulator } from '../start/temporary-simulator';
import { openChromium } from './chromium';
import { sendShownPayments } from './shown-payments';

const DOCS = join(__dirname, '../../docs');

const PICTURES = [
  { file: 'console.png', colorScheme: 'light', width: 1280, height: 1120 },
  { file: 'console-dark.png', colorScheme: 'dark', width: 1280, height: 1120 },
] as const;

/** Takes the pictures of the console that README shows. Rejects with a sentence when there is no Chromium. */
export async function takeConsolePictures(): Promise<void> {
  const browser = await openChromium();
  try {
    // A scheduled reconciliation would find ord-1003 overdue, and its alarm would ring in the picture until the next one.
    const simulator = await startTemporarySimulator({ quiet: true, schedules: false });
    try {
      await sendShownPayments(simulator);
      for (const picture of PICTURES) await take(browser, simulator.consoleUrl, picture);
    } finally {
      await simulator.close();
    }
  } finally {
    await browser.close();
  }
}

async function take(browser: Browser, url: string, { file, colorScheme, width, height }: (typeof PICTURES)[number]): Promise<void> {
  const page = await browser.newPage({ colorScheme, viewport: { width, height }, reducedMotion: 'reduce' });
  await page.goto(`${url}#order=ord-1003`);
  await page.locator('#verdict').getByText('Charged').waitFor();
  await page.locator('#acquirer-state').getByText('works').waitFor();
  await page.screenshot({ path: join(DOCS, file) });
  await page.close();
}
