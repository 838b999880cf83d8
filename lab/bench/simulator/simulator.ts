import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SimulatorProcess } from '../installation/simulator-process';
import { shopAt } from '../latency/shop';
import type { Section } from '../section';
import type { Sizes } from '../sizes';
import { median, ratio, shown, withRange } from '../statistics';
import { measureQueueEngine } from './queue-engine';

const ROOT = join(__dirname, '../../..');
const CLIENTS = 16;
const READY_MS = 120_000;
/** Of a message in the shortest queue: what counts as fast still. */
const FLAT = 3;

/** The simulator itself: how long one waits for it, and how much it stands. */
export async function measureSimulator(simulator: SimulatorProcess, sizes: Sizes): Promise<Section> {
  const readySeconds: number[] = [];
  for (let count = 0; count < sizes.simulatorStarts; count++) readySeconds.push(await secondsToReady());
  const shop = shopAt(simulator.client, CLIENTS);
  const count = sizes.paymentsARound * 2;
  const paidMs = await shop.pay(Array.from({ length: count }, (_, index) => `simulator-${index}`));
  shop.close();
  const { rss } = await simulator.memory();
  const queue = await measureQueueEngine(sizes);
  const [send, receive] = [thirds(queue.sendMicros), thirds([...queue.receiveMicros].reverse())];
  const growth = Math.max(send.full / send.empty, receive.full / receive.empty);
  return {
    title: 'The simulator',
    text:
      '`npm start` from nothing, synthesis included, until the line that says ready. Payments go through API, queue, charge function and acquirer by ' +
      `${CLIENTS} clients. The queue is filled with ${shown(sizes.queueMessages)} messages of ${shown(sizes.queueGroups)} groups and emptied, ten at a time.`,
    goals: [
      {
        goal: `A queue of ${shown(sizes.queueMessages)} messages and ${shown(sizes.queueGroups)} groups stays fast`,
        found: `a message in the full queue takes ${ratio(growth)} of its time in an empty one`,
        met: growth <= FLAT,
        why: 'Something in the engine grows with the queue.',
      },
    ],
    tables: [
      {
        head: ['seconds to ready', 'payments a second', 'memory of the simulator MB', 'memory of all functions MB'],
        rows: [[withRange(readySeconds), shown((1000 * count) / paidMs), shown(rss / 2 ** 20), shown(simulator.environmentsMb())]],
      },
      {
        caption: 'Microseconds a message',
        head: ['', 'empty queue', 'half full', 'full'],
        rows: [
          ['send', ...[send.empty, send.half, send.full].map(shown)],
          ['receive and delete', ...[receive.empty, receive.half, receive.full].map(shown)],
        ],
      },
    ],
  };
}

/** Medians of the emptiest, the middle and the fullest tenths: one alone meets a garbage collection or code that is not compiled yet. */
const thirds = (tenths: readonly number[]) => ({
  empty: median(tenths.slice(0, 3)),
  half: median(tenths.slice(3, 7)),
  full: median(tenths.slice(7)),
});

/** As a person starts it, on free ports. */
async function secondsToReady(): Promise<number> {
  const data = mkdtempSync(join(tmpdir(), 'charge-once-bench-'));
  const startedMs = performance.now();
  const args = [
    '--import',
    'tsx',
    join(ROOT, 'lab', 'start', 'main.ts'),
    '--data',
    data,
    '--port',
    '0',
    '--aws-port',
    '0',
    '--acquirer-port',
    '0',
  ];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const impatience = setTimeout(() => child.kill('SIGKILL'), READY_MS);
  try {
    return await new Promise<number>((resolve, reject) => {
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (/^charge-once is ready/m.test(output)) resolve((performance.now() - startedMs) / 1000);
      });
      void gone.then(() => reject(new Error('the simulator did not become ready')));
    });
  } finally {
    clearTimeout(impatience);
    child.kill('SIGTERM');
    await gone;
    rmSync(data, { recursive: true, force: true });
  }
}
