import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesize } from '../../lab/start/synth';
import { operator, payment } from '../../testing/operator';
import { startForTest } from '../../testing/start';

const PAYMENTS = 20;
let outdir: string;
let simulator: Awaited<ReturnType<typeof startForTest>>;
let shop: ReturnType<typeof operator>;
beforeAll(async () => {
  outdir = mkdtempSync(join(tmpdir(), 'charge-once-hour-'));
  simulator = await startForTest({ assembly: await synthesize({ outdir: join(outdir, 'cdk.out'), context: { patience: 'hour' } }) });
  shop = operator(simulator);
}, 120_000);
afterAll(async () => {
  await simulator?.close();
  rmSync(outdir, { recursive: true, force: true });
});

const crashing = { function: 'charge', service: 'dynamodb', effect: 'kill-before', times: 1_000_000 } as const;
const OUTAGES = {
  down: { begin: () => shop.fault({ mode: 'down' }), end: () => shop.fault({ mode: 'none' }) },
  rate_limit: { begin: () => shop.fault({ mode: 'rate_limit' }), end: () => shop.fault({ mode: 'none' }) },
  lose_answer: { begin: () => shop.fault({ mode: 'lose_answer' }), end: () => shop.fault({ mode: 'none' }) },
  'workers that crash at every start': { begin: () => shop.breakCall(crashing), end: () => shop.mendCalls() },
} as const;
const cases = Object.keys(OUTAGES).flatMap((kind) => [2.5, 20, 55].map((minutes) => ({ kind: kind as keyof typeof OUTAGES, minutes })));

it.each(cases)(
  'patience hour: an outage of $minutes minutes ($kind) sends nothing to the dead-letter queue, and all are charged within 15 minutes of its end',
  async ({ kind, minutes }) => {
    const orders = Array.from({ length: PAYMENTS }, (_, index) => `ord-${kind.slice(0, 4)}-${minutes}-${index}`);
    await OUTAGES[kind].begin();
    for (const orderId of orders) await shop.post(payment(orderId));
    await shop.advance(`PT${minutes * 60}S`);
    await OUTAGES[kind].end();
    await shop.advance('PT15M');
    expect(await shop.inDlq()).toBe(0);
    for (const orderId of orders) {
      const { status } = await shop.get(orderId);
      expect({ orderId, status, charges: (await shop.charges(orderId)).length }).toEqual({ orderId, status: 'charged', charges: 1 });
    }
  },
  120_000,
);
