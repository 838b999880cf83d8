import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { type Answer, contractFaults, GET, POST } from '../../testing/hostile/contract';
import { evidence } from '../../testing/hostile/evidence';
import { REFUSED_AMOUNTS } from '../../testing/hostile/json-numbers';
import { BROKEN_STRINGS, encoded, NOT_UTF8, ODD_STRINGS } from '../../testing/hostile/json-strings';
import { DUPLICATES, LITERALS, NESTING, STRUCTURES, TRAILING } from '../../testing/hostile/json-structures';
import { MARKER } from '../../testing/hostile/marker';
import { forgeries, type HostileMessage, ODD_ATTRIBUTES, repeats, UNREADABLE } from '../../testing/hostile/messages';
import { REFUSED_KEYS, REFUSED_TYPES } from '../../testing/hostile/naughty-headers';
import { type RawHeaders, rawRequest } from '../../testing/hostile/raw-http';
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

const everyThird = <T>(values: readonly T[]) => values.filter((_, index) => index % 3 === 0);
const JSON_TYPE: RawHeaders = [['Content-Type', 'application/json']];

describe('over HTTP', () => {
  const good = JSON.stringify(payment(MARKER));
  const post = (body: Buffer, headers: RawHeaders = JSON_TYPE) => rawRequest(simulator.addresses.api, 'POST /payments', headers, body);
  const texts = [STRUCTURES, TRAILING, LITERALS, NESTING, DUPLICATES, BROKEN_STRINGS, ODD_STRINGS].flatMap((group) =>
    everyThird(Object.values(group)),
  );

  it('refuses hostile bodies and headers by the contract, writes nothing, logs nothing, and still accepts a payment', async () => {
    const answers: Answer[] = [];
    const expectStatus = async (status: number, answer: Promise<Answer>) => {
      answers.push(await answer);
      expect(answers.at(-1)).toMatchObject({ status });
    };
    for (const text of texts) {
      const body = Buffer.from(text);
      await expectStatus(body.length === 0 || body.length <= 16_384 ? 400 : 413, post(body));
      const member = Buffer.from(good.replace('1999', () => text));
      await expectStatus(member.length <= 16_384 ? 400 : 413, post(member));
    }
    for (const amount of everyThird(REFUSED_AMOUNTS)) await expectStatus(400, post(Buffer.from(good.replace('1999', () => amount))));
    for (const bytes of Object.values(NOT_UTF8)) {
      const [before, after] = good.split(`"${MARKER}"`);
      await expectStatus(400, post(Buffer.concat([Buffer.from(before!), bytes, Buffer.from(after!)])));
    }
    for (const body of Object.values(encoded(good))) await expectStatus(400, post(body));
    const onTheWire = (value: string) => Buffer.from(value).toString('latin1');
    // Control characters end a request in the HTTP parser, before there is anything to answer to.
    const sendable = (values: readonly string[]) => values.every((value) => /^[\t -~\u0080-\u{10ffff}]*$/u.test(value));
    for (const values of REFUSED_KEYS.filter(sendable)) {
      const keys: RawHeaders = values.map((value) => ['idempotency-key', onTheWire(value)]);
      await expectStatus(400, post(Buffer.from(good), [...JSON_TYPE, ...keys]));
    }
    for (const types of REFUSED_TYPES.filter(sendable))
      await expectStatus(
        415,
        post(
          Buffer.from(good),
          types.map((type) => ['content-type', onTheWire(type)]),
        ),
      );

    expect(answers.length).toBeGreaterThan(150);
    expect(answers.flatMap((answer) => contractFaults(POST, answer))).toEqual([]);
    expect(answers.filter((answer) => JSON.stringify(answer).includes(MARKER))).toEqual([]);
    const { queues, functions } = await shop.state();
    expect(queues).toEqual({ ChargeQueue: { visible: 0, inFlight: 0, delayed: 0 }, ChargeDlq: { visible: 0, inFlight: 0, delayed: 0 } });
    expect(functions['submit-payment']).toMatchObject({ errors: 0, timeouts: 0 });
    expect([...(await found.items('PaymentsTable')), ...(await found.items('GuardTable'))].filter((item) => item.includes(MARKER))).toEqual(
      [],
    );
    const logged = Object.values(await found.logs()).join('');
    expect(logged).not.toContain(MARKER);
    expect(logged).not.toMatch(/"level":"(?:WARN|ERROR|CRITICAL)"/);

    const accepted = await post(Buffer.from(JSON.stringify(payment('ord-after'))));
    expect([accepted.status, contractFaults(POST, accepted)]).toEqual([202, []]);
    expect((await shop.settled('ord-after')).status).toBe('charged');
  });

  it.each([
    '/payments/%00',
    '/payments/%ff%fe',
    '/payments/%',
    '/payments/%zz',
    '/payments/%2e%2e',
    '/payments/ord%2F1',
    '/payments/__proto__',
    '/payments/constructor',
    `/payments/${MARKER}`,
    `/payments/${MARKER}%20%0d%0aX-Evil:1`,
    '/payments/ord-1?orderId=ord-2',
  ])('says that there is no payment at %s', async (path) => {
    const answer = await rawRequest(simulator.addresses.api, `GET ${path}`, []);
    expect([answer.status, contractFaults(GET, answer)]).toEqual([404, []]);
    expect(answer.body).not.toContain(MARKER);
  });

  it('says that there is no payment at a path of 4,000 characters', async () => {
    const answer = await rawRequest(simulator.addresses.api, `GET /payments/${'a'.repeat(4000)}`, []);
    expect([answer.status, contractFaults(GET, answer)]).toEqual([404, []]);
  });

  it.each(['GET /payments', 'DELETE /payments/ord-1', 'POST /payments/ord-1', 'PUT /payments', 'GET /', `GET /${MARKER}`])(
    'refuses %s, which is no operation of the contract, in the form of the contract',
    async (line) => {
      const answer = await rawRequest(simulator.addresses.api, line, []);
      expect([answer.status, contractFaults(POST, answer)]).toEqual([403, []]);
      expect(answer.body).not.toContain(MARKER);
    },
  );
});

describe('in the charge queue', () => {
  it('poison is parked as it was sent, twenty payments beside it are charged once, and a redrive of the DLQ copes', async () => {
    const orders = Array.from({ length: 20 }, (_, index) => `ord-beside-${index + 1}`);
    const { ChargeQueueUrl, ChargeDlqUrl } = (await shop.state()).outputs;
    const bodies = [...everyThird(everyThird(UNREADABLE)), ...forgeries('ord-beside-1')];
    const poison: HostileMessage[] = bodies.map((body, index) => ({
      body,
      groupId: index % 7 === 0 ? orders[index % 20]! : `odd-${index}`,
      attributes: ODD_ATTRIBUTES[index % ODD_ATTRIBUTES.length],
    }));
    let sends = 0;
    const send = ({ body, groupId, attributes = {} }: HostileMessage) =>
      shop.sqs.send(
        new SendMessageCommand({
          QueueUrl: ChargeQueueUrl,
          MessageBody: body,
          MessageGroupId: groupId,
          MessageDeduplicationId: `hostile-${++sends}`,
          MessageAttributes: Object.fromEntries(
            Object.entries(attributes).map(([name, { BinaryValue, ...rest }]) => [
              name,
              BinaryValue === undefined ? rest : { ...rest, BinaryValue: Buffer.from(BinaryValue, 'base64') },
            ]),
          ),
        }),
      );

    await Promise.all(poison.slice(0, 20).map(send));
    await Promise.all(orders.map((orderId) => shop.post(payment(orderId))));
    await Promise.all(poison.slice(20).map(send));
    for (const body of repeats('ord-beside-2')) await send({ body, groupId: 'odd-repeat' });
    await shop.advance('PT30M');

    for (const orderId of orders) {
      expect(await shop.get(orderId)).toMatchObject({
        status: 'charged',
        attempts: [expect.not.objectContaining({ lastFailure: expect.anything() })],
      });
      expect(await shop.charges(orderId)).toHaveLength(1);
    }
    expect(await shop.charges('ord-ghost')).toEqual([]);
    const state = await shop.state();
    expect(state.queues).toEqual({
      ChargeQueue: { visible: 0, inFlight: 0, delayed: 0 },
      ChargeDlq: { visible: poison.length, inFlight: 0, delayed: 0 },
    });
    expect(state.functions.charge).toMatchObject({ errors: 0, timeouts: 0 });

    const preview = await found.redrive({ action: 'preview' });
    expect(preview).toMatchObject({ visible: poison.length, safe: false });
    expect(Object.values<number>(preview.byStatus).reduce((sum, count) => sum + count, 0)).toBe(preview.sampled);
    expect(JSON.stringify(preview)).not.toContain(MARKER);
    expect(await found.redrive({ action: 'start', orderIds: ['ord-ghost'] })).toMatchObject({
      result: 'copied',
      moved: 1,
      left: 1,
      complete: true,
    });
    await shop.advance('PT10M');
    expect(await found.redrive({ action: 'start' })).toMatchObject({ result: 'started' });
    await shop.advance('PT30M');
    expect((await found.redrive({ action: 'status' })).tasks).toEqual([
      expect.objectContaining({ status: 'COMPLETED', moved: poison.length }),
    ]);
    for (const orderId of orders) expect(await shop.charges(orderId)).toHaveLength(1);

    const parked = await found.drain(ChargeDlqUrl!);
    expect(parked.map(({ Body }) => Body!).sort()).toEqual([...bodies].sort());
    expect(Object.values(await found.logs()).join('')).not.toContain(MARKER);
  });
});
