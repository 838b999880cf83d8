import { rmSync } from 'node:fs';
import { temporaryDirectory } from '@charge-once/simulator/testing/assembly';
import { synthesize } from '../../lab/start/synth';
import { payment } from '../../testing/operator';
import { type RedriveShop, startRedriveShop } from '../../testing/redrive-shop';

let assembly: string;
let shop: RedriveShop;

beforeAll(async () => {
  assembly = temporaryDirectory();
  await synthesize({ outdir: assembly, context: { recovery: 'on', patience: 'short' } });
  shop = await startRedriveShop({ assembly, schedules: true });
}, 180_000);
afterEach(() => shop?.reset());
afterAll(async () => {
  await shop?.close();
  rmSync(assembly, { recursive: true, force: true });
});

const recoverFunction = async () => (await shop.state()).functions.recover;

/** Ten messages that somebody put on the queue, and that no payment stands behind: they are in the DLQ before the outage. */
async function forge(orderId: string) {
  const forged = [
    'not JSON',
    '{}',
    JSON.stringify({ ...payment(orderId), amount: 1 }),
    ...Array.from({ length: 7 }, (_, index) => JSON.stringify(payment(`ord-forged-${index}`))),
  ];
  await shop.bury(forged.map((body, index) => ({ groupId: `forged-${index}`, body })));
}

it.each(['PT2H', 'PT14H'])(
  'after an outage of %s all payments are charged once within 30 minutes, and nobody touches it',
  async (outage) => {
    const orders = shop.newOrders(20);
    await forge(orders[0]!);
    await shop.failInto('down', orders, outage);
    expect(await shop.inDlq()).toBeGreaterThanOrEqual(10 + 19);
    await shop.fault({ mode: 'none' });
    await shop.advance('PT30M');

    for (const orderId of orders) {
      expect((await shop.get(orderId)).status).toBe('charged');
      expect(await shop.charges(orderId)).toHaveLength(1);
    }
    // The forged ones stay where they are.
    expect((await shop.state()).queues.ChargeDlq).toEqual({ visible: 10, inFlight: 0, delayed: 0 });
    expect((await shop.state()).functions.redrive.invocations).toBe(0);
    expect(await recoverFunction()).toMatchObject({ errors: 0 });
  },
  180_000,
);
