import { writeShop } from '../../testing/shop';
import { startForTest, type TestSimulator } from '../../testing/start';

let simulator: TestSimulator;
beforeAll(async () => {
  simulator = await startForTest({ assembly: writeShop() });
}, 30_000);
afterAll(() => simulator?.close());

async function call(path: string, init?: RequestInit) {
  const response = await fetch(simulator.controlUrl + path, init);
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}
const advance = (body: string) => call('/clock', { method: 'POST', body });

describe('GET /state', () => {
  it('shows time, outputs, queues, suppressed duplicates and functions', async () => {
    expect(await call('/state')).toMatchObject({
      status: 200,
      body: {
        now: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        outputs: { ApiUrl: `http://127.0.0.1:${simulator.port}/prod/`, AcquirerUrl: `http://127.0.0.1:${simulator.acquirerPort}/v1/` },
        queues: { ChargeQueue: { visible: 0, inFlight: 0, delayed: 0 }, ChargeDlq: { visible: 0, inFlight: 0, delayed: 0 } },
        duplicatesSuppressed: { Api: 0, InProgress: 0, Guard: 0, Ledger: 0, Provider: 0 },
        functions: { echo: { invocations: 0, errors: 0, timeouts: 0, running: 0 } },
      },
    });
  });
});

describe('POST /clock', () => {
  it('moves the time of everything', async () => {
    const before = Date.parse((await call('/state')).body.now);
    const { status, body } = await advance('{"advance":"PT14H"}');
    expect(status).toBe(200);
    const moved = Date.parse(body.now) - before;
    expect(moved).toBeGreaterThanOrEqual(14 * 3_600_000);
    expect(moved).toBeLessThan(14 * 3_600_000 + 60_000);
    const { now } = JSON.parse(await (await fetch(`${simulator.apiUrl}anything`)).text());
    expect(now).toBeGreaterThanOrEqual(Date.parse(body.now));
  });

  it.each([
    { body: '{"advance":"tomorrow"}', path: 'advance' },
    { body: '{"advance":"-PT1H"}', path: 'advance' },
    { body: '{"advance":"PT0S"}', path: 'advance' },
    { body: '{"advance":5}', path: 'advance' },
    { body: '{}', path: 'advance' },
    { body: '{"advance":"PT1H","by":"me"}', path: 'by' },
    { body: '[]', path: '' },
    { body: 'null', path: '' },
    { body: 'PT1H', path: '' },
    { body: '', path: '' },
  ])('refuses $body, naming "$path", and leaves the time alone', async ({ body, path }) => {
    const before = simulator.clock.offsetMs;
    const answer = await advance(body);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.body.errors).toEqual([{ path, message: expect.any(String) }]);
    expect(simulator.clock.offsetMs).toBe(before);
  });
});

describe('GET /charges', () => {
  it('reads every page of the acquirer’s books', async () => {
    const { body } = await call('/charges');
    expect(body.map(({ chargeId }: { chargeId: string }) => chargeId)).toEqual(['pi_1', 'pi_2']);
  });

  it('reads those of one order', async () => {
    expect((await call('/charges?orderId=ord-2')).body).toEqual([
      { orderId: 'ord-2', attempt: 1, amount: 1999, currency: 'EUR', chargeId: 'pi_2', chargedAt: '2026-11-29T10:00:00.000Z' },
    ]);
  });

  it('says that an empty order id is the caller’s mistake, not the acquirer’s', async () => {
    expect(await call('/charges?orderId=')).toMatchObject({ status: 400, body: { errors: [{ path: 'orderId' }] } });
  });
});

describe('POST /functions/{folder}/kill', () => {
  it('kills what runs, and the next invocation starts afresh', async () => {
    await fetch(`${simulator.apiUrl}before`);
    expect(await call('/functions/echo/kill', { method: 'POST' })).toMatchObject({ status: 200, body: { killed: 'echo' } });
    expect((await fetch(`${simulator.apiUrl}after`)).status).toBe(200);
  });

  it('knows only functions that there are', async () => {
    expect((await call('/functions/nothing/kill', { method: 'POST' })).status).toBe(404);
  });
});

describe('POST /story/{number}', () => {
  it('knows only exhibits that there are', async () => {
    const { status, headers, body } = await call('/story/99', { method: 'POST' });
    expect(status).toBe(404);
    expect(headers.get('content-type')).toBe('application/problem+json');
    expect(body).toMatchObject({ title: 'There is no exhibit 99', detail: expect.stringMatching(/^There are 1, 2, 3, /) });
  });
});

describe('other requests', () => {
  it.each([
    { method: 'GET', path: '/nothing', status: 404 },
    { method: 'GET', path: '/clock', status: 405 },
    { method: 'POST', path: '/state', status: 405 },
    { method: 'POST', path: '/charges', status: 405 },
    { method: 'GET', path: '/functions/echo/kill', status: 405 },
  ])('$method $path is answered $status in JSON', async ({ method, path, status }) => {
    const answer = await call(path, { method });
    expect(answer.status).toBe(status);
    expect(answer.body.status).toBe(status);
  });

  it('tells which method is allowed', async () => {
    expect((await call('/clock')).headers.get('allow')).toBe('POST');
  });

  it('of web pages elsewhere are refused', async () => {
    const answer = await call('/clock', { method: 'POST', body: '{"advance":"PT1H"}', headers: { origin: 'https://evil.example' } });
    expect(answer.status).toBe(403);
  });
});
