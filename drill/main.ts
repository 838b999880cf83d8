import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { messageOf } from '../ops/operation-error';
import { startSimulator } from '../simulator/simulator';
import { synthesize } from '../simulator/synth';
import { drill } from './drill';

/** 150 orders in two hours: more than a preview's sample, and about a minute on two cores. */
const ORDERS_PER_SLICE = 6;

/** Runs the drill on a simulator of its own, in a temporary folder and on free ports. */
async function main(): Promise<void> {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const data = mkdtempSync(join(tmpdir(), 'charge-once-drill-'));
  const assembly = async (): Promise<string> => {
    process.stdout.write('Synthesizing the stacks …\n');
    const outdir = join(data, 'cdk.out');
    await synthesize({ outdir });
    return outdir;
  };
  try {
    const simulator = await startSimulator({ assembly, data, port: 0, awsPort: 0, acquirerPort: 0 });
    try {
      // Nobody sits at the keyboard of a drill: no question is asked.
      const terminal = { stdin: Readable.from([]), stdout: process.stdout, stderr: process.stderr };
      process.exitCode = await drill({ simulator, terminal, ordersPerSlice: ORDERS_PER_SLICE });
    } finally {
      await simulator.close();
    }
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`drill: ${messageOf(error)}\n`);
  process.exitCode = 1;
});
