/**
 * Every duration and limit of the system, in one place: constructs, functions, simulator, tests and docs read them here.
 *
 * The story they tell: a message can come back for `REPLAY_HORIZON` seconds. The guard must remember for longer than that,
 * and nothing may be charged that is older than the guard can vouch for. `window-rules.ts` holds them to it at synth.
 */

const SECOND = 1;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How many DLQ redrives of one message the guard outlives. More are still safe: the ledger never expires. */
export const REDRIVES_COVERED = 2;

/** Receives before SQS moves a message to the DLQ. Five is what AWS advises for Lambda, so that throttling alone cannot fill it. */
export const MAX_RECEIVES = 5;

/** Messages in one invocation: the most that Lambda allows on a FIFO queue. */
export const BATCH_SIZE = 10;

/** Charge functions at once. Protects the provider: 10 functions × 10 groups = 100 payments in progress. */
export const CHARGE_MAX_CONCURRENCY = 10;

/** Bytes of a request body. A payment takes under 400; the cap refuses the rest before anything is written. */
export const MAX_BODY_BYTES = 16 * 1024;

/** Attempts to collect one order: enough for every card a customer owns, small enough to list in one read. */
export const MAX_ATTEMPTS = 99;

/** Partitions of the index `open`: at 1,000 writes/s each, enough for 10,000 payments/s. */
export const OPEN_SHARDS = 10;

/** Charge function: time-out of one invocation. */
export const CHARGE_TIMEOUT_SECONDS = 30 * SECOND;

/** API functions: shorter than API Gateway's 29 s, so that the client gets our 503 and not its 504. */
export const API_TIMEOUT_SECONDS = 10 * SECOND;

/** Redrive function: enough to sample the DLQ and to copy chosen orders. */
export const REDRIVE_TIMEOUT_SECONDS = 60 * SECOND;

/** Test acquirer: shorter than API Gateway's 29 s. */
export const ACQUIRER_TIMEOUT_SECONDS = 20 * SECOND;

/** One call to the provider. Card networks answer within 3 s; the worker gives up at 8 s and asks again later. */
export const PROVIDER_CALL_TIMEOUT_SECONDS = 8 * SECOND;

/** Time kept free after a provider call for writing down what it said. */
export const RECORD_MARGIN_SECONDS = 2 * SECOND;

/**
 * What must remain of an invocation before a provider call may start: one that cannot finish is not begun. Two tries, because stripe-node
 * repeats a call once when the connection is closed, even with retries turned off.
 */
export const PROVIDER_BUDGET_SECONDS = 2 * PROVIDER_CALL_TIMEOUT_SECONDS + RECORD_MARGIN_SECONDS;

/** Test acquirer's fault `slow`: two seconds after the worker has given up, and well inside the acquirer's own time-out. */
export const SLOW_ANSWER_SECONDS = PROVIDER_CALL_TIMEOUT_SECONDS + 2 * SECOND;

/** Fault rules that the test acquirer keeps at once: they share one item, which every request reads. */
export const MAX_FAULT_RULES = 100;

/** How long an execution environment of the test acquirer goes by remembered fault rules; whoever sets one is answered after it has passed. */
export const FAULT_CACHE_SECONDS = 0.2 * SECOND;

/** One call to a table or queue, retries apart. The AWS SDK's own default is to wait for ever. */
export const AWS_CALL_TIMEOUT_SECONDS = 3 * SECOND;

/** Life of an in-progress guard record: Powertools sets it to the remaining time of the invocation, so at most this. */
export const LEASE_SECONDS = CHARGE_TIMEOUT_SECONDS;

/** How long a received message stays hidden. Six time-outs, as AWS advises: throttled pollers still find it hidden. */
export const VISIBILITY_SECONDS = 3 * MINUTE;

/** First wait after a transient failure; doubles with each receive up to `VISIBILITY_SECONDS`, with jitter. */
export const RETRY_BASE_SECONDS = 10 * SECOND;

/** SQS FIFO deduplication, fixed by AWS. It covers the send, never the delivery. */
export const SQS_DEDUPLICATION_SECONDS = 5 * MINUTE;

/** Main queue: how long payments may wait while nothing is consumed. */
export const QUEUE_RETENTION_SECONDS = 4 * DAY;

/** DLQ: the longest SQS keeps a message. A FIFO message's clock restarts when it is moved there. */
export const DLQ_RETENTION_SECONDS = 14 * DAY;

/** The latest moment, after acceptance, at which a message can be delivered within the covered redrives. */
export const REPLAY_HORIZON_SECONDS = QUEUE_RETENTION_SECONDS + REDRIVES_COVERED * (DLQ_RETENTION_SECONDS + QUEUE_RETENTION_SECONDS);

/** Life of a completed guard record: longer than any covered replay, with a day for slow clocks and slow people. */
export const GUARD_LIFE_SECONDS = REPLAY_HORIZON_SECONDS + DAY;

/** A payment never started and older than this is refused, not charged: the guard could no longer vouch for it. */
export const CHARGE_HORIZON_SECONDS = REPLAY_HORIZON_SECONDS;

/** A payment not terminal after this needs attention: by then every receive has failed or the message is in the DLQ. */
export const ATTENTION_AFTER_SECONDS = MAX_RECEIVES * VISIBILITY_SECONDS;

/** `Idempotency-Key` of a client. Published in the README; the business key, which never expires, stays in force after it. */
export const CLIENT_TOKEN_LIFE_SECONDS = 24 * HOUR;

/** Provider's idempotency keys: Stripe prunes them after at least 24 h. The test acquirer forgets on the hour. */
export const PROVIDER_KEY_LIFE_SECONDS = 24 * HOUR;

/** `Retry-After` of a 503: one SDK back-off later the table or queue may be there again. */
export const RETRY_AFTER_SECONDS = 5 * SECOND;

/** SQS move task: messages a second, as AWS caps it. */
export const MAX_REDRIVE_RATE = 500;

/** Messages that a redrive preview looks at. A preview joins each with its row, so it is bounded, and says so. */
export const PREVIEW_SAMPLE_SIZE = 100;

/** How long a preview hides the sampled messages if it dies before it releases them. */
export const PREVIEW_VISIBILITY_SECONDS = 30 * SECOND;

/** API throttling: requests a second. Far below the account's 10,000 so that one client cannot starve others. */
export const API_RATE_LIMIT = 500;

/** API throttling: requests at once. Two seconds' worth, so that a client catching up is not refused. */
export const API_BURST_LIMIT = 1000;

/** Memory of a function. Lambda gives CPU in proportion to it: enough to load a 1 MB bundle within the first request's patience. */
export const FUNCTION_MEMORY_MB = 512;

/** Secrets are read again after this, so that a rotated key is in use everywhere within it. */
export const SECRET_CACHE_SECONDS = 5 * MINUTE;

/** Days that function and access logs are kept: long enough for a dispute's first answer. */
export const LOG_RETENTION_DAYS = 30;

/** Time kept free for answering before an API function's own time-out: a 503 of ours says more than a 502 of the gateway. */
export const ANSWER_MARGIN_SECONDS = 1 * SECOND;

/** Time kept free at the end of a redrive run for releasing what it looked at and saying what it did. */
export const REDRIVE_MARGIN_SECONDS = 10 * SECOND;

/** Orders that one redrive may choose: more are a job for the whole queue. */
export const MAX_CHOSEN_ORDERS = 1000;
