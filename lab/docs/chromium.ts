import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where Chromium or Chrome usually is. */
const USUAL_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The browser that is there, or whichever `CHROMIUM` names. */
const chromiumPath = (): string | undefined => process.env.CHROMIUM ?? USUAL_PATHS.find((path) => existsSync(path));

/** Rejects with a sentence that says how to get one. */
export async function openChromium(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === undefined || !existsSync(executablePath))
    throw new Error('there is no Chromium: install it (apt-get install chromium), or set CHROMIUM to where it is');
  // Containers give no user namespaces and little shared memory.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

/** Whoever has no browser can run all the other tests; CI brings one, and must not pass without. */
export const canLook = chromiumPath() !== undefined || process.env.CI !== undefined;
