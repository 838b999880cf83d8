import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient, ListTablesCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { InvokeCommand } from '@aws-sdk/client-lambda';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DeleteMessageCommand, type Message, ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { type Answer, contractFaults, GET, POST } from '../property/hostile/contract';
import { REFUSED_AMOUNTS } from '../property/hostile/json-numbers';
import { BROKEN_STRINGS, encoded, NOT_UTF8, ODD_STRINGS } from '../property/hostile/json-strings';
import { DUPLICATES, LITERALS, NESTING, STRUCTURES, TRAILING } from '../property/hostile/json-structures';
import { MARKER } from '../property/hostile/marker';
import { forgeries, type HostileMessage, message, ODD_ATTRIBUTES, repeats, UNREADABLE } from '../property/hostile/messages';
import { REFUSED_KEYS, REFUSED_TYPES } from '../property/hostile/naughty-strings';
import { type RawHeaders, rawRequest } from '../property/hostile/raw-http';
import { operator, payment } from './operator';
import { startForTest } from './start';

let simulator: Awaited<ReturnType<typeof startForTest>>;
let shop: ReturnType<typeof operator>;

beforeEach(async () => {
  simulator = await startForTest();
  shop = operator(simulator.addresses);
}, 120_000);
afterEach(() => simulator?.close());

const everyThird = <T>(values: readonly T[]) => values.filter((_, index) => index % 3 === 0);
const JSON_TYPE: RawHeaders = [['Content-Type', 'application/json']];

/** What every function has logged, once the last lines are written. */
async function logs(): Promise<Record<string, string>> {
  await new Promise((resolve) => setTimeout(resolve, 700));
  const folder = join(simulator.data, 'logs');
  return Object.fromEntries(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
}

/** Every item of the tables whose name contains this, as JSON. */
async function items(table: string): Promise<string[]> {
  const credentials = { accessKeyId: 'operator', secretAccessKey: 'operator' };
  const client = new DynamoDBClient({ endpoint: simulator.addresses.aws, region: 'us-east-1', credentials });
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  const found: string[] = [];
  for (const TableName of TableNames.filter((name) => name.includes(table))) {
    const { Items = [] } = await client.send(new ScanCommand({ TableName }));
    found.push(...Items.map((item) => JSON.stringify(item)));
  }
  return found;
}

async function ask(request: Record<string, unknown>) {
  const { RedriveFunctionName } = (await shop.state()).outputs;
  const Payload = Buffer.from(JSON.stringify(request));
  const answer = await shop.lambda.send(new InvokeCommand({ FunctionName: RedriveFunctionName, Payload }));
  return JSON.parse(Buffer.from(answer.Payload!).toString());
}

/** Takes everything out of a queue. */
async function drain(queueUrl: string): Promise<Message[]> {
  const taken: Message[] = [];
  for (;;) {
    const { Messages = [] } = await shop.sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: 10,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      }),
    );
    if (Messages.length === 0) return taken;
    taken.push(...Messages);
    for (const { ReceiptHandle } of Messages) await shop.sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle }));
  }
}

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
    const sendable = (values: readonly string[]) =>
      values.every((value) => [...value].every((each) => (each >= ' ' && each !== '\x7f') || each === '\t'));
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
    expect([...(await items('Payments')), ...(await items('Guard'))].filter((item) => item.includes(MARKER))).toEqual([]);
    const logged = Object.values(await logs()).join('');
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
    `/payments/${'a'.repeat(4000)}`,
    '/payments/ord-1?orderId=ord-2',
  ])('says that there is no payment at %s', async (path) => {
    const answer = await rawRequest(simulator.addresses.api, `GET ${path}`, []);
    expect([answer.status, contractFaults(GET, answer)]).toEqual([404, []]);
    expect(answer.body).not.toContain(MARKER);
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

    const preview = await ask({ action: 'preview' });
    expect(preview).toMatchObject({ visible: poison.length, safe: false });
    expect(Object.values<number>(preview.byStatus).reduce((sum, count) => sum + count, 0)).toBe(preview.sampled);
    expect(JSON.stringify(preview)).not.toContain(MARKER);
    expect(await ask({ action: 'start', orderIds: ['ord-ghost'] })).toMatchObject({ result: 'copied', moved: 1, left: 1, complete: true });
    await shop.advance('PT10M');

    const parked = await drain(ChargeDlqUrl);
    expect(parked.map(({ Body }) => Body!).sort()).toEqual([...bodies].sort());
    expect(Object.values(await logs()).join('')).not.toContain(MARKER);
  });
});

describe('secrets and card data', () => {
  const PAN = '4242424242424242';
  const KEY = 'zq7idempotencykey';
  const CREDENTIAL = 'zq7credential';
  const CVC = 'zq7cvc';
  const EMAIL = 'zq7jane.doe@example.com';
  const TOKENS = ['pm_card_visa', 'pm_card_chargeDeclinedInsufficientFunds', 'pm_zq7unknown'];

  async function acquirerSecret(): Promise<string> {
    const credentials = { accessKeyId: 'operator', secretAccessKey: 'operator' };
    const client = new SecretsManagerClient({ endpoint: simulator.addresses.aws, region: 'us-east-1', credentials });
    const { AcquirerSecretName } = (await shop.state()).outputs;
    return (await client.send(new GetSecretValueCommand({ SecretId: AcquirerSecretName }))).SecretString!;
  }

  it('are in no log, metric, guard record, id or answer, on any path that fails; the token is in its row and its message alone', async () => {
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
    await shop.advance('PT30M');

    const preview = JSON.stringify(await ask({ action: 'preview', requestedBy: 'night shift' }));
    const refused = JSON.stringify(await ask({ action: 'start', orderIds: [PAN, EMAIL] }));
    const { ChargeDlqUrl } = (await shop.state()).outputs;
    const dead = await shop.receiveFromDlq();
    expect(dead.map(({ Attributes }) => Attributes!.MessageGroupId).sort()).toEqual(['ord-500', 'ord-down', 'ord-good', 'poison']);
    await shop.fault({ mode: 'none' });
    // The provider replays its 500 for a day.
    await shop.advance('PT25H');
    const redriven = JSON.stringify(await ask({ action: 'start', orderIds: ['ord-down', 'ord-500'] }));
    await shop.advance('PT30M');
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

    const secret = await acquirerSecret();
    const logged = await logs();
    const rows = await items('Payments');
    const guard = await items('Guard');
    // What was searched is really there.
    expect(Object.keys(logged).sort()).toEqual(expect.arrayContaining(['acquirer.log', 'charge.log', 'redrive.log', 'submit-payment.log']));
    expect(logged['charge.log']).toContain('ord-down');
    expect(logged['charge.log']).toContain('DuplicatesSuppressed');
    expect([rows.length, guard.length > accepted.length]).toEqual([8, true]);
    expect(secret.length).toBeGreaterThan(10);

    const ids = dead.map(({ Attributes, MessageAttributes }) => JSON.stringify([Attributes, MessageAttributes]));
    const told = [...answers, preview, refused, redriven, ...ids, ...reads.map((read) => JSON.stringify(read))];
    const everywhere = [...Object.values(logged), ...told, ...guard, ...rows].join('\n');
    for (const never of [PAN, KEY, CREDENTIAL, CVC, EMAIL, secret]) expect(everywhere.includes(never)).toBe(false);
    const withoutRows = [...Object.values(logged), ...told, ...guard].join('\n');
    for (const token of TOKENS) {
      expect(rows.some((row) => row.includes(token))).toBe(true);
      expect({ token, leaked: withoutRows.includes(token) }).toEqual({ token, leaked: false });
    }
    expect(dead.find(({ Attributes }) => Attributes!.MessageGroupId === 'ord-down')!.Body).toContain('pm_card_visa');
    expect((await drain(ChargeDlqUrl)).length).toBe(2);
  });
});
