import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

export type Handler = (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** A proxy event as API Gateway REST makes it, as far as the acquirer reads it. */
export function proxyEvent(method: string, url: string, headers: Record<string, string>, body: string | null): APIGatewayProxyEvent {
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
  const query = Object.fromEntries([...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]));
  return {
    httpMethod: method,
    path: pathname,
    headers,
    multiValueQueryStringParameters: Object.keys(query).length > 0 ? query : null,
    queryStringParameters: null,
    body,
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEvent;
}

/** Serves a function over HTTP on a free loopback port. */
export async function gateway(handler: Handler): Promise<{ port: number; close: () => Promise<void> }> {
  const server: Server = createServer(async (request, response) => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const result = await handler(proxyEvent(request.method ?? 'GET', request.url ?? '/', headers, (await bodyOf(request)) || null));
    response.writeHead(result.statusCode, result.headers as Record<string, string>).end(result.body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
