import { request } from 'node:http';
import type { RestApiDefinition } from '../../src/cloudformation/deployment';
import { AwsError, type InvocationResult } from '../../src/types';
import { api, ok, startGateway } from './gateway';

let gateway: Awaited<ReturnType<typeof startGateway>> | undefined;
afterEach(() => gateway?.close());

async function answerTo(
  path: string,
  init: RequestInit = {},
  result: () => InvocationResult | Promise<InvocationResult> = ok,
  rest: Partial<RestApiDefinition> = {},
  timeoutMs?: number,
) {
  gateway = await startGateway(api(rest), result, timeoutMs);
  const response = await fetch(gateway.url + path, init);
  return { status: response.status, text: await response.text(), headers: response.headers };
}

const returns = (value: unknown) => (): InvocationResult => ({ payload: typeof value === 'string' ? value : JSON.stringify(value) });
const post = { method: 'POST', body: '{}' };

describe('the answer of a function', () => {
  it('is passed on with status, headers and body', async () => {
    const result = returns({ statusCode: 202, headers: { Location: '/prod/orders/ord-1' }, body: '{"orderId":"ord-1"}' });
    const answer = await answerTo('/orders', post, result);
    expect(answer).toMatchObject({ status: 202, text: '{"orderId":"ord-1"}' });
    expect(answer.headers.get('location')).toBe('/prod/orders/ord-1');
    expect(answer.headers.get('x-amzn-requestid')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is JSON when it does not say otherwise', async () => {
    expect((await answerTo('/orders', post)).headers.get('content-type')).toBe('application/json');
  });

  it('may have several values for a header', async () => {
    const answer = await answerTo('/orders', post, returns({ statusCode: 200, multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'] } }));
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  it('is decoded when it is base64', async () => {
    expect((await answerTo('/orders', post, returns({ statusCode: 200, body: 'aGVsbG8=', isBase64Encoded: true }))).text).toBe('hello');
  });

  it('does not set headers that are the gateway’s own', async () => {
    const answer = await answerTo('/orders', post, returns({ statusCode: 401, headers: { 'WWW-Authenticate': 'Bearer' } }));
    expect(answer.headers.get('www-authenticate')).toBeNull();
    expect(answer.headers.get('x-amzn-remapped-www-authenticate')).toBe('Bearer');
  });
});

describe('502 Internal server error', () => {
  it.each([
    { case: 'a failed function', result: (): InvocationResult => ({ payload: '{"errorMessage":"x"}', functionError: 'Unhandled' }) },
    { case: 'no status', result: returns({ body: 'x' }) },
    { case: 'a body that is not text', result: returns({ statusCode: 200, body: { a: 1 } }) },
    { case: 'an unknown member', result: returns({ statusCode: 200, Body: 'x' }) },
    { case: 'a list', result: returns([]) },
    { case: 'null', result: returns('null') },
    { case: 'a status out of range', result: returns({ statusCode: 999 }) },
  ])('answers $case', async ({ result }) => {
    expect(await answerTo('/orders', post, result)).toMatchObject({ status: 502, text: '{"message":"Internal server error"}' });
  });
});

describe('what the gateway answers itself', () => {
  it('403 Missing Authentication Token where there is no route', async () => {
    expect(await answerTo('/nowhere')).toMatchObject({ status: 403, text: '{"message":"Missing Authentication Token"}' });
  });

  it('403 Missing Authentication Token for a method that the resource does not have', async () => {
    expect(await answerTo('/orders', { method: 'DELETE' })).toMatchObject({ status: 403 });
  });

  it('504 when the function takes longer than the integration may', async () => {
    const never = () => new Promise<InvocationResult>(() => {});
    const answer = await answerTo('/orders', post, never, {}, 20);
    expect(answer).toMatchObject({ status: 504, text: '{"message":"Endpoint request timed out"}' });
  });

  it('500 when the function is throttled', async () => {
    const throttled = () => Promise.reject(new AwsError('TooManyRequestsException', 'Rate Exceeded.', 429));
    expect(await answerTo('/orders', post, throttled)).toMatchObject({ status: 500, text: '{"message":"Internal server error"}' });
  });

  it('413 for a payload over 10 MB, without calling the function', async () => {
    const answer = await answerTo('/orders', { method: 'POST', body: Buffer.alloc(10 * 1024 * 1024 + 1) });
    expect(answer.status).toBe(413);
    expect(gateway?.events).toEqual([]);
  });

  it('in the form that the template gives it', async () => {
    const gatewayResponses = [
      {
        type: 'DEFAULT_4XX',
        headers: { 'content-type': 'application/problem+json' },
        body: '{"type":"refused","detail":$context.error.messageString}',
      },
    ];
    const answer = await answerTo('/nowhere', {}, ok, { gatewayResponses });
    expect(answer).toMatchObject({ status: 403, text: '{"type":"refused","detail":"Missing Authentication Token"}' });
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
  });
});

describe('the Host header', () => {
  it.each([
    { host: 'evil.example', right: 403 },
    { host: 'evil.example:3000', right: 403 },
    { host: '127.0.0.1.evil.example', right: 403 },
    { host: 'localhost', right: 200 },
    { host: 'localhost:9999', right: 200 },
    { host: '[::1]:3000', right: 200 },
  ])('$host gets $right', async ({ host, right }) => {
    gateway = await startGateway(api(), ok);
    const { port } = gateway;
    const status = await new Promise((resolve, reject) => {
      const call = request({ port, host: '127.0.0.1', path: '/orders/ord-1', headers: { host } });
      call.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
      call.end();
    });
    expect(status).toBe(right);
  });
});
