import fc from 'fast-check';
import { faults } from './call-faults';
import type { CallFault } from './computer';
import type { ProviderFault } from './provider-fault';
import type { DeliveryFaults } from './worker';

/** One thing that happens to the system. */
export type Step =
  | {
      readonly do: 'post';
      readonly order: number;
      readonly attempt: number;
      readonly other?: 'amount' | 'method';
      readonly token?: number;
      readonly faults: CallFault[];
    }
  | { readonly do: 'cancel'; readonly order: number; readonly attempt: number; readonly faults: CallFault[] }
  | { readonly do: 'post-nonsense'; readonly body: string }
  | { readonly do: 'inject'; readonly what: Injected; readonly order: number; readonly attempt: number; readonly ownGroup: boolean }
  | ({ readonly do: 'deliver' } & DeliveryFaults)
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'run'; readonly ms: number }
  | ({ readonly do: 'provider' } & ProviderFault)
  | { readonly do: 'console-redrive' }
  | { readonly do: 'redrive-function'; readonly orders?: number[]; readonly run: number; readonly faults: CallFault[] }
  | { readonly do: 'redrive-script' }
  | { readonly do: 'purge-expired-guard-records' }
  | { readonly do: 'lose-guard-table' }
  | { readonly do: 'rename-function' };

/** A message that no client of the API sent. */
export type Injected = 'duplicate' | 'forged-amount' | 'forged-cancel' | 'unknown-order' | 'poison';

export interface Schedule {
  /** Payment method of each order's first attempt, then of its second. */
  readonly cards: readonly string[];
  readonly steps: readonly Step[];
}

export const ORDERS = 3;
const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

/** From the life of a request to past every retention, the short ones more often. */
const SHORT_MS = [200, 2 * SECOND, 2 * SECOND, 9 * SECOND, 31 * SECOND, 31 * SECOND, 181 * SECOND, 181 * SECOND, 310 * SECOND];
const WAITS_MS = [...SHORT_MS, HOUR, 14 * HOUR, 25 * HOUR, 3 * DAY, 13 * DAY, 20 * DAY];

const order = fc.integer({ min: 0, max: ORDERS - 1 });
const attempt = fc.constantFrom(1, 1, 1, 2);

const rarely = fc.integer({ min: 0, max: 4 }).map((n) => n === 4);

const NONSENSE = [
  '',
  '{',
  '[]',
  '{"orderId":"ord-1","amount":1e3}',
  '{"orderId":"ord-1","amount":1000,"currency":"EUR","paymentMethod":"4242424242424242"}',
];

const deliver = fc.record({ do: fc.constant('deliver' as const), faults: faults(10), outlivesDeadline: rarely, losesDelete: rarely });

/** Most schedules are about a payment: this is how one begins. */
const firstPost = order.map((n): Step => ({ do: 'post', order: n, attempt: 1, faults: [] }));

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('post' as const),
      order,
      attempt,
      faults: faults(4),
      other: fc.constantFrom(undefined, undefined, undefined, undefined, 'amount' as const, 'method' as const),
      token: fc.constantFrom(undefined, undefined, undefined, 0, 1),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), order, attempt, faults: faults(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('post-nonsense' as const), body: fc.constantFrom(...NONSENSE) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('inject' as const),
      what: fc.constantFrom<Injected[]>('duplicate', 'duplicate', 'duplicate', 'forged-amount', 'forged-cancel', 'unknown-order', 'poison'),
      order,
      attempt,
      ownGroup: fc.boolean(),
    }),
  },
  { weight: 12, arbitrary: deliver },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(...WAITS_MS),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('run' as const), ms: fc.constantFrom(10 * SECOND, 200 * SECOND, 200 * SECOND, HOUR) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('provider' as const),
      mode: fc.constantFrom<ProviderFault['mode'][]>(
        'none',
        'down',
        'slow',
        'lose-answer',
        'conflict',
        'rate-limit',
        'server-error',
        'server-error-after',
      ),
      times: fc.constantFrom(1, 2, 2, 5, 1000),
    }),
  },
  { weight: 3, arbitrary: fc.constant<Step>({ do: 'console-redrive' }) },
  {
    weight: 2,
    arbitrary: fc.record(
      {
        do: fc.constant('redrive-function' as const),
        orders: fc.uniqueArray(order, { minLength: 1, maxLength: ORDERS }),
        run: fc.integer({ min: 0, max: 1 }),
        faults: faults(6),
      },
      { requiredKeys: ['do', 'run', 'faults'] },
    ),
  },
  { weight: 3, arbitrary: fc.constant<Step>({ do: 'redrive-script' }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Step[]>({ do: 'purge-expired-guard-records' }, { do: 'lose-guard-table' }, { do: 'rename-function' }),
  },
);

/**
 * An outage that sends what is there to the DLQ, a stay there, and a redrive: at once, so that SQS still knows the first send, or after days.
 * Several in a row take a payment past what the guard can vouch for.
 */
const outages = fc
  .record({
    mode: fc.constantFrom<ProviderFault['mode'][]>('down', 'server-error', 'rate-limit'),
    stayMs: fc.constantFrom(0, 0, 14 * HOUR, 25 * HOUR, 13 * DAY),
    redrive: fc.constantFrom<Step[]>(
      { do: 'redrive-script' },
      { do: 'console-redrive' },
      { do: 'redrive-function', orders: [0, 1], run: 0, faults: [] },
    ),
    times: fc.constantFrom(1, 1, 2, 4),
  })
  .map(({ mode, stayMs, redrive, times }): Step[] => {
    const outage: Step[] = [{ do: 'run', ms: 200 * SECOND }, { do: 'wait', ms: stayMs }, redrive, { do: 'wait', ms: SECOND }];
    return [
      { do: 'provider', mode, times: 1000 },
      ...Array.from({ length: times }, () => outage).flat(),
      { do: 'provider', mode: 'none', times: 0 },
    ];
  });
const moment = fc.oneof({ weight: 20, arbitrary: step.map((one) => [one]) }, { weight: 1, arbitrary: outages });

const card = fc.constantFrom(
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_chargeDeclined',
  'pm_card_authenticationRequired',
  'pm_slow_clearing',
);

export const schedules: fc.Arbitrary<Schedule> = fc.record({
  cards: fc.array(card, { minLength: 2 * ORDERS, maxLength: 2 * ORDERS }),
  steps: fc
    .tuple(fc.array(firstPost, { maxLength: 2 }), fc.array(moment, { maxLength: 20, size: 'max' }))
    .map(([posts, moments]) => [...posts, ...moments.flat()]),
});
