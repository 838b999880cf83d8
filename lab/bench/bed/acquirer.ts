// Before the acquirer's handler, which reads its variables while it loads.
import '@charge-once/acquirer/testing/environment';
import { makeHandler } from '@charge-once/acquirer/handler';
import { gateway } from '@charge-once/acquirer/testing/gateway';
import { memoryStore } from '@charge-once/acquirer/testing/memory-store';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

/** A request that can move money: a confirmation, or a PaymentIntent that is confirmed as it is created. */
const movesMoney = ({ path, body }: APIGatewayProxyEvent): boolean => path.endsWith('/confirm') || /(^|&)confirm=true/.test(body ?? '');

export interface BenchAcquirer {
  /** `http://127.0.0.1:port/v1/` */
  readonly url: string;
  /** Charges in the books, by order. */
  charges(): Promise<ReadonlyMap<string, number>>;
  setFault(rule: { readonly mode: string; readonly orderId?: string }): Promise<void>;
  /** How long a request waits in front of the acquirer. */
  latencyMs: number;
  /** Milliseconds that its clock is ahead of real time. */
  offsetMs: number;
  /** Called once, instead of answering, when the next request that moves money has been carried out. */
  onMoneyMoved: (() => void) | undefined;
  close(): Promise<void>;
}

/**
 * The test acquirer itself, in memory, behind a door that waits: the network and the card scheme take their time before the work. Tables of
 * its own would only take the processor from what is measured.
 */
export async function startAcquirer(apiKey: string): Promise<BenchAcquirer> {
  const acquirer = makeHandler({
    store: memoryStore(),
    clock: () => Date.now() + bench.offsetMs,
    monotonicClock: () => performance.now(),
    sleep,
    readSecret: async () => apiKey,
  });

  async function door(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
    if (bench.latencyMs > 0) await sleep(bench.latencyMs);
    const answer = await acquirer(event);
    if (!bench.onMoneyMoved || !movesMoney(event)) return answer;
    const moved = bench.onMoneyMoved;
    bench.onMoneyMoved = undefined;
    moved();
    return new Promise(() => {});
  }

  const { port, close } = await gateway(door);
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const helpers = `http://127.0.0.1:${port}/v1/test_helpers`;
  const bench: BenchAcquirer = {
    url: `http://127.0.0.1:${port}/v1/`,
    latencyMs: 0,
    offsetMs: 0,
    onMoneyMoved: undefined,
    async charges() {
      const found = new Map<string, number>();
      for (let after = ''; ; ) {
        const page = (await (await fetch(`${helpers}/charges?limit=100${after}`, { headers })).json()) as Books;
        for (const { orderId } of page.data) found.set(orderId, (found.get(orderId) ?? 0) + 1);
        if (!page.has_more) return found;
        after = `&starting_after=${page.data.at(-1)!.chargeId}`;
      }
    },
    async setFault(rule) {
      const { status } = await fetch(`${helpers}/faults`, { method: 'POST', headers, body: JSON.stringify(rule) });
      if (status !== 200) throw new Error(`the acquirer refused the fault ${rule.mode} with ${status}`);
    },
    close,
  };
  return bench;
}

interface Books {
  readonly data: readonly { readonly orderId: string; readonly chargeId: string }[];
  readonly has_more: boolean;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
