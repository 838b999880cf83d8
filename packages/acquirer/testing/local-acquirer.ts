import './environment';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeHandler } from '../function/handler';
import type { Store } from '../function/store';
import { gateway } from './gateway';
import { memoryStore } from './memory-store';

export interface LocalAcquirerOptions {
  /** What callers must send as their API key. */
  readonly apiKey: string;
  /** @default a new store in memory */
  readonly store?: Store;
  /** Epoch milliseconds. @default real time */
  readonly clock?: () => number;
}

export interface LocalAcquirer {
  /** `http://127.0.0.1:<port>/v1/` */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** The acquirer in this process, on a free loopback port: the function that is deployed, without AWS. */
export async function startLocalAcquirer({
  apiKey,
  store = memoryStore(),
  clock = Date.now,
}: LocalAcquirerOptions): Promise<LocalAcquirer> {
  const handler = makeHandler({
    store,
    clock,
    monotonicClock: () => performance.now(),
    sleep: (ms) => sleep(ms),
    readSecret: async () => apiKey,
  });
  const { port, close } = await gateway(handler);
  return { url: `http://127.0.0.1:${port}/v1/`, port, close };
}
