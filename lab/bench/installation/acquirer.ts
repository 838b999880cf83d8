// Before the acquirer's handler, which reads its variables while it loads.
import '@charge-once/acquirer/testing/environment';
import { type AcquirerClient, acquirerClient } from '@charge-once/acquirer/client';
import { makeHandler } from '@charge-once/acquirer/handler';
import { gateway } from '@charge-once/acquirer/testing/gateway';
import { memoryStore } from '@charge-once/acquirer/testing/memory-store';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

/** A request that can move money: a confirmation, or a PaymentIntent that is confirmed as it is created. */
const movesMoney = ({ path, body }: APIGatewayProxyEvent): boolean => path.endsWith('/confirm') || /(^|&)confirm=true/.test(body ?? '');

export interface BenchAcquirer extends Pick<AcquirerClient, 'setFault'> {
  /** `http://127.0.0.1:port/v1/` */
  readonly url: string;
  /** Charges in the books, by order. */
  charges(): Promise<ReadonlyMap<string, number>>;
  /** How long a request waits in front of the acquirer. */
  latencyMs: number;
  /** Milliseconds that its clock is ahead of real time. */
  offsetMs: number;
  /** Called once, instead of answering, when the next request that moves money has been carried out. */
  onMoneyMoved: (() => void) | undefined;
  close(): Promise<void>;
}

/**
 * The test acquirer itself, in memory, and slow: the network and the card scheme take their time before the work. Tables of
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

  async function slowAcquirer(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
    if (bench.latencyMs > 0) await sleep(bench.latencyMs);
    const answer = await acquirer(event);
    if (!bench.onMoneyMoved || !movesMoney(event)) return answer;
    const moved = bench.onMoneyMoved;
    bench.onMoneyMoved = undefined;
    moved();
    return new Promise(() => {});
  }

  const { port, close } = await gateway(slowAcquirer);
  const url = `http://127.0.0.1:${port}/v1/`;
  const client = acquirerClient({ url, apiKey });
  const bench: BenchAcquirer = {
    url,
    latencyMs: 0,
    offsetMs: 0,
    onMoneyMoved: undefined,
    async charges() {
      const found = new Map<string, number>();
      for (const { orderId } of await client.charges()) found.set(orderId, (found.get(orderId) ?? 0) + 1);
      return found;
    },
    setFault: (fault) => client.setFault(fault),
    close,
  };
  return bench;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
