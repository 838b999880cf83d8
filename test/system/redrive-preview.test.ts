import { payment } from '../../testing/operator';
import { type RedriveShop, startRedriveShop } from '../../testing/redrive-shop';

let shop: RedriveShop;
beforeAll(async () => {
  shop = await startRedriveShop();
}, 120_000);
afterEach(() => shop.reset());
afterAll(() => shop?.close());

const preview = async () => (await shop.ask({ action: 'preview' })).json;
/** What the redrive function has asked the provider so far. */
const questions = async (): Promise<string[]> =>
  (await shop.request('/calls?function=redrive')).json
    .filter(({ service }: { service: string }) => service === 'acquirer')
    .map(({ action }: { action: string }) => action);

describe('a redrive while the provider still fails is not safe', () => {
  it.each([
    { mode: 'down', status: 'accepted', code: 'provider-error' },
    { mode: 'rate_limit', status: 'accepted', code: 'provider-busy' },
    { mode: 'lose_answer', status: 'charging', code: 'provider-error' },
  ])('($mode), and is once it answers', async ({ mode, status, code }) => {
    await shop.failInto(mode, shop.newOrders(2));
    expect(await preview()).toMatchObject({
      visible: 2,
      sampled: 2,
      provider: code,
      byStatus: { [status]: 2 },
      safe: false,
      reasons: [
        `2 need the provider, and it does not answer a read now (${code}): they would come back`,
        expect.stringMatching(new RegExp(`^last failures: 2 ${code}, the latest at 2`)),
      ],
    });
    await shop.fault({ mode: 'none' });
    expect(await preview()).toMatchObject({ provider: 'answers', safe: true, reasons: [expect.stringMatching(/^last failures: 2/)] });
    expect((await shop.state()).queues.ChargeDlq).toEqual({ visible: 2, inFlight: 0, delayed: 0 });
  });

  it('(its key is rejected by the provider, which shows in the read as well)', async () => {
    await shop.failInto('down', shop.newOrders(1));
    await shop.breakCall({ function: 'redrive', service: 'secretsmanager', effect: 'error', times: 2 });
    await shop.fault({ mode: 'none' });
    expect(await preview()).toMatchObject({ provider: 'unexpected-error', safe: false });
  });

  it('(it answers reads, and turned a charge away a moment ago), until five minutes have passed', async () => {
    await shop.failInto('conflict', shop.newOrders(1), 'PT4M');
    expect(await preview()).toMatchObject({ provider: 'answers', byStatus: { accepted: 1 }, safe: false });
    await shop.advance('PT5M');
    expect(await preview()).toMatchObject({ provider: 'answers', safe: true });
  });
});

it('after three redrives in vain another one is not safe, though the provider answers', async () => {
  const [orderId = ''] = shop.newOrders(1);
  await shop.failInto('down', [orderId]);
  for (let redrive = 1; redrive <= 3; redrive += 1) {
    await shop.redrive({ toChargeQueue: true });
    await shop.advance('PT16M');
  }
  await shop.fault({ mode: 'none' });
  expect(await preview()).toMatchObject({
    visible: 1,
    provider: 'answers',
    safe: false,
    reasons: [expect.stringMatching(/^1 came back from 3 redrives or more/), expect.stringMatching(/^last failures/)],
  });
});

it('asks the provider one question that creates nothing, and none when no message needs it', async () => {
  const [orderId = ''] = shop.newOrders(1);
  await shop.failInto('lose_answer', [orderId]);
  await shop.fault({ mode: 'none' });
  const before = (await questions()).length;
  await preview();
  expect((await questions()).slice(before)).toEqual(['GET /v1/payment_intents/{id}']);
  await shop.ask({ action: 'start' });
  await shop.advance('PT1M');
  await shop.bury([{ groupId: orderId, body: JSON.stringify(payment(orderId)) }]);
  expect(await preview()).toMatchObject({
    provider: 'not-asked',
    byStatus: { charged: 1 },
    safe: true,
    reasons: ['1 settled already: harmless, nothing is charged again'],
  });
  expect(await questions()).toHaveLength(before + 1);
});

it('says which messages will only come back', async () => {
  const [charged = '', stolen = ''] = shop.newOrders(2);
  await shop.post(payment(charged));
  await shop.settled(charged);
  // Somebody has used the key of this payment for another amount.
  await shop.openIntent(`charge-once/${stolen}/1`, { amount: '5', currency: 'eur' });
  await shop.post(payment(stolen));
  await shop.advance('PT1M');
  await shop.bury([
    { groupId: 'a', body: 'not JSON' },
    { groupId: 'b', body: JSON.stringify(payment('ord-ghost')) },
    { groupId: 'c', body: JSON.stringify(payment(charged, { amount: 2000 })) },
  ]);
  expect(await preview()).toEqual({
    action: 'preview',
    visible: 4,
    sampled: 4,
    provider: 'not-asked',
    messages: [
      { orderId: stolen, messageId: expect.any(String), verdict: 'fails-again' },
      { orderId: 'a', messageId: expect.any(String), verdict: 'unreadable' },
      { orderId: 'ord-ghost', messageId: expect.any(String), verdict: 'unknown' },
      { orderId: charged, messageId: expect.any(String), verdict: 'differs' },
    ],
    oldestAcceptedAt: expect.stringMatching(/^2/),
    byStatus: { accepted: 1, unreadable: 1, unknown: 1, differs: 1 },
    safe: false,
    reasons: [
      '1 unreadable: will come back to the DLQ',
      '1 of an unknown payment: will come back to the DLQ',
      '1 other than their payment in amount, currency or payment method: will come back to the DLQ',
      '1 failed for good (1 provider-key-reused): will come back to the DLQ unless the cause is gone',
    ],
  });
  await shop.redrive({ toChargeQueue: true });
  await shop.advance('PT10M');
  expect(await shop.inDlq()).toBe(4);
});

it('says that a payment older than 40 days will expire, and that is what happens', async () => {
  await shop.failInto('down', ['ord-old']);
  for (let redrive = 0; redrive < 3; redrive++) {
    await shop.advance('P13D');
    await shop.redrive();
    await shop.advance('PT16M');
  }
  await shop.fault({ mode: 'none' });
  expect((await preview()).reasons).toEqual([
    expect.stringMatching(/^1 came back from 3 redrives/),
    expect.stringMatching(/^last failures/),
  ]);
  await shop.advance('P2D');
  expect(await preview()).toMatchObject({
    byStatus: { accepted: 1 },
    safe: false,
    reasons: ['1 accepted more than 40 days ago: will end without a charge, unless the provider has charged it'],
  });
  await shop.ask({ action: 'start' });
  await shop.advance('PT1M');
  expect((await shop.get('ord-old')).attempts[0]!.status).toBe('expired');
  expect(await shop.charges('ord-old')).toEqual([]);
});

it('looks at a hundred of 120 messages, says so, and every group can be received again at once', async () => {
  await shop.bury(
    Array.from({ length: 120 }, (_, index) => ({ groupId: `ghost-${index}`, body: JSON.stringify(payment(`ghost-${index}`)) })),
  );
  expect(await preview()).toMatchObject({
    visible: 120,
    sampled: 100,
    byStatus: { unknown: 100 },
    reasons: expect.arrayContaining(['sample: 100 of 120 messages were looked at, the rest may differ']),
  });
  expect((await shop.state()).queues.ChargeDlq).toEqual({ visible: 120, inFlight: 0, delayed: 0 });
});
