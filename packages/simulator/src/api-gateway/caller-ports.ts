import type { IncomingMessage } from 'node:http';
import type { OutboundCalls } from '../aws/outbound-calls';
import type { Answer } from '../http/answer';
import { answering, type LoopbackServer, listen } from '../http/server';
import type { FunctionDefinition } from '../types';

export interface CallerPorts {
  /** The functions with the address of their own port in the environment. */
  functions: FunctionDefinition[];
  /** Starts to answer; until then a caller gets 503. */
  serve(answer: (request: IncomingMessage) => Promise<Answer>): void;
  close(): Promise<void>;
}

/**
 * Gives every function that calls an API of this machine an address of its own for it. An HTTP call carries no name of its caller; the port
 * at which it arrives says which function made it.
 *
 * @param service name under which the calls are recorded
 * @param url address of the API, as the functions' environments hold it
 */
export async function openCallerPorts(
  functions: readonly FunctionDefinition[],
  { service, url }: { readonly service: string; readonly url: string },
  calls: OutboundCalls,
): Promise<CallerPorts> {
  const ports: { folder: string; server: LoopbackServer }[] = [];
  const changed: FunctionDefinition[] = [];
  for (const definition of functions) {
    if (!Object.values(definition.environment).some((value) => value.includes(url))) {
      changed.push(definition);
      continue;
    }
    const server = await listen(0, '');
    ports.push({ folder: definition.folder, server });
    const environment = Object.fromEntries(
      Object.entries(definition.environment).map(([name, value]) => [name, value.replaceAll(url, server.url)]),
    );
    changed.push({ ...definition, environment });
  }
  return {
    functions: changed,
    serve: (answer) => {
      for (const { folder, server } of ports) {
        server.serve(
          answering((request) =>
            calls.run({ function: folder, service, action: httpAction(request) }, () => answer(request), {
              path: request.url,
              idempotencyKey: request.headers['idempotency-key']?.toString(),
            }),
          ),
        );
      }
    },
    close: async () => {
      await Promise.all(ports.map(({ server }) => server.close()));
    },
  };
}

/** `POST /v1/transfers/{id}/confirm`: the same for every id. */
function httpAction(request: IncomingMessage): string {
  const path = (request.url ?? '/').split('?')[0]!;
  return `${request.method} ${path.replace(/\/[a-z]+_[A-Za-z0-9]{8,}(?=\/|$)/g, '/{id}')}`;
}
