import { reconciledShop } from '../../testing/reconciled-shop';
import { startForTest } from '../../testing/start';

let simulator: Awaited<ReturnType<typeof startForTest>>;
let shop: ReturnType<typeof reconciledShop>;

beforeAll(async () => {
  simulator = await startForTest();
  shop = reconciledShop(simulator);
}, 120_000);
afterAll(() => simulator?.close());

interface Call {
  readonly service: string;
  readonly action: string;
  readonly nth: number;
}

/** An accepted payment that is charged, one that was never sent, and one recorded as charged that the acquirer does not know. */
async function prepare(suffix: string) {
  await shop.putRow(`ord-charged-${suffix}`, { status: 'accepted', openShard: '3' });
  await shop.putRow(`ord-unsent-${suffix}`, { status: 'accepted', openShard: '4' });
  const { now } = await shop.state();
  await shop.putRow(`ord-unknown-${suffix}`, { status: 'charged', chargeId: 'pi_doesNotExist000000000000', chargedAt: now });
  await shop.chargeByHand(`ord-charged-${suffix}`);
  await shop.advance('PT16M');
}

/** The calls of one run by a process that knows no secret yet, of each kind the first three writes and the first two reads: others are like them. */
async function recordCalls(): Promise<Call[]> {
  await prepare('recorded');
  await shop.reconcile();
  const seen = new Map<string, number>();
  return (await shop.calls('reconcile')).flatMap(({ service, action }) => {
    const nth = (seen.get(action) ?? 0) + 1;
    seen.set(action, nth);
    return nth > (action === 'UpdateItem' ? 3 : 2) ? [] : [{ service, action, nth }];
  });
}

it('killed before or after any of its calls, it comes to the same end when Lambda runs it again', async () => {
  const calls = await recordCalls();
  expect(new Set(calls.map(({ action }) => action))).toEqual(
    new Set([
      'GetItem',
      'GetSecretValue',
      'GET /v1/payment_intents',
      'Query',
      'UpdateItem',
      'GetQueueAttributes',
      'SendMessage',
      'Scan',
      'GET /v1/payment_intents/{id}',
      'PutItem',
    ]),
  );
  // Dying before a read is dying after the call before it.
  const isWrite = ({ action }: Call) => /^(?:SendMessage|(?:Update|Put)Item)$/.test(action);
  const kills = calls.flatMap((call) =>
    (isWrite(call) ? (['kill-before', 'kill-after'] as const) : (['kill-after'] as const)).map((effect) => ({ ...call, effect })),
  );
  for (const [index, kill] of kills.entries()) {
    await prepare(String(index));
    await shop.kill('reconcile');
    await shop.breakCall({ function: 'reconcile', ...kill });
    const { errors } = (await shop.state()).functions.reconcile;
    await shop.reconcileAsync();
    await shop.advance('PT5M');
    const charges = [await shop.charges(`ord-charged-${index}`), await shop.charges(`ord-unsent-${index}`)];
    expect({
      kill,
      killed: (await shop.state()).functions.reconcile.errors - errors,
      statuses: [(await shop.get(`ord-charged-${index}`)).status, (await shop.get(`ord-unsent-${index}`)).status],
      charges: charges.map(({ length }) => length),
    }).toEqual({ kill, killed: 1, statuses: ['charged', 'charged'], charges: [1, 1] });
  }
  // SQS dropped what a repeated run sent again, so nothing came to the worker twice.
  expect((await shop.state()).duplicatesSuppressed).toMatchObject({ Guard: 0, Ledger: 0 });
}, 600_000);
