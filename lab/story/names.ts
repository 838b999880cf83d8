/** Names of what the broken variants run on. A stack sets them and an exhibit uses them; the physical names are these. */

/** Functions, each with the file in `lab/story/broken/` that holds its handler. */
export const BROKEN_FUNCTIONS = {
  'async-retries': 'async-retries',
  'crash-before-delete': 'plain-worker',
  'one-hour-record': 'one-hour-record',
  'payload-key': 'payload-key',
  'balance-counter': 'balance-counter',
  'crash-after-charge': 'wrapped-worker',
  'throws-after-charge': 'throws-after-charge',
  'forgotten-key': 'forgotten-key',
  'redrive-script': 'plain-worker',
  'charge-card-v1': 'function-name-key',
  'charge-card-v2': 'function-name-key',
} as const;

export type BrokenFunction = keyof typeof BROKEN_FUNCTIONS;

/** FIFO queues that feed the function of the same name, each with a dead-letter queue `<name>-dlq.fifo`. */
export const PIPELINES = {
  'crash-before-delete': { visibilitySeconds: 180 },
  'one-hour-record': { visibilitySeconds: 180 },
  'crash-after-charge': { visibilitySeconds: 180 },
  'throws-after-charge': { visibilitySeconds: 180 },
  'forgotten-key': { visibilitySeconds: 180 },
  // Five receives must fit into the five minutes of a deduplication id.
  'redrive-script': { visibilitySeconds: 20 },
} as const satisfies Partial<Record<BrokenFunction, { visibilitySeconds: number }>>;

/** FIFO queues that a worker outside Lambda reads. */
export const WORKER_QUEUES = {
  'short-visibility': { visibilitySeconds: 30, contentBasedDeduplication: false },
  'content-based': { visibilitySeconds: 180, contentBasedDeduplication: true },
} as const;

export const RECEIPTS_QUEUE = 'receipts';

/** Tables with the string key `id`. `idempotency` is Powertools'; two Regions have two tables of tokens. */
export const BROKEN_TABLES = ['idempotency', 'orders', 'wallets', 'tokens-frankfurt', 'tokens-dublin'] as const;
export type BrokenTable = (typeof BROKEN_TABLES)[number];

export const queueName = (name: string): string => `${name}.fifo`;
export const deadLetters = (name: string): string => `${name}-dlq`;
