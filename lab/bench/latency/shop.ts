import { type Answered, httpClient, spread } from './clients';

/** So long a payment may take on a busy machine before the run gives up. */
const PATIENCE_MS = 120_000;
const POLL_MS = 10;

export const bodyOf = (orderId: string): string =>
  JSON.stringify({ orderId, amount: 1999, currency: 'EUR', paymentMethod: 'pm_card_visa' });

/** Customers of a running system. Anything but the right answer is an error: a fast refusal would pass for speed. */
export function shopAt(api: string, clients: number) {
  const http = httpClient(clients);
  const right = (expected: number) => (answer: Answered) => {
    if (answer.status !== expected) throw new Error(`the API answered ${answer.status}: ${answer.body.slice(0, 200)}`);
    return answer;
  };
  const post = async (orderId: string) => right(202)(await http.send('POST', `${api}/payments`, bodyOf(orderId)));
  const get = async (orderId: string) => right(200)(await http.send('GET', `${api}/payments/${orderId}`));

  async function untilCharged(orderId: string): Promise<void> {
    for (const deadline = performance.now() + PATIENCE_MS; ; ) {
      const { status } = JSON.parse((await get(orderId)).body) as { status: string };
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
