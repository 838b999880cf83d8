import type { Layer } from '../../contract/names';
import type { PaymentStatus } from '../../functions/shared/payments';
import { memoryClientTokens } from '../memory-client-tokens';
import { type MemoryPayments, memoryPayments } from '../memory-payments';
import { createBank } from './bank';
import type { Computer } from './computer';
import { guardTable } from './guard-table';
import { type Layers, SHIPPED } from './layers';
import type { ProviderFault } from './provider-fault';
import { createQueues } from './queues';
import { VirtualClock } from './virtual-clock';

export type World = ReturnType<typeof createWorld>;

/** What happened in a world, or in many. */
export interface Counts {
  deliveries: number;
  ledgerReads: number;
  providerCalls: number;
  crashes: number;
  charges: number;
  redriven: number;
  suppressed: Record<Layer, number>;
  /** Payments by their status at the end. */
  ended: Record<PaymentStatus, number>;
}

export const noCounts = (): Counts => ({
  deliveries: 0,
  ledgerReads: 0,
  providerCalls: 0,
  crashes: 0,
  charges: 0,
  redriven: 0,
  suppressed: { Api: 0, InProgress: 0, Guard: 0, Ledger: 0, Provider: 0 },
  ended: { accepted: 0, charging: 0, charged: 0, declined: 0, expired: 0, cancelled: 0 },
});

/**
 * The whole system in this process and in virtual time: the shipped cores, adapters and guard, the simulator's queues, and in-memory
 * tables and provider with the rules of the real ones.
 */
export function createWorld(layers: Layers = SHIPPED) {
  const clock = new VirtualClock();
  const counts = noCounts();
  const violations: string[] = [];
  const payments = memoryPayments();
  const ledger: MemoryPayments = {
    ...payments,
    get(orderId, attempt) {
      counts.ledgerReads += 1;
      return payments.get(orderId, attempt);
    },
  };
  const world = {
    layers,
    clock,
    counts,
    violations,
    ledger,
    queues: createQueues(clock, layers.visibilitySeconds),
    guards: guardTable(clock),
    clientTokens: memoryClientTokens(clock.now),
    bank: createBank(clock, () => {
      counts.charges += 1;
      if (world.crashesOnCharge === 0) return;
      world.crashesOnCharge -= 1;
      for (const worker of world.workers) worker.kill();
    }),
    fault: { current: { mode: 'none', times: 0 } as ProviderFault },
    /** Keys of the events that a client was answered 202 for. */
    promised: new Set<string>(),
    requests: 0,
    /** Charge functions at work now. */
    workers: new Set<Computer>(),
    /** How often the workers still die at the very moment at which money has moved. */
    crashesOnCharge: 0,
    countSuppressed: (layer: Layer) => {
      counts.suppressed[layer] += 1;
    },
    violated: (what: string) => {
      if (!violations.includes(what)) violations.push(what);
    },
    /** An error that should have been impossible: a defect here or in the product. */
    fail: (error: unknown) => world.violated(`an error came through: ${error instanceof Error ? error.stack : String(error)}`),
  };
  return world;
}

/** Runs `work` while `Date.now` tells the world's time and a function's name may change: Powertools reads both. */
export async function inVirtualTime<T>(world: World, work: () => Promise<T>): Promise<T> {
  const { now } = Date;
  const name = process.env.AWS_LAMBDA_FUNCTION_NAME;
  Date.now = world.clock.now;
  try {
    return await work();
  } finally {
    Date.now = now;
    if (name === undefined) delete process.env.AWS_LAMBDA_FUNCTION_NAME;
    else process.env.AWS_LAMBDA_FUNCTION_NAME = name;
    world.clock.close();
  }
}
