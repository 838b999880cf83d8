import { temporaryDirectory } from '@charge-once/simulator/testing/assembly';
import { operator, payment } from '../../testing/operator';
import { startForTest, type TestSimulator } from '../../testing/start';

let simulator: TestSimulator;
let shop: ReturnType<typeof operator>;
beforeAll(async () => {
  simulator = await startForTest();
  shop = operator(simulator);
}, 120_000);
afterAll(() => simulator?.close());

interface Entry {
  at: string;
  kind: string;
  text: string;
  function?: string;
  outcome?: string;
  layer?: string;
}

const timeline = async (orderId: string): Promise<Entry[]> => (await shop.request(`/payments/${orderId}/timeline`)).json.entries;
const lines = (entries: Entry[]) =>
  entries.map(({ kind, text, outcome }) => `${kind}: ${text}${outcome && outcome !== 'ok' ? ` [${outcome}]` : ''}`);
const post = (path: string, body: unknown = {}) => shop.request(path, { method: 'POST', body: JSON.stringify(body) });

it('tells a payment from the request to the deleted message, in the order in which it happened', async () => {
  await shop.post(payment('ord-plain'));
  await shop.settled('ord-plain');
  await simulator.clock.idle();
  const entries = await timeline('ord-plain');
  // The answer and the delivery overtake each other.
  expect(lines(entries).filter((line) => line !== 'answer: answer 202')).toEqual([
    'request: POST /payments',
    'ledger: row created: accepted',
    'send: message in ChargeQueue',
    'delivery: delivery 1 from ChargeQueue, hidden for 3 min',
    'guard: guard record written: INPROGRESS',
    'ledger: row read',
    'provider: POST /v1/payment_intents: requires_payment_method',
    'ledger: row: charging',
    'provider: POST /v1/payment_intents/{id}/confirm: succeeded',
    'ledger: row: charged',
    'guard: guard record: COMPLETED',
    'done: message deleted from ChargeQueue',
  ]);
  expect(lines(entries)).toContain('answer: answer 202');
  expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).sort());
});

it('tells a repeated request, the send that SQS dropped, and the layer that knew it', async () => {
  await post('/acquirer/faults', { mode: 'down', orderId: 'ord-again' });
  await shop.post(payment('ord-again'));
  await shop.post(payment('ord-again'));
  await post('/acquirer/faults', { mode: 'none' });
  await shop.advance('PT5M');
  await shop.post(payment('ord-again', { amount: 2000 }));
  const told = lines(await timeline('ord-again'));
  expect(told).toEqual(
    expect.arrayContaining([
      'ledger: row not created: there is one [ConditionalCheckFailedException]',
      'send: message dropped by ChargeQueue: the same deduplication id within 5 minutes',
      'suppressed: duplicate stopped by Api',
      'answer: answer 202, the first one again',
      'refusal: answer 422 idempotency-mismatch',
    ]),
  );
});

it('tells a lost answer, the retries, the dead letter and the redrive', async () => {
  await post('/acquirer/faults', { mode: 'lose_answer', orderId: 'ord-night' });
  await shop.post(payment('ord-night'));
  await shop.advance('PT15M');
  await post('/acquirer/faults', { mode: 'none' });
  await shop.advance('PT14H');
  expect(await post('/redrive')).toMatchObject({ status: 202, json: { redriving: 1 } });
  await shop.advance('PT1M');
  const entries = await timeline('ord-night');
  const told = lines(entries);
  expect(told.filter((line) => line.startsWith('delivery'))).toHaveLength(6);
  expect(told).toContain('provider: POST /v1/payment_intents/{id}/confirm [HTTP 504]');
  expect(told).toContain('failure: logged: provider-error');
  expect(told).toContain('ledger: row: last failure provider-error');
  expect(told).toContain('dead-letter: moved to ChargeDlq after 5 deliveries');
  const end = told.slice(told.indexOf('redrive: moved back to ChargeQueue, as a new message'));
  expect(end).toContain('suppressed: duplicate stopped by Provider');
  expect(end.at(-1)).toBe('done: message deleted from ChargeQueue');
  const hours = (Date.parse(entries.at(-1)!.at) - Date.parse(entries[0]!.at)) / 3_600_000;
  expect(hours).toBeGreaterThan(14);
  expect(await shop.charges('ord-night')).toHaveLength(1);
});

it('tells the death of the worker, at the call that killed it', async () => {
  await post('/faults', { function: 'charge', service: 'acquirer', action: 'POST /v1/payment_intents/{id}/confirm', effect: 'kill-after' });
  await shop.post(payment('ord-crash'));
  await shop.advance('PT5M');
  const told = lines(await timeline('ord-crash'));
  const killed = told.findIndex((line) => line.endsWith('[kill-after]'));
  expect(told[killed]).toMatch(/^provider: POST \/v1\/payment_intents\/\{id\}\/confirm/);
  expect(told[killed + 1]).toBe('crash: process died');
  expect(told).toContain('suppressed: duplicate stopped by Provider');
});

it('tells whose payment a call was about', async () => {
  const calls: { orderId?: string; action: string; function: string }[] = (await shop.request('/calls?function=charge')).json;
  const confirmations = calls.filter(({ action }) => action === 'POST /v1/payment_intents/{id}/confirm');
  expect(new Set(confirmations.map(({ orderId }) => orderId))).toEqual(new Set(['ord-plain', 'ord-again', 'ord-night', 'ord-crash']));
});

it('says nothing that must stay secret', async () => {
  const secret = 'pm_card_threeDSecureOptional';
  await shop.post(payment('ord-secret', { paymentMethod: secret }));
  await shop.advance('PT20M');
  const told = (await shop.request('/payments/ord-secret/timeline')).text;
  expect(told).toContain('row created');
  expect(told).not.toContain('pm_card');
  expect(told).not.toContain('sk_');
});

it('lists the payments, seen last first, and counts what happened to each', async () => {
  await shop.post(payment('ord-plain'));
  const listed: { orderId: string; entries: number }[] = (await shop.request('/payments')).json;
  expect(listed[0]).toMatchObject({ orderId: 'ord-plain', lastAt: expect.stringMatching(/Z$/) });
  expect(listed[0]!.entries).toBe((await timeline('ord-plain')).length);
  expect(listed.map(({ orderId }) => orderId).sort()).toEqual(['ord-again', 'ord-crash', 'ord-night', 'ord-plain', 'ord-secret']);
});

it('leaves no trace of reading', async () => {
  const before = (await timeline('ord-plain')).length;
  await shop.get('ord-plain');
  expect(await timeline('ord-plain')).toHaveLength(before);
});

it('knows nothing of a payment that was never seen', async () => {
  expect(await shop.request('/payments/ord-nobody/timeline')).toMatchObject({ status: 404, json: { type: '/problems/payment-not-seen' } });
});

it('lists after a restart what is in the ledger', async () => {
  const data = temporaryDirectory();
  const first = await startForTest({ data });
  await operator(first).post(payment('ord-before'));
  await first.close();
  const second = await startForTest({ data });
  const { json } = await operator(second).request('/payments');
  await second.close();
  expect(json).toContainEqual(expect.objectContaining({ orderId: 'ord-before' }));
});
