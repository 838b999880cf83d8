/** Durations and limits of the acquirer. What Stripe fixes is named with its page; the rest is this double's own to choose. */

const SECOND = 1;
const HOUR = 60 * 60 * SECOND;

/** One invocation. Shorter than API Gateway's 29 s, so that a caller gets an answer of the function. */
export const TIMEOUT_SECONDS = 20 * SECOND;

/** Stripe prunes idempotency keys after at least 24 h; this double forgets on the hour (docs.stripe.com/api/idempotent_requests). */
export const KEY_LIFE_SECONDS = 24 * HOUR;

/** The fault `slow`: later than a caller waits who follows the card networks' 8 s, and well inside the function's own time-out. */
export const SLOW_ANSWER_SECONDS = 10 * SECOND;

/** Fault rules kept at once: they share one item, which every request reads. */
export const MAX_FAULT_RULES = 100;

/** How long an execution environment goes by remembered fault rules; whoever sets one is answered after it has passed. */
export const FAULT_CACHE_SECONDS = 0.2 * SECOND;

/** The API key is read again after this. */
export const SECRET_CACHE_SECONDS = 5 * 60 * SECOND;

/** One call to the table. The AWS SDK's own default is to wait for ever. */
export const AWS_CALL_TIMEOUT_SECONDS = 3 * SECOND;

/** Days that logs are kept. */
export const LOG_RETENTION_DAYS = 30;

/** Throttling of the API: requests a second, and at once. */
export const RATE_LIMIT = 500;
export const BURST_LIMIT = 1000;

/** Memory of the function, in proportion to which Lambda gives it CPU. */
export const MEMORY_MB = 512;
