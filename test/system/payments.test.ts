import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { operator, payment } from '../../testing/operator';
import { startForTest } from '../../testing/start';

let simulator: Awaited<ReturnType<typeof startForTest>>;
let shop: ReturnType<typeof operator>;

beforeAll(async () => {
  simulator = await startForTest();
  shop = operator(simulator);
}, 120_000);
afterAll(() => simulator?.close());

describe('POST /payments', () => {
  it('accepts, charges once, and the provider has it in its books', async () => {
    const answer = await shop.post(payment('ord-1001'));
    expect(answer.status).toBe(202);
    expect(answer.json).toEqual({
      orderId: 'ord-1001',
      attempt: 1,
      amount: 1999,
      currency: 'EUR',
      status: 'accepted',
      acceptedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(answer.headers.get('idempotency-replayed')).toBeNull();

    const charged = await shop.settled('ord-1001');
    expect(charged).toEqual({
      orderId: 'ord-1001',
      status: 'charged',
      attempts: [
        {
          attempt: 1,
          amount: 1999,
          currency: 'EUR',
          status: 'charged',
          acceptedAt: answer.json.acceptedAt,
          chargeId: expect.stringMatching(/^pi_/),
          chargedAt: expect.any(String),
        },
      ],
    });
    expect(await shop.charges('ord-1001')).toEqual([
      {
        orderId: 'ord-1001',
        attempt: 1,
        amount: 1999,
        currency: 'EUR',
        chargeId: charged.attempts[0]!.chargeId,
        chargedAt: charged.attempts[0]!.chargedAt,
      },
    ]);
  });

  it('gives a Location that can be fetched as it stands', async () => {
    const { headers } = await shop.post(payment('ord-location'));
    const response = await fetch(headers.get('location')!);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ orderId: 'ord-location' });
  });

  it('is never followed by a 404, however soon one asks', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        await shop.post(payment(`ord-soon-${index}`));
        return (await fetch(`${simulator.addresses.api}/payments/ord-soon-${index}`)).status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('answers 20 equal requests at once with the same bytes, and charges once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.post(payment('ord-20'))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(19);
    await shop.settled('ord-20');
    expect(await shop.charges('ord-20')).toHaveLength(1);
  });

  it('lets one amount win when 20 requests for one order disagree', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => shop.post(payment('ord-tug', { amount: index % 2 ? 1000 : 2000 }))),
    );
    const accepted = answers.filter(({ status }) => status === 202);
    expect(accepted).toHaveLength(10);
    expect(new Set(accepted.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(10);
    await shop.settled('ord-tug');
    expect(await shop.charges('ord-tug')).toEqual([expect.objectContaining({ amount: accepted[0]!.json.amount })]);
  });

  it('refuses another amount, currency or payment method for the same attempt, and enqueues nothing', async () => {
    await shop.post(payment('ord-tamper'));
    await shop.settled('ord-tamper');
    const before = await shop.state();
    for (const change of [{ amount: 2000 }, { currency: 'USD' }, { paymentMethod: 'pm_card_mastercard' }]) {
      const answer = await shop.post(payment('ord-tamper', change));
      expect(answer.status).toBe(422);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect(answer.json.type).toBe('idempotency-mismatch');
    }
    expect((await shop.state()).functions.charge.invocations).toBe(before.functions.charge.invocations);
    expect(await shop.charges('ord-tamper')).toEqual([expect.objectContaining({ amount: 1999, currency: 'EUR' })]);
  });

  it('treats a client token as one, and never lets it replace the order', async () => {
    const key = { 'idempotency-key': 'k-1016' };
    const first = await shop.post(payment('ord-key-a'), key);
    expect((await shop.post(payment('ord-key-a', { amount: 5 }), key)).status).toBe(422);
    expect((await shop.post(payment('ord-key-b'), key)).status).toBe(422);
    const again = await shop.post(payment('ord-key-a'), { 'idempotency-key': '"k-1016"' });
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([202, first.text, 'true']);
    const fresh = await shop.post(payment('ord-key-a'), { 'idempotency-key': 'another' });
    expect([fresh.status, fresh.text]).toEqual([202, first.text]);
    expect((await fetch(`${simulator.addresses.api}/payments/ord-key-b`)).status).toBe(404);
  });

  it('charges 500 JPY as 500, and two orders that differ only in their ids as two', async () => {
    await Promise.all(['ord-jpy-1', 'ord-jpy-2'].map((orderId) => shop.post(payment(orderId, { amount: 500, currency: 'JPY' }))));
    for (const orderId of ['ord-jpy-1', 'ord-jpy-2']) {
      await shop.settled(orderId);
      expect(await shop.charges(orderId)).toEqual([expect.objectContaining({ orderId, amount: 500, currency: 'JPY' })]);
    }
  });

  it.each(['__proto__', 'constructor', '-', '...'])('takes the order id %j like any other', async (orderId) => {
    const { status } = await shop.post(payment(orderId));
    expect(status).toBe(202);
    await shop.settled(orderId);
    expect(await shop.charges(orderId)).toHaveLength(1);
  });

  const refused: { case: string; headers: Record<string, string>; body: string | Buffer; status: number }[] = [
    { case: 'gzip', headers: { 'content-encoding': 'gzip' }, body: '{}', status: 415 },
    { case: 'text/plain', headers: { 'content-type': 'text/plain' }, body: JSON.stringify(payment('ord-bad')), status: 415 },
    { case: 'no body', headers: { 'content-type': 'application/json' }, body: '', status: 400 },
    {
      case: 'invalid UTF-8',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from('{"orderId":"\xff\xfe"}', 'latin1'),
      status: 400,
    },
    { case: 'a body of 20 kB', headers: { 'content-type': 'application/json' }, body: `{"orderId":"${'x'.repeat(20_000)}"}`, status: 413 },
    {
      case: 'a duplicate member',
      headers: { 'content-type': 'application/json' },
      body: '{"orderId":"ord-bad","amount":1,"amount":2,"currency":"EUR","paymentMethod":"pm_card_visa"}',
      status: 400,
    },
    {
      case: 'a blank Idempotency-Key',
      headers: { 'content-type': 'application/json', 'idempotency-key': ' ' },
      body: JSON.stringify(payment('ord-bad')),
      status: 400,
    },
  ];
  it.each(refused)('refuses $case with $status', async ({ headers, body, status }) => {
    const response = await fetch(`${simulator.addresses.api}/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect((await fetch(`${simulator.addresses.api}/payments/ord-bad`)).status).toBe(404);
  });
});

describe('what is not offered', () => {
  it('has no tenants: the same order and key from another caller is the same payment, and another amount is refused', async () => {
    const first = await shop.post(payment('ord-tenant'), { 'idempotency-key': '1', 'x-tenant': 't1' });
    const other = await shop.post(payment('ord-tenant', { amount: 5000 }), { 'idempotency-key': '1', 'x-tenant': 't2' });
    expect([first.status, other.status]).toEqual([202, 422]);
    expect((await shop.post(payment('ord-tenant'), { 'idempotency-key': '1', 'x-tenant': 't2' })).text).toBe(first.text);
  });

  it('has no webhooks: API Gateway refuses the path', async () => {
    const answer = await shop.request('/../webhooks/stripe', { method: 'POST', body: '{"type":"payment_intent.succeeded"}' });
    expect([answer.status, answer.json.type]).toEqual([403, 'request-refused']);
  });
});

describe('attempts', () => {
  it('declines without troubling the DLQ, then charges a second attempt with a good card, and allows no third', async () => {
    await shop.post(payment('ord-retry', { paymentMethod: 'pm_card_chargeDeclinedInsufficientFunds' }));
    const declined = await shop.settled('ord-retry');
    expect(declined.attempts).toEqual([expect.objectContaining({ status: 'declined', declineCode: 'insufficient_funds' })]);
    expect(await shop.inDlq()).toBe(0);
    expect(await shop.charges('ord-retry')).toEqual([]);

    expect((await shop.post(payment('ord-retry', { attempt: 2 }))).status).toBe(202);
    const charged = await shop.settled('ord-retry', ['charged']);
    expect(charged.attempts.map(({ status }: { status: string }) => status)).toEqual(['declined', 'charged']);
    const third = await shop.post(payment('ord-retry', { attempt: 3 }));
    expect([third.status, third.json.type]).toEqual([409, 'attempt-not-allowed']);
    expect(await shop.charges('ord-retry')).toEqual([expect.objectContaining({ attempt: 2 })]);
  });
});

describe('what lies in the queue', () => {
  it('is charged once when the same event is there five times under five deduplication ids, and the guard says so', async () => {
    const before = (await shop.state()).duplicatesSuppressed;
    await shop.post(payment('ord-five'));
    await shop.settled('ord-five');
    const body = JSON.stringify(payment('ord-five', { attempt: 1 }));
    for (let copy = 1; copy <= 5; copy++) await shop.enqueue(body, 'ord-five', `copy-${copy}`);
    await shop.advance('PT1S');
    const after = (await shop.state()).duplicatesSuppressed;
    expect(after.Guard - before.Guard).toBe(5);
    expect(await shop.charges('ord-five')).toHaveLength(1);
    expect((await shop.state()).queues.ChargeQueue).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
  });

  it('is charged while a poison message is in the DLQ within seconds', async () => {
    await shop.enqueue('not JSON', 'poison', 'poison-1');
    const orders = Array.from({ length: 20 }, (_, index) => `ord-healthy-${index}`);
    await Promise.all(orders.map((orderId) => shop.post(payment(orderId))));
    for (const orderId of orders) expect((await shop.settled(orderId)).status).toBe('charged');
    const start = Date.now();
    while ((await shop.inDlq()) === 0 && Date.now() - start < 10_000) await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await shop.receiveFromDlq()).map(({ Body }) => Body)).toContain('not JSON');
  });

  it.each([
    { case: 'an order that was never accepted', orderId: 'ord-ghost', accepted: false, change: {} },
    { case: 'another amount than its payment', orderId: 'ord-forged-1', accepted: true, change: { amount: 1 } },
    { case: 'another currency than its payment', orderId: 'ord-forged-2', accepted: true, change: { currency: 'USD' } },
  ])('is never charged, and goes to the DLQ, with $case', async ({ orderId, accepted, change }) => {
    if (accepted) {
      await shop.post(payment(orderId));
      await shop.settled(orderId);
    }
    const before = accepted ? await shop.get(orderId) : undefined;
    const body = JSON.stringify(payment(orderId, { attempt: 1, ...change }));
    await shop.enqueue(body, orderId, `forged-${orderId}`);
    await shop.advance('PT1S');
    expect((await shop.receiveFromDlq()).map(({ Body }) => Body)).toContain(body);
    expect(await shop.charges(orderId)).toHaveLength(accepted ? 1 : 0);
    if (accepted) expect(await shop.get(orderId)).toEqual(before);
  });

  it('does not take its healthy neighbour of the same order along when it is poison', async () => {
    const { ChargeQueueUrl } = (await shop.state()).outputs;
    const before = await shop.inDlq();
    await shop.fault({ mode: 'conflict', orderId: 'ord-neighbour', times: 1 });
    await shop.post(payment('ord-neighbour'));
    await shop.sqs.send(
      new SendMessageBatchCommand({
        QueueUrl: ChargeQueueUrl,
        Entries: [
          { Id: 'bad', MessageBody: '{', MessageGroupId: 'ord-neighbour', MessageDeduplicationId: 'n-1' },
          {
            Id: 'good',
            MessageBody: JSON.stringify(payment('ord-neighbour', { attempt: 1 })),
            MessageGroupId: 'ord-neighbour',
            MessageDeduplicationId: 'n-2',
          },
        ],
      }),
    );
    await shop.advance('PT10M');
    expect((await shop.get('ord-neighbour')).status).toBe('charged');
    expect(await shop.charges('ord-neighbour')).toHaveLength(1);
    expect(await shop.inDlq()).toBe(before + 1);
  });
});
