import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Debian's Chromium, or whichever `CHROMIUM` names. Rejects with a sentence that says how to get one. */
export async function openChromium(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  if (!existsSync(executablePath))
    throw new Error(`there is no Chromium at ${executablePath}: install it (apt-get install chromium), or set CHROMIUM to where it is`);
  // Containers give no user namespaces and little shared memory.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}
