import { drill } from '../../lab/drill/drill';
import { reconciledShop } from '../../testing/reconciled-shop';
import { startForTest, type TestSimulator } from '../../testing/start';
import { terminal } from '../../testing/typed';

let simulator: TestSimulator;

beforeEach(async () => {
  simulator = await startForTest({ schedules: true });
}, 120_000);
afterEach(() => simulator?.close());

async function runDrill(after?: Parameters<typeof drill>[0]['after']) {
  const { written, ...streams } = terminal();
  const exitCode = await drill({ simulator, terminal: streams, ordersPerSlice: 1, after });
  return { exitCode, ...(await written()) };
}

it('goes through two hours with a bad provider: the DLQ fills, the alarm rings, and every payment is charged once', async () => {
  const { exitCode, stdout } = await runDrill();
  expect(stdout).toMatch(/│ 25 +│ 24 +│ .*dlq-not-empty/);
  expect(stdout).toContain('NOT SAFE to redrive now.');
  expect(stdout).toMatch(/│ dlq-not-empty +│ ALARM +│ 24 +│ 1 /);
  expect(stdout).toMatch(/\n25 charges compared, from /);
  expect(stdout).toContain('Clean: ledger and provider agree.');
  expect(stdout).toContain('25 orders accepted, 25 charges in the books');
  expect(stdout).toMatch(/The drill went as it should: every payment was charged once.\n$/);
  expect(exitCode).toBe(0);
}, 240_000);

it('has no scheduled reconciliation in its bad hours, at whatever time of day it is begun', async () => {
  // At 23:30, half an hour before one.
  const dayMs = 86_400_000;
  await simulator.clock.advance(dayMs - (simulator.clock.now() % dayMs) + 23.5 * 3_600_000);
  const { exitCode, stdout } = await runDrill();
  expect(stdout).toMatch(/ 00:00 ── A quiet evening/);
  expect(stdout.match(/^│ [\w-]+ +│ ALARM /gm)).toEqual([
    expect.stringContaining('dlq-not-empty'),
    expect.stringContaining('payments-dead-lettered'),
  ]);
  expect(exitCode).toBe(0);
}, 240_000);

it('fails and says why when a payment was not charged and another was charged twice', async () => {
  const { exitCode, stdout } = await runDrill(async (step) => {
    const shop = reconciledShop(simulator);
    if (step === 'mend') await shop.fault({ mode: 'down', orderId: 'drill-0020' });
    if (step === 'rest') await shop.chargeByHand('drill-0005');
  });
  const report = stdout.slice(stdout.indexOf('THE DRILL FAILED:'));
  expect(report).toContain('drill-0020 was not charged; it is shown as needs_attention');
  expect(report).toContain('drill-0005 was charged 2 times');
  expect(report).toContain('"payments open" ended with exit code 3 instead of 0');
  expect(report).toMatch(/"reconcile run --from \S+" ended with exit code 3 instead of 0/);
  expect(stdout).toMatch(/│ CHARGED TWICE +│ 1 +│/);
  expect(report).toContain('the alarm dlq-not-empty is in state ALARM');
  expect(exitCode).toBe(1);
}, 240_000);
