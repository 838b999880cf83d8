import { request } from 'node:http';
import { api, ok, startGateway } from './gateway';

let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeEach(async () => {
  gateway = await startGateway(api(), ok);
});
afterEach(() => gateway.close());

/** `fetch` folds repeated headers into one and sets its own; this sends what it is given. */
function send(path: string, headers: string[], body: Buffer | string = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const host = ['Host', `127.0.0.1:${gateway.port}`, 'Content-Length', String(Buffer.byteLength(body))];
    const call = request({ port: gateway.port, host: '127.0.0.1', path, method: 'POST', headers: [...host, ...headers] as never });
    call.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)));
    call.on('error', reject);
    call.end(body);
  });
}

describe('the proxy event', () => {
  it('has every member of version 1.0', async () => {
    await fetch(`${gateway.url}/prod/orders?a=1&a=2&b=x%20y`, {
      method: 'POST',
      body: '{"amount":1999}',
      headers: { 'User-Agent': 'test' },
    });
    expect(gateway.events[0]).toMatchObject({
      resource: '/orders',
      path: '/orders',
      httpMethod: 'POST',
      queryStringParameters: { a: '2', b: 'x y' },
      multiValueQueryStringParameters: { a: ['1', '2'], b: ['x y'] },
      pathParameters: null,
      stageVariables: null,
      body: '{"amount":1999}',
      isBase64Encoded: false,
      requestContext: {
        accountId: '000000000000',
        apiId: 'a1b2c3d4e5',
        domainName: `127.0.0.1:${gateway.port}`,
        domainPrefix: 'a1b2c3d4e5',
        extendedRequestId: expect.any(String),
        httpMethod: 'POST',
        identity: { sourceIp: '127.0.0.1', userAgent: 'test', user: null, accessKey: null },
        path: '/prod/orders',
        protocol: 'HTTP/1.1',
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        requestTime: expect.stringMatching(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
        requestTimeEpoch: expect.any(Number),
        resourceId: 'abc123',
        resourcePath: '/orders',
        stage: 'prod',
      },
    });
  });

  it('has null where there is nothing', async () => {
    await fetch(`${gateway.url}/orders`, { method: 'POST' });
    expect(gateway.events[0]).toMatchObject({
      body: null,
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
      pathParameters: null,
    });
  });

  it('has the stage in the path of the request context even when the client left it out', async () => {
    await fetch(`${gateway.url}/orders/ord-1`);
    expect(gateway.events[0]).toMatchObject({ path: '/orders/ord-1', requestContext: { path: '/prod/orders/ord-1' } });
  });

  it('keeps every value of a repeated header and the last one apart', async () => {
    await send('/orders', ['Idempotency-Key', 'first', 'idempotency-key', 'second']);
    expect(gateway.events[0]?.multiValueHeaders['Idempotency-Key']).toEqual(['first', 'second']);
    expect(gateway.events[0]?.headers['Idempotency-Key']).toBe('second');
  });

  it('tells how the request came, and nothing of what the client claims about it', async () => {
    await send('/orders', ['X-Forwarded-Proto', 'https', 'X-Forwarded-For', '203.0.113.9']);
    expect(gateway.events[0]?.headers).toMatchObject({
      'X-Forwarded-Proto': 'http',
      'X-Forwarded-Port': String(gateway.port),
      'X-Forwarded-For': '203.0.113.9, 127.0.0.1',
      'X-Amzn-Trace-Id': expect.stringMatching(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/),
    });
  });

  it('takes a body for text when the API has no binary media types, so that invalid UTF-8 is lost', async () => {
    await send('/orders', ['Content-Type', 'application/json'], Buffer.from([0x22, 0xff, 0x22]));
    expect(gateway.events[0]).toMatchObject({ body: '"\ufffd"', isBase64Encoded: false });
  });
});

describe('binary media types', () => {
  it.each([
    { types: ['*/*'], contentType: 'application/json', body: 'Iv8i', isBase64Encoded: true },
    { types: ['*/*'], contentType: '', body: 'Iv8i', isBase64Encoded: true },
    { types: ['application/octet-stream'], contentType: 'application/octet-stream; a=b', body: 'Iv8i', isBase64Encoded: true },
    { types: ['image/*'], contentType: 'application/json', body: '"\ufffd"', isBase64Encoded: false },
  ])('$types make a body of type "$contentType" base64: $isBase64Encoded', async ({ types, contentType, body, isBase64Encoded }) => {
    await gateway.close();
    gateway = await startGateway(api({ binaryMediaTypes: types }), ok);
    await send('/orders', contentType ? ['Content-Type', contentType] : [], Buffer.from([0x22, 0xff, 0x22]));
    expect(gateway.events[0]).toMatchObject({ body, isBase64Encoded });
  });
});
