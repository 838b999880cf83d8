import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, send } from './answer';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface LoopbackServer {
  port: number;
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** Requests that come before this is called are answered with 503. */
  serve(handler: Handler): void;
  close(): Promise<void>;
}

/** Longer than any client here keeps an idle connection, so that none is closed under a request that is just being sent. */
const KEEP_ALIVE_MS = 120_000;

/** Listens on the loopback address only. Port 0 takes any free one. Rejects, naming port and flag, when the port is in use. */
export function listen(port: number, flag: string): Promise<LoopbackServer> {
  let handle: Handler = (_request, response) => {
    response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' });
    response.end('{"message":"The simulator is starting."}');
  };
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => handle(request, response));
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, port, flag)));
    server.listen(port, '127.0.0.1', () => {
      const { port: actual } = server.address() as AddressInfo;
      resolve({
        port: actual,
        url: `http://127.0.0.1:${actual}`,
        serve: (handler) => {
          handle = handler;
        },
        close: () => close(server),
      });
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function listenError(error: NodeJS.ErrnoException, port: number, flag: string): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(`port ${port} is in use: stop what uses it, or choose another with ${flag} (0 = any free port)`);
  if (error.code === 'EACCES') return new Error(`port ${port} needs more rights than this user has: choose one above 1023 with ${flag}`);
  return new Error(`cannot listen on 127.0.0.1:${port} (${flag}): ${error.message}`);
}

/** A handler that sends what `answer` gives. When that fails the connection is cut, as by a service that crashed. */
export function answering(answer: (request: IncomingMessage) => Promise<Answer>): Handler {
  return (request, response) => {
    answer(request)
      .then((result) => send(response, result))
      .catch(() => response.destroy());
  };
}
