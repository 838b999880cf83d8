import '../testing/environment';
import Stripe from 'stripe';
import { makeHandler } from '../function/handler';
import type { Store } from '../function/store';
import { gateway, proxyEvent } from '../testing/gateway';
import { memoryStore } from '../testing/memory-store';

export const API_KEY = 'sk_test_of_these_tests';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: answers are read by tests that state their shape
  readonly json: any;
}

/** The acquirer behind a loopback port, with Stripe's own client, a plain one, and a clock that only tests move. */
export async function startAcquirer(store: Store = memoryStore()) {
  let now = Date.parse('2026-11-29T10:00:00.000Z');
  let monotonicMs = 0;
  const sleeps: number[] = [];
  const newHandler = () =>
    makeHandler({
      store,
      clock: () => now,
      monotonicClock: () => monotonicMs,
      sleep: async (ms) => {
        sleeps.push(ms);
        monotonicMs += ms;
      },
      readSecret: async () => API_KEY,
    });
  let environment = newHandler();
  const handler: typeof environment = (event) => environment(event);
  const { port, close } = await gateway(handler);
  const clientWith = (key: string) =>
    new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });

  async function call(method: string, path: string, body?: string, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      ...(body !== undefined && { body }),
    });
    return { status: response.status, headers: response.headers, json: await response.json() };
  }

  return {
    stripe: clientWith(API_KEY),
    clientWith,
    handler,
    call,
    /** Past HTTP, whose parsers would change or refuse some headers and paths before the function sees them. */
    handlerCall: async (method: string, path: string, body: string | null = null, headers: Record<string, string> = {}) => {
      const { statusCode, ...rest } = await handler(proxyEvent(method, path, { Authorization: `Bearer ${API_KEY}`, ...headers }, body));
      return { status: statusCode, headers: rest.headers, json: JSON.parse(rest.body) };
    },
    /** The next request meets an execution environment that knows nothing yet. */
    newEnvironment: () => {
      environment = newHandler();
    },
    sleeps,
    close,
    wait: (ms: number) => {
      now += ms;
    },
    setFault: (rule: object) => call('POST', '/v1/test_helpers/faults', JSON.stringify(rule), { 'content-type': 'application/json' }),
    books: async (query = '') => (await call('GET', `/v1/test_helpers/charges?${query}`)).json,
  };
}

export type Acquirer = Awaited<ReturnType<typeof startAcquirer>>;

export const order = (orderId: string, more: object = {}) => ({
  amount: 1999,
  currency: 'eur',
  payment_method_types: ['card'],
  metadata: { orderId, attempt: '1' },
  ...more,
});

/** What a rejected promise was rejected with; resolving fails the test. */
export async function failure(work: Promise<unknown>): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error('resolved, and should have been rejected');
}
