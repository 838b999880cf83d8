import { jsonRequest } from '../../ops/client/http';
import { operator, payment } from '../../testing/operator';
import { startForTest } from '../../testing/start';

let simulator: Awaited<ReturnType<typeof startForTest>>;
let shop: ReturnType<typeof operator>;

beforeAll(async () => {
  simulator = await startForTest();
  shop = operator(simulator);
}, 120_000);
beforeEach(() => shop.mendCalls());
afterAll(() => simulator?.close());

const rule = (over: Record<string, unknown>) => shop.request('/faults', jsonRequest({ function: 'charge', service: 'dynamodb', ...over }));
/** Outbound calls of one function since there were `before` of them. */
const callsSince = async (folder: string, before: number) => (await shop.calls(folder)).slice(before);
const count = async (folder: string) => (await shop.calls(folder)).length;

describe('POST /_simulator/faults', () => {
  it.each([
    { case: 'an unknown field', body: { colour: 'red', effect: 'error' }, detail: 'colour: is not a known field' },
    {
      case: 'an unknown effect',
      body: { effect: 'explode' },
      detail: 'effect: must be one of kill-before, kill-after, lose-reply, throttle, error, delay',
    },
    {
      case: 'an unknown service',
      body: { service: 's3', effect: 'error' },
      detail: 'service: must be one of dynamodb, sqs, secretsmanager, acquirer',
    },
    { case: 'nth of 0', body: { nth: 0, effect: 'error' }, detail: 'nth: must be at least 1' },
    { case: 'times that is text', body: { times: '2', effect: 'error' }, detail: 'times: must be an integer' },
    { case: 'a delay without its length', body: { effect: 'delay' }, detail: 'delayMs: goes with the effect delay, and only with it' },
    {
      case: 'a function that is not there',
      body: { function: 'refund', effect: 'error' },
      detail: 'function: must be one of acquirer, submit-payment, get-payment, cancel-payment, charge, redrive, reconcile',
    },
  ])('refuses $case and names it', async ({ body, detail }) => {
    const answer = await rule(body);
    expect([answer.status, answer.json.detail]).toEqual([400, detail]);
    expect((await shop.request('/faults')).json).toEqual([]);
  });

  it('lists the rules with what they have seen, and forgets them on DELETE', async () => {
    await rule({ action: 'UpdateItem', nth: 2, effect: 'throttle' });
    expect((await shop.request('/faults')).json).toEqual([
      { function: 'charge', service: 'dynamodb', action: 'UpdateItem', nth: 2, times: 1, effect: 'throttle', delayMs: 0, seen: 0 },
    ]);
    await shop.mendCalls();
    expect((await shop.request('/faults')).json).toEqual([]);
  });
});

describe('an effect on the calls of a payment', () => {
  it.each([
    { effect: 'lose-reply', action: 'PutItem', outcomes: ['lose-reply', 'ConditionalCheckFailedException'] },
    { effect: 'throttle', action: 'GetItem', outcomes: ['throttle', 'ok'] },
    { effect: 'error', action: 'GetItem', outcomes: ['error', 'ok'] },
  ])('$effect: the SDK repeats $action', async ({ effect, action, outcomes }) => {
    await rule({ action, effect });
    const before = await count('charge');
    await shop.post(payment(`ord-${effect}`));
    await shop.advance('PT10M');
    const calls = (await callsSince('charge', before)).filter((call) => call.action === action);
    expect(calls.slice(0, 2).map(({ outcome }) => outcome)).toEqual(outcomes);
    expect((await shop.get(`ord-${effect}`)).status).toBe('charged');
    expect(await shop.charges(`ord-${effect}`)).toHaveLength(1);
  });

  it('kill-before: the call is not carried out, and the message comes back', async () => {
    const before = (await shop.state()).functions.charge.errors;
    await rule({ service: 'acquirer', action: 'POST /v1/payment_intents/{id}/confirm', effect: 'kill-before' });
    await shop.post(payment('ord-kill-before'));
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await shop.charges('ord-kill-before')).toEqual([]);
    await shop.advance('PT10M');
    expect(await shop.charges('ord-kill-before')).toHaveLength(1);
    expect((await shop.state()).functions.charge.errors).toBe(before + 1);
  });

  it('kill-after: the call is carried out and its caller dies, and there is one charge all the same', async () => {
    await rule({ service: 'acquirer', action: 'POST /v1/payment_intents/{id}/confirm', effect: 'kill-after' });
    await shop.post(payment('ord-kill-after'));
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await shop.charges('ord-kill-after')).toHaveLength(1);
    expect((await shop.get('ord-kill-after')).status).toBe('charging');
    await shop.advance('PT10M');
    expect((await shop.get('ord-kill-after')).status).toBe('charged');
    expect(await shop.charges('ord-kill-after')).toHaveLength(1);
  });

  it('delay: the call is carried out later', async () => {
    await rule({ action: 'GetItem', effect: 'delay', delayMs: 700 });
    const start = Date.now();
    await shop.post(payment('ord-delay'));
    await shop.settled('ord-delay', ['charged']);
    expect(Date.now() - start).toBeGreaterThanOrEqual(700);
  });

  it('affects the n-th call and as many after it as it says, of that function only', async () => {
    await rule({ action: 'UpdateItem', nth: 2, times: 1, effect: 'error' });
    const before = await count('charge');
    await shop.post(payment('ord-nth'));
    await shop.settled('ord-nth', ['charged']);
    const outcomes = (await callsSince('charge', before)).filter(({ action }) => action === 'UpdateItem').map(({ outcome }) => outcome);
    expect(outcomes.slice(0, 3)).toEqual(['ok', 'error', 'ok']);
  });
});

it('answers 503 when the queue cannot be reached, and the next POST of the same payment enqueues it', async () => {
  await rule({ function: 'submit-payment', service: 'sqs', effect: 'error', times: 2 });
  const failed = await shop.post(payment('ord-enqueue'));
  expect([failed.status, failed.headers.get('retry-after'), failed.json.type]).toEqual([503, '5', 'temporarily-unavailable']);
  expect((await shop.get('ord-enqueue')).status).toBe('accepted');
  expect((await shop.post(payment('ord-enqueue'))).status).toBe(202);
  await shop.settled('ord-enqueue', ['charged']);
  expect(await shop.charges('ord-enqueue')).toHaveLength(1);
});

it('enqueues one message when the answer to the send is lost and the SDK sends again', async () => {
  await rule({ function: 'submit-payment', service: 'sqs', effect: 'lose-reply' });
  expect((await shop.post(payment('ord-lost-send'))).status).toBe(202);
  await shop.settled('ord-lost-send', ['charged']);
  await shop.advance('PT1S');
  expect(await shop.charges('ord-lost-send')).toHaveLength(1);
});
