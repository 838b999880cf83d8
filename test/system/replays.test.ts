import type { Layer } from '../../contract/names';
import { payment, until } from '../../testing/operator';
import { type RedriveShop, startRedriveShop } from '../../testing/redrive-shop';

let shop: RedriveShop;

beforeAll(async () => {
  shop = await startRedriveShop();
}, 120_000);
afterAll(() => shop?.close());

/** Order ids that only this test uses. */
let orders: readonly string[];
let orderId: string;
let before: Readonly<Record<Layer, number>>;
beforeEach(async () => {
  orders = shop.newOrders(4);
  orderId = orders[0]!;
  before = (await shop.state()).duplicatesSuppressed;
});
afterEach(() => shop.reset());

/** What one layer has stopped in this test. */
const suppressed = async (layer: Layer): Promise<number> => (await shop.state()).duplicatesSuppressed[layer] - before[layer];

/** Lets every receive of what is in the queue fail: five visibility time-outs are over. */
const letItFail = () => shop.advance('PT16M');

describe('a payment whose charge was made and whose answer never came', () => {
  beforeEach(async () => {
    await shop.fault({ mode: 'lose_answer' });
    await shop.post(payment(orderId));
    await letItFail();
    expect(await shop.inDlq()).toBe(1);
    expect(await shop.charges(orderId)).toHaveLength(1);
    expect(await shop.get(orderId)).toMatchObject({
      status: 'needs_attention',
      attempts: [{ lastFailure: { code: 'provider-error' } }],
    });
  });

  it.each(['PT14H', 'PT25H', 'P13D'])('is charged once when the DLQ is redriven after %s', async (later) => {
    await shop.fault({ mode: 'none' });
    await shop.advance(later);
    await shop.redrive();
    await shop.advance('PT1M');
    expect((await shop.get(orderId)).status).toBe('charged');
    expect(await shop.charges(orderId)).toHaveLength(1);
    expect(await shop.inDlq()).toBe(0);
    expect(await suppressed('Provider')).toBe(1);
  });

  it('is charged once when a first redrive after 13 days fails again and a second one 13 days later does not', async () => {
    await shop.advance('P13D');
    await shop.redrive();
    await letItFail();
    expect(await shop.inDlq()).toBe(1);
    await shop.advance('P13D');
    await shop.fault({ mode: 'none' });
    await shop.redrive();
    await shop.advance('PT1M');
    expect((await shop.get(orderId)).status).toBe('charged');
    expect(await shop.charges(orderId)).toHaveLength(1);
  });

  it('still needs attention when the message was left in the DLQ for more than its 14 days', async () => {
    await shop.advance('P15D');
    expect(await shop.inDlq()).toBe(0);
    expect((await shop.get(orderId)).status).toBe('needs_attention');
    // Whoever sends the payment again brings it back, under the same charge.
    await shop.fault({ mode: 'none' });
    expect((await shop.post(payment(orderId))).status).toBe(202);
    await shop.settled(orderId, ['charged']);
    expect(await shop.charges(orderId)).toHaveLength(1);
  });
});

describe('an outage of the provider', () => {
  beforeEach(async () => {
    await shop.fault({ mode: 'down' });
    for (const each of orders) await shop.post(payment(each));
    await letItFail();
  });

  it('loses nothing: all wait in the DLQ, say so, and are charged once after a redrive', async () => {
    expect(await shop.inDlq()).toBe(4);
    for (const each of orders) expect((await shop.get(each)).status).toBe('needs_attention');
    await shop.fault({ mode: 'none' });
    await shop.advance('PT14H');
    await shop.redrive();
    await shop.advance('PT1M');
    for (const each of orders) {
      expect((await shop.get(each)).status).toBe('charged');
      expect(await shop.charges(each)).toHaveLength(1);
    }
    expect(await shop.inDlq()).toBe(0);
  });

  it('is charged once when the client sends again while the first message waits in the DLQ, and that is redriven too', async () => {
    await shop.fault({ mode: 'none' });
    expect((await shop.post(payment(orderId))).headers.get('idempotency-replayed')).toBe('true');
    await shop.settled(orderId, ['charged']);
    await shop.redrive();
    await shop.advance('PT1M');
    expect(await shop.charges(orderId)).toHaveLength(1);
    expect(await suppressed('Guard')).toBe(1);
  });
});

describe('a 500 that the provider stores under a key and repeats for 24 hours', () => {
  it('on creating the charge: it is not created under another key, the preview says to wait, and after it there is one charge', async () => {
    const preview = async () => (await shop.ask({ action: 'preview' })).json;
    await shop.failInto('server_error', [orderId]);
    await shop.fault({ mode: 'none' });
    const repeats = { status: 'needs_attention', attempts: [{ lastFailure: { code: 'provider-repeats-error' } }] };
    expect(await shop.get(orderId)).toMatchObject(repeats);
    // Next morning the provider answers reads, and still repeats what it stored.
    await shop.advance('PT14H');
    const wait = /^1 met an error that the provider stored and repeats for 24 hours: they would come back, wait until 2/;
    expect(await preview()).toMatchObject({
      provider: 'answers',
      safe: false,
      reasons: [expect.stringMatching(wait), expect.stringMatching(/^last failures: 1 provider-repeats-error/)],
    });
    await shop.redrive();
    await letItFail();
    expect(await shop.inDlq()).toBe(1);
    expect(await shop.get(orderId)).toMatchObject(repeats);
    expect(await shop.charges(orderId)).toEqual([]);
    await shop.advance('PT24H');
    expect(await preview()).toMatchObject({ provider: 'answers', safe: true });
    await shop.redrive();
    await shop.advance('PT1M');
    expect((await shop.get(orderId)).status).toBe('charged');
    expect(await shop.charges(orderId)).toHaveLength(1);
  });

  it('on confirming it: the next delivery looks, confirms without that key and charges, within a minute', async () => {
    // Between the two requests stands the write of the charge's id: while it is delayed, the provider breaks for the second one.
    const delayed = { function: 'charge', service: 'dynamodb', action: 'UpdateItem', effect: 'delay', delayMs: 3000 } as const;
    await shop.breakCall(delayed);
    await shop.post(payment(orderId));
    await until(async () => ((await shop.faults())[0]!.seen > 0 ? true : undefined));
    await shop.fault({ mode: 'server_error', orderId, times: 1 });
    const failed = await until(async () => {
      const [attempt] = (await shop.get(orderId)).attempts;
      return attempt?.lastFailure ? attempt : undefined;
    });
    expect(failed).toMatchObject({ status: 'charging', lastFailure: { code: 'provider-error' } });
    expect(await shop.charges(orderId)).toEqual([]);
    await shop.advance('PT1M');
    expect((await shop.get(orderId)).status).toBe('charged');
    expect(await shop.charges(orderId)).toHaveLength(1);
  });
});

it('expires a payment that redrives kept alive, unstarted, beyond 40 days, and never charges it', async () => {
  await shop.fault({ mode: 'down' });
  await shop.post(payment(orderId));
  for (let redrive = 0; redrive < 4; redrive++) {
    await letItFail();
    await shop.advance('P13D');
    await shop.redrive();
  }
  await shop.fault({ mode: 'none' });
  await shop.advance('PT1H');
  expect((await shop.get(orderId)).attempts).toEqual([expect.objectContaining({ status: 'expired' })]);
  expect(await shop.charges(orderId)).toEqual([]);
  // The customer may try again: an expired attempt ended without a charge.
  expect((await shop.post(payment(orderId, { attempt: 2 }))).status).toBe(202);
  await shop.advance('PT1S');
  expect((await shop.get(orderId)).status).toBe('charged');
});

it('answers the same bytes and charges nothing when a charged payment is sent again 60 days later', async () => {
  const first = await shop.post(payment(orderId));
  await shop.settled(orderId);
  await shop.advance('P60D');
  const again = await shop.post(payment(orderId));
  expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([202, first.text, 'true']);
  // And so does the message itself, when somebody kept one and puts it back: the guard has forgotten, the ledger has not.
  await shop.enqueue(JSON.stringify(payment(orderId, { attempt: 1 })), orderId, 'kept');
  await shop.advance('PT1S');
  expect(await shop.charges(orderId)).toHaveLength(1);
  expect([await suppressed('Api'), await suppressed('Ledger')]).toEqual([1, 1]);
});

it('charges once when the worker is killed while the provider is slow, and the message comes back', async () => {
  await shop.fault({ mode: 'slow', orderId, times: 1 });
  await shop.post(payment(orderId));
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await shop.kill('charge');
  await shop.advance('PT10M');
  expect((await shop.get(orderId)).status).toBe('charged');
  expect(await shop.charges(orderId)).toHaveLength(1);
});
