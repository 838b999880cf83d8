import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';

/** What the provider does with one request: answers, or cuts the connection. */
export type Reply =
  | { readonly status: number; readonly json: unknown; readonly headers?: Record<string, string> }
  | { readonly status: number; readonly text: string }
  | 'cut';

export interface Seen {
  readonly request: string;
  readonly key: string | undefined;
  readonly body: Record<string, string>;
}

/** A server that answers the real `stripe` package from a script, in order. A request beyond the script is answered with a 418. */
export async function scriptedProvider(script: readonly Reply[]) {
  const seen: Seen[] = [];
  const rest = [...script];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      seen.push({
        request: `${request.method} ${request.url?.split('?')[0]}`,
        key: request.headers['idempotency-key'] as string | undefined,
        body,
      });
      const reply = rest.shift() ?? { status: 418, text: 'beyond the script' };
      if (reply === 'cut') {
        request.socket.destroy();
        return;
      }
      response.writeHead(reply.status, { 'content-type': 'application/json', ...('json' in reply && reply.headers) });
      response.end('json' in reply ? JSON.stringify(reply.json) : reply.text);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const stripe = new Stripe('sk_test_scripted', { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { stripe, seen, close };
}

async function readBody(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
}

/** A PaymentIntent for `ord-1`, attempt 2, 19.99 EUR, as Stripe would answer it. */
export const intent = (status: string, rest: Record<string, unknown> = {}) => ({
  id: 'pi_1',
  object: 'payment_intent',
  amount: 1999,
  amount_received: status === 'succeeded' ? 1999 : 0,
  currency: 'eur',
  status,
  livemode: false,
  metadata: { orderId: 'ord-1', attempt: '2' },
  last_payment_error: null,
  latest_charge: status === 'succeeded' ? { id: 'ch_1', object: 'charge', created: 1_795_946_400 } : null,
  ...rest,
});

export const ok = (json: unknown): Reply => ({ status: 200, json });
export const fail = (status: number, error: Record<string, unknown>): Reply => ({ status, json: { error: { message: 'no', ...error } } });
/** The stored answer of an earlier request under the same key. */
export const replayed = (status: number, error: Record<string, unknown>): Reply => ({
  status,
  json: { error: { message: 'no', ...error } },
  headers: { 'Idempotent-Replayed': 'true' },
});
export const declined = (code = 'generic_decline'): Reply =>
  fail(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: code,
    payment_intent: intent('requires_payment_method', { last_payment_error: { code: 'card_declined', decline_code: code } }),
  });
export const unexpectedState = (now: string): Reply =>
  fail(400, { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', payment_intent: intent(now) });
