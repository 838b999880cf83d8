import type { Answer } from '../../../ops/client/http';
import { paymentsApi } from '../../../ops/client/payments-api';
import type { SimulatorClient } from '../../../ops/client/simulator-client';
import { httpTransport, spread } from './clients';

/** So long a payment may take on a busy machine before the run gives up. */
const PATIENCE_MS = 120_000;
const POLL_MS = 10;

/** The whole request as its client sees it. Anything but the right answer is an error: a fast refusal would pass for speed. */
async function timed<Json>(expected: number, request: () => Promise<Answer<Json>>): Promise<{ json: Json; ms: number }> {
  const startedMs = performance.now();
  const { status, text, json } = await request();
  if (status !== expected) throw new Error(`the API answered ${status}: ${text.slice(0, 200)}`);
  return { json, ms: performance.now() - startedMs };
}

/** Customers of a running system, so many at once. */
export function shopAt({ target }: Pick<SimulatorClient, 'target'>, clients: number) {
  const http = httpTransport(clients);
  const payments = paymentsApi(target.outputs.ApiUrl!, http.send);
  const post = (orderId: string) =>
    timed(202, () => payments.post({ orderId, amount: 1999, currency: 'EUR', paymentMethod: 'pm_card_visa' }));
  const get = (orderId: string) => timed(200, () => payments.get(orderId));

  async function untilCharged(orderId: string): Promise<void> {
    for (const deadline = performance.now() + PATIENCE_MS; ; ) {
      const { status } = (await get(orderId)).json;
      if (status === 'charged') return;
      if (performance.now() > deadline) throw new Error(`${orderId} is ${status} after ${PATIENCE_MS / 1000} s`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  return {
    post,
    get,
    untilCharged,
    close: http.close,
    /** All of them from the first POST to the last charge. Returns milliseconds. */
    async pay(orderIds: readonly string[]): Promise<number> {
      const startedMs = performance.now();
      await spread(orderIds, clients, post);
      // Groups are charged in parallel, so the last one posted need not be the last one charged.
      for (const orderId of orderIds) await untilCharged(orderId);
      return performance.now() - startedMs;
    },
  };
}
