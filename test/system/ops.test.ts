import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { logged } from '../../testing/logged';
import { operator, payment } from '../../testing/operator';
import { startForTest, type TestSimulator } from '../../testing/start';
import { typed } from '../../testing/typed';

let simulator: TestSimulator;
let shop: ReturnType<typeof operator>;

beforeEach(async () => {
  simulator = await startForTest();
  shop = operator(simulator);
}, 120_000);
afterEach(() => simulator?.close());

const here = () => ['--simulator', simulator.addresses.api];
const run = (command: string, answer?: string) => typed([...command.split(' '), ...here()], answer);
const json = async (command: string) => {
  const { stdout, ...rest } = await run(`${command} --json`);
  return { ...rest, json: JSON.parse(stdout) };
};

/** Payments whose messages lie in the DLQ because the provider was down, as it still is. */
async function fillDlq(...orders: string[]) {
  await run('acquirer fault down');
  for (const orderId of orders) await shop.post(payment(orderId));
  await shop.advance('PT16M');
}

it('shows a payment with its attempts', async () => {
  await shop.post(payment('ord-1', { paymentMethod: 'pm_card_chargeDeclined' }));
  await shop.settled('ord-1', ['declined']);
  await shop.post(payment('ord-1', { attempt: 2 }));
  await shop.settled('ord-1', ['charged']);

  const { stdout, exitCode } = await run('payments show ord-1');
  expect(stdout).toMatch(/^ord-1: charged\n/);
  expect(stdout).toMatch(/│ 1 +│ declined │ 19.99 EUR │ .* │ declined: generic_decline/);
  expect(stdout).toMatch(/│ 2 +│ charged +│ 19.99 EUR │ .* │ pi_\w+ │ charged at 2/);
  expect(exitCode).toBe(0);
  expect((await json('payments show ord-1')).json).toEqual(await shop.get('ord-1'));
});

it('lists open payments, those in the DLQ among them, and asks for attention', async () => {
  expect(await run('payments open')).toMatchObject({ stdout: 'No payment is open.\n', exitCode: 0 });
  await run('acquirer fault lose_answer --order ord-doubt');
  await fillDlq('ord-1', 'ord-doubt');

  const { stdout, exitCode } = await run('payments open');
  expect(stdout).toMatch(/ord-1 .* not started, in the DLQ │ 16 min │ - /);
  expect(stdout).toMatch(/ord-doubt .* in doubt, in the DLQ +│ 16 min │ pi_/);
  expect(stdout).toContain('2 open, 2 in need of attention, 1 in doubt (perhaps charged)');
  expect(exitCode).toBe(3);
  expect((await json('payments open --limit 1')).json).toMatchObject({ payments: [{ orderId: 'ord-1', status: 'accepted' }], more: true });
});

it('lists what lies in the DLQ, message by message, and leaves it there', async () => {
  expect(await run('dlq list')).toMatchObject({ stdout: 'The DLQ is empty.\n', exitCode: 0 });
  await fillDlq('ord-1');
  await shop.enqueue('{"secret":"pm_card_visa"}', 'ord-2', 'by-hand');
  await shop.advance('PT1S');
  const { stdout, exitCode } = await run('dlq list');
  expect(stdout).toMatch(/│ ord-1 │ ord-1 │ [0-9a-f-]{36} │ \d+ min │ \d+ +│ accepted +│ to-be-charged │/);
  expect(stdout).toMatch(/│ ord-2 │ ord-2 │ [0-9a-f-]{36} │ .* │ unreadable │ unreadable +│/);
  expect(stdout).toMatch(/2 of 2 visible in the DLQ\n$/);
  expect(stdout).not.toContain('pm_card_visa');
  expect(exitCode).toBe(3);
  expect((await json('dlq list')).json).toMatchObject({ action: 'list', visible: 2, complete: true, messages: [{ orderId: 'ord-1' }, {}] });
  // A preview names those that no redrive settles.
  const preview = await run('dlq preview');
  expect(preview.stdout).toMatch(/│ ord-2 │ [0-9a-f-]{36} │ unreadable │/);
  expect(preview.stdout).not.toContain('│ ord-1');
  expect(await shop.inDlq()).toBe(2);
});

it('refuses to redrive while the provider fails, redrives when a person insists, and charges once', async () => {
  await fillDlq('ord-1');
  const refused = await run('dlq redrive');
  expect(refused.stdout).toMatch(/NOT SAFE to redrive now.(.|\n)*Nothing was redriven; --yes does it all the same./);
  expect(refused.exitCode).toBe(3);
  expect((await run('dlq redrive', 'no')).exitCode).toBe(3);
  expect(await shop.inDlq()).toBe(1);

  const insisted = await run('dlq redrive', 'y');
  expect(insisted.stderr).toContain('Redrive all the same? [y/N]');
  expect(insisted.stdout).toMatch(/^Started;/);
  await run('acquirer fault none');
  await shop.advance('PT5M');
  expect(await shop.charges('ord-1')).toHaveLength(1);
});

it('moves nothing on a dry run', async () => {
  await fillDlq('ord-1', 'ord-2');
  await run('acquirer fault none');
  expect((await json('dlq redrive --dry-run')).json).toMatchObject({ result: 'dry-run', wouldMove: 2 });
  const { stdout } = await run('dlq redrive --dry-run --orders ord-2');
  expect(stdout).toContain('Dry run: 1 would be moved; nothing was.');
  expect((await shop.state()).queues.ChargeDlq).toEqual({ visible: 2, inFlight: 0, delayed: 0 });
});

it('redrives chosen orders from the command line and from a file, and leaves the others', async () => {
  await fillDlq('ord-1', 'ord-2', 'ord-3');
  await run('acquirer fault none');
  expect((await json('dlq redrive --orders ord-1,ord-9')).json).toMatchObject({ result: 'copied', moved: 1, notFound: ['ord-9'] });
  const file = join(simulator.data, 'orders.txt');
  writeFileSync(file, 'ord-2\n\n');
  expect(await typed(['dlq', 'redrive', '--file', file, ...here()])).toMatchObject({
    stdout: '1 sent to the charge queue again, 0 left in the DLQ.\n',
    exitCode: 0,
  });
  await shop.advance('PT1M');
  expect(await Promise.all(['ord-1', 'ord-2', 'ord-3'].map((id) => shop.charges(id)))).toMatchObject([[{}], [{}], []]);
});

it('judges chosen orders by themselves: what else lies in the DLQ does not keep them there', async () => {
  await fillDlq('ord-1');
  await run('acquirer fault none');
  await shop.enqueue('not JSON', 'poison', 'poison');
  await shop.advance('PT1S');
  expect((await run('dlq redrive')).exitCode).toBe(3);
  expect((await run('dlq redrive --orders ord-1')).exitCode).toBe(0);
});

it('follows a redrive to its end, with a bar on standard error only', async () => {
  await fillDlq('ord-1', 'ord-2');
  await run('acquirer fault none');
  const { stdout, stderr, exitCode } = await run('dlq redrive --rate 10 --watch', '');
  expect(stdout).toMatch(/│ COMPLETED │ .* │ 2 +│ 2 +│/);
  expect(stdout).not.toContain('░');
  expect(stderr).toContain('2/2');
  expect(exitCode).toBe(0);
  expect((await json('dlq status')).json).toMatchObject({ action: 'status', tasks: [{ status: 'COMPLETED', moved: 2 }] });
});

it('cancels a redrive', async () => {
  expect((await run('dlq cancel')).stdout).toBe('No redrive is running.\n');
  await fillDlq('ord-1', 'ord-2', 'ord-3', 'ord-4', 'ord-5');
  await run('acquirer fault none');
  await run('dlq redrive --rate 1');
  expect((await json('dlq cancel')).json).toMatchObject({ action: 'cancel', result: 'cancelling' });
});

it('says in the log who asked', async () => {
  await run('dlq preview');
  expect(await logged('redrive', simulator.data)).toMatch(/"requestedBy":"[^"@]+@[^"]+"/);
});

it("shows the acquirer's books, and faults for one order and a number of requests", async () => {
  await shop.post(payment('ord-1'));
  await shop.settled('ord-1');
  expect((await run('acquirer books ord-1')).stdout).toMatch(/19.99 EUR │ pi_(.|\n)*ord-1 was charged once.\n$/);
  expect((await run('acquirer books ord-2')).stdout).toBe('ord-2 was not charged.\n');
  expect((await json('acquirer fault slow --order ord-1 --times 2')).json).toEqual({
    faults: [{ mode: 'slow', orderId: 'ord-1', times: 2 }],
  });
});

it('runs the reconciliation and reports what it found', async () => {
  await shop.post(payment('ord-1'));
  await shop.settled('ord-1');
  await shop.advance('PT2H');
  expect(await run('reconcile run')).toMatchObject({
    stdout: expect.stringMatching(/Clean: ledger and provider agree.\n$/),
    exitCode: 0,
  });
});

it('says on standard error which simulator it talks to, for scripts too', async () => {
  const stderr = `Target: the simulator at ${simulator.addresses.api}\n`;
  expect(await run('dlq preview')).toMatchObject({ stderr, stdout: expect.stringMatching(/^DLQ: /) });
  expect(await json('dlq preview')).toMatchObject({ stderr, json: { visible: 0 } });
});

it('says that there is no such payment', async () => {
  expect(await run('payments show ord-0')).toMatchObject({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringContaining(`\nops: There is no payment ord-0 in the simulator at ${simulator.addresses.api}.\n`),
  });
});

it('hands on what a function says when it refuses', async () => {
  expect(await run('dlq redrive --orders 4242424242424242')).toMatchObject({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringMatching(/\nops: .*Redrive.* failed: orderIds.0 .*card number.*\n$/),
  });
});
