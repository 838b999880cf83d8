import { evidence } from '../../testing/hostile/evidence';
import { message } from '../../testing/hostile/messages';
import { operator, payment } from '../../testing/operator';
import { startForTest } from '../../testing/start';

let simulator: Awaited<ReturnType<typeof startForTest>>;
let shop: ReturnType<typeof operator>;
let found: ReturnType<typeof evidence>;

beforeAll(async () => {
  simulator = await startForTest();
  shop = operator(simulator);
  found = evidence(simulator);
}, 120_000);
afterAll(() => simulator?.close());

describe('secrets and card data', () => {
  const PAN = '4242424242424242';
  const KEY = 'zq7idempotencykey';
  const CREDENTIAL = 'zq7credential';
  const CVC = 'zq7cvc';
  const EMAIL = 'zq7jane.doe@example.com';
  const TOKENS = ['pm_card_visa', 'pm_card_chargeDeclinedInsufficientFunds', 'pm_zq7unknown'];

  it('are in no log, metric, alarm, call, guard record, id or answer, on any path that fails; the token is in its row and its message alone', async () => {
    const headers = { authorization: `AWS4-HMAC-SHA256 Credential=${CREDENTIAL}`, 'idempotency-key': KEY };
    const answers: string[] = [];
    const post = async (body: unknown, status: number, more: Record<string, string> = {}) => {
      const answer = await shop.post(body, { ...headers, ...more });
      expect(answer.status).toBe(status);
      answers.push(`${JSON.stringify([...answer.headers])}${answer.text}`);
    };
    // Refused by the API.
    await post(payment('ord-card', { paymentMethod: PAN }), 400);
    await post(payment('ord-card', { paymentMethod: { number: PAN, cvc: CVC, token: TOKENS[2] } }), 400);
    await post(payment(PAN), 400);
    await post(payment(EMAIL), 400);
    await post(payment('ord-card', { note: `${PAN.slice(0, 4)} ${PAN.slice(4, 8)} ${PAN.slice(8, 12)} ${PAN.slice(12)}` }), 400);
    await post(payment('ord-card'), 415, { 'content-type': 'text/plain' });
    await post(payment('ord-card', { note: CVC.repeat(5000) }), 413);
    await post(payment('ord-card', { attempt: 2 }), 409);
    await post(payment('ord-card'), 422);
    // Accepted; the provider charges, declines, refuses, breaks, and is away.
    const faults = { 'ord-500': 'server_error', 'ord-conflict': 'conflict', 'ord-rate': 'rate_limit', 'ord-lost': 'lose_answer' };
    for (const [orderId, mode] of Object.entries(faults)) await shop.fault({ mode, orderId, times: 1 });
    await shop.fault({ mode: 'down', orderId: 'ord-down' });
    const accepted = ['ord-good', 'ord-down', ...Object.keys(faults)].map((orderId) => payment(orderId));
    accepted.push(payment('ord-declined', { paymentMethod: TOKENS[1] }), payment('ord-unknown', { paymentMethod: TOKENS[2] }));
    for (const [index, body] of accepted.entries()) await post(body, 202, { 'idempotency-key': `${KEY}-${index}` });
    await shop.enqueue(message('ord-good', { amount: '1', note: `"${PAN}"` }), 'ord-good', 'forged');
    await shop.enqueue(`{"card":"${PAN}","cvc":"${CVC}"`, 'poison', 'poison');
    await shop.enqueue(message(PAN), 'forged-order', 'forged-order');
    await shop.advance('PT30M');

    const preview = JSON.stringify(await found.redrive({ action: 'preview', requestedBy: 'night shift' }));
    const refused = JSON.stringify(await found.redrive({ action: 'start', orderIds: [PAN, EMAIL] }));
    const { ChargeDlqUrl } = (await shop.state()).outputs;
    const dead = await shop.receiveFromDlq();
    expect(dead.map(({ Attributes }) => Attributes!.MessageGroupId!).sort()).toEqual([
      'forged-order',
      'ord-500',
      'ord-down',
      'ord-good',
      'poison',
    ]);
    await shop.fault({ mode: 'none' });
    // The provider replays its 500 for a day.
    await shop.advance('PT25H');
    const redriven = JSON.stringify(await found.redrive({ action: 'start', orderIds: ['ord-down', 'ord-500'] }));
    await shop.advance('PT30M');
    const report = JSON.stringify(await found.reconcile({ requestedBy: 'night shift' }));
    const reads = await Promise.all(accepted.map(({ orderId }) => shop.get(orderId)));
    expect(reads.map(({ status }) => status)).toEqual([
      'charged',
      'charged',
      'charged',
      'charged',
      'charged',
      'charged',
      'declined',
      'declined',
    ]);

    const secret = await found.acquirerSecret();
    const logged = await found.logs();
    const items = await found.items('PaymentsTable');
    const rows = items.filter((item) => item.includes('paymentMethod'));
    const reports = items.filter((item) => !item.includes('paymentMethod'));
    const guard = await found.items('GuardTable');
    // What was searched is really there.
    expect(Object.keys(logged).sort()).toEqual(
      expect.arrayContaining(['acquirer.log', 'charge.log', 'reconcile.log', 'redrive.log', 'submit-payment.log']),
    );
    expect(logged['charge.log']).toContain('ord-down');
    expect(logged['charge.log']).toContain('DuplicatesSuppressed');
    expect([rows.length, reports.length, guard.length > accepted.length]).toEqual([8, 1, true]);
    expect(secret.length).toBeGreaterThan(10);

    const ids = dead.map(({ Attributes, MessageAttributes }) => JSON.stringify([Attributes, MessageAttributes]));
    const controls = [
      '/state',
      '/metrics',
      '/alarms',
      '/calls',
      '/payments',
      ...accepted.map(({ orderId }) => `/payments/${orderId}/timeline`),
    ];
    const shown = await Promise.all(controls.map((path) => shop.request(path)));
    expect(shown.map(({ status }) => status)).toEqual(controls.map(() => 200));
    const told = [
      ...answers,
      preview,
      refused,
      redriven,
      report,
      ...reports,
      ...ids,
      ...reads.map((read) => JSON.stringify(read)),
      ...shown.map(({ text }) => text),
    ];
    const everywhere = [...Object.values(logged), ...told, ...guard, ...rows].join('\n');
    for (const never of [PAN, KEY, CREDENTIAL, CVC, EMAIL, secret]) expect(everywhere.includes(never)).toBe(false);
    const withoutRows = [...Object.values(logged), ...told, ...guard].join('\n');
    // Whatever the provider's tokens, keys and credentials are called.
    for (const kind of [/\bpm_[A-Za-z0-9]/, /\b[rs]k_(live|test)_/, /\bwhsec_/, /Bearer\s+[^\s"']/i, /Credential=/])
      expect(withoutRows.match(kind)?.[0]).toBeUndefined();
    for (const token of TOKENS) {
      expect(rows.some((row) => row.includes(token))).toBe(true);
      expect({ token, leaked: withoutRows.includes(token) }).toEqual({ token, leaked: false });
    }
    const waiting = JSON.parse(dead.find(({ Attributes }) => Attributes!.MessageGroupId === 'ord-down')!.Body!);
    expect(waiting).toEqual({ orderId: 'ord-down', attempt: 1, amount: 1999, currency: 'EUR', paymentMethod: 'pm_card_visa' });
    expect((await found.drain(ChargeDlqUrl!)).length).toBe(3);
  });
});
