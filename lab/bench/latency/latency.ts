import type { SimulatorProcess } from '../installation/simulator-process';
import type { Section } from '../section';
import type { Sizes } from '../sizes';
import { percentile, shown } from '../statistics';
import { spread } from './clients';
import { shopAt } from './shop';

const CLIENTS = [1, 16, 64] as const;
const WARM_UP = 64;

const show = (values: readonly number[]): string => `${shown(percentile(values, 0.5))} / ${shown(percentile(values, 0.99))}`;

/** What a customer waits for, through the whole running system. */
export async function measureLatency({ client }: SimulatorProcess, sizes: Sizes): Promise<Section> {
  const warm = shopAt(client, 16);
  await warm.pay(Array.from({ length: WARM_UP }, (_, index) => `latency-warm-${index}`));
  warm.close();
  const rows: string[][] = [];
  for (const clients of CLIENTS) {
    const shop = shopAt(client, clients);
    const orders = Array.from({ length: sizes.requests }, (_, index) => `latency-${clients}-${index}`);
    const posts = await spread(orders, clients, shop.post);
    for (const orderId of orders) await shop.untilCharged(orderId);
    const replays = await spread(orders, clients, shop.post);
    const gets = await spread(orders, clients, shop.get);
    const charged = await spread(
      orders.map((orderId) => `${orderId}-charged`),
      clients,
      async (orderId) => {
        await shop.post(orderId);
        const startedMs = performance.now();
        await shop.untilCharged(orderId);
        return performance.now() - startedMs;
      },
    );
    shop.close();
    const ms = (answers: readonly { ms: number }[]) => show(answers.map((answer) => answer.ms));
    rows.push([String(clients), ms(posts), ms(replays), ms(gets), show(charged)]);
  }
  return {
    title: 'Latency of the API',
    text:
      `${sizes.requests} requests of each kind. Functions, queue, tables and acquirer share this machine's cores with the clients, so that the rows of 16 and 64 clients show how the system queues when the ` +
      'processor is full, not what AWS would answer. Each client charges one payment at a time in the last column, and looks every 10 ms.',
    goals: [],
    tables: [{ caption: 'Milliseconds: p50 / p99', head: ['clients', 'POST', 'replayed POST', 'GET', 'accepted to charged'], rows }],
  };
}
