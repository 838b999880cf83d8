import { rmSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { temporaryDirectory } from '@charge-once/simulator/testing/assembly';
import { synthesize } from '../../lab/start/synth';
import { ops as runOps } from '../../ops/ops';
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

it('a person pauses it, and it goes on when it is resumed', async () => {
  const ops = async (action: string) => {
    const stdout = new PassThrough();
    const terminal = { stdin: new PassThrough(), stdout, stderr: new PassThrough() };
    expect(await runOps(['recovery', action, '--json', '--simulator', shop.simulator.addresses.api], terminal)).toBe(0);
    return JSON.parse(String(stdout.read()));
  };
  const orders = shop.newOrders(3);
  expect(await ops('pause')).toMatchObject({ state: { isPaused: true } });
  await shop.failInto('down', orders);
  await shop.fault({ mode: 'none' });
  await shop.advance('PT1H');
  expect(await shop.inDlq()).toBe(3);
  expect(await ops('resume')).toMatchObject({ state: { isPaused: false } });
  await shop.advance('PT15M');
  for (const orderId of orders) expect(await shop.charges(orderId)).toHaveLength(1);
  expect(await ops('status')).toMatchObject({ action: 'status', state: { phase: 'trying', isPaused: false } });
}, 120_000);

it('a redrive by a person at the same time charges nobody twice', async () => {
  const orders = shop.newOrders(10);
  await shop.failInto('lose_answer', orders, 'PT40M');
  await shop.fault({ mode: 'none' });
  for (let time = 0; time < 3; time += 1) {
    await shop.redrive({ toChargeQueue: true });
    await shop.advance('PT5M');
  }
  await shop.advance('PT15M');
  for (const orderId of orders) {
    expect((await shop.get(orderId)).status).toBe('charged');
    expect(await shop.charges(orderId)).toHaveLength(1);
  }
  expect(await shop.inDlq()).toBe(0);
}, 120_000);
