import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** What the runtime in one execution environment says. */
export interface RuntimeApiListener {
  /** The runtime is free. It waits, for as long as it takes, until `reply` is called. */
  onNext(reply: (headers: Record<string, string>, payload: string) => void): void;
  onResult(requestId: string, kind: 'response' | 'error', payload: string): void;
  onInitError(payload: string): void;
}

const PREFIX = '/2018-06-01/runtime/';

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function route(request: IncomingMessage, response: ServerResponse, listener: RuntimeApiListener): Promise<void> {
  const path = request.url?.startsWith(PREFIX) ? request.url.slice(PREFIX.length) : '';
  if (request.method === 'GET' && path === 'invocation/next') {
    listener.onNext((headers, payload) => response.writeHead(200, { 'Content-Type': 'application/json', ...headers }).end(payload));
    return;
  }
  const [, requestId, kind] = /^invocation\/([^/]+)\/(response|error)$/.exec(path) ?? [];
  if (request.method !== 'POST' || (requestId === undefined && path !== 'init/error')) {
    response.writeHead(404).end();
    return;
  }
  const payload = await read(request);
  response.writeHead(202).end('{"status":"OK"}');
  if (requestId === undefined) listener.onInitError(payload);
  else listener.onResult(requestId, kind as 'response' | 'error', payload);
}

/**
 * Server of the Lambda Runtime API for one execution environment: the port tells which one is calling.
 * https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 */
export function createRuntimeApi(listener: RuntimeApiListener): Server {
  const server = createServer((request, response) => {
    // A request that breaks off means that the process died, which its exit reports.
    route(request, response, listener).catch(() => response.destroy());
  });
  // The one connection lasts as long as the environment; the runtime takes its end for the simulator's.
  server.keepAliveTimeout = 0;
  server.requestTimeout = 0;
  server.headersTimeout = 0;
  return server;
}
