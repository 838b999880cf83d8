import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesize } from '../lab/start/synth';

/** Two cores under load take several times the usual five seconds. */
const PATIENCE_MS = 90_000;

/** Directory of the synthesized stacks. The first test file that asks makes it; the others of the run wait for it. */
export async function sharedAssembly(): Promise<string> {
  const run = process.env.CHARGE_ONCE_TEST_RUN ?? mkdtempSync(join(tmpdir(), 'charge-once-run-'));
  const outdir = join(run, 'cdk.out');
  const done = join(run, 'synthesized');
  if (claim(join(run, 'synthesizing'))) {
    await synthesize({ outdir });
    writeFileSync(done, '');
    return outdir;
  }
  for (const deadline = Date.now() + PATIENCE_MS; !existsSync(done); ) {
    if (Date.now() > deadline) throw new Error('the stacks were not synthesized; the test file that did it tells why');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return outdir;
}

/** `mkdir` succeeds for one process only. */
function claim(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch {
    return false;
  }
}
