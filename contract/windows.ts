/**
 * Every duration of the system, and every limit that is its own to choose and that its operator may want to change: constructs, functions,
 * simulator, tests and docs read them here. What AWS or the provider fixes stands where it is used.
 *
 * The story they tell: a message can come back for `REPLAY_HORIZON` seconds. The guard must remember for longer than that,
 * and nothing may be charged that is older than the guard can vouch for. `window-rules.ts` holds them to it at synth.
 */

const SECOND = 1;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * How many DLQ redrives of one message, by people, the guard outlives. More are still safe: the ledger never expires. The recovery restarts a
 * message's retention too, but it brings nothing back past `CHARGE_HORIZON`, and the ledger knows what the guard forgets.
 */
export const REDRIVES_COVERED = 2;

/** Patience `short`: receives before SQS moves a message to the DLQ. Five is what AWS advises for Lambda, so that throttling alone cannot fill it. */
export const SHORT_PATIENCE_RECEIVES = 5;

/** Patience `hour`: receives before SQS moves a message to the DLQ. Workers that crash at every start use up an hour of visibility time-outs. */
export const HOUR_PATIENCE_RECEIVES = 21;

/** Messages in one invocation: the most that Lambda allows on a FIFO queue. */
export const BATCH_SIZE = 10;

/** Charge functions at once. Protects the provider: 10 functions × 10 groups = 100 payments in progress. */
export const CHARGE_MAX_CONCURRENCY = 10;

/** Bytes of a request body. A payment takes under 400; the cap refuses the rest before anything is written. */
export const MAX_BODY_BYTES = 16 * 1024;

/** Attempts to collect one order: enough for every card a customer owns, small enough to list in one read. */
export const MAX_ATTEMPTS = 99;

/** Partitions of the index `open`: a payment enters and leaves it, two writes, and a partition takes 1,000 a second; so enough for 5,000 payments/s. */
export const OPEN_SHARDS = 10;

/** Charge function: time-out of one invocation. */
export const CHARGE_TIMEOUT_SECONDS = 30 * SECOND;

/** API functions: shorter than API Gateway's 29 s, so that the client gets our 503 and not its 504. */
export const API_TIMEOUT_SECONDS = 10 * SECOND;

/** Redrive function: enough to sample the DLQ and to copy chosen orders. */
export const REDRIVE_TIMEOUT_SECONDS = 60 * SECOND;

/** One call to the provider. Card networks answer within 3 s; the worker gives up at 8 s and asks again later. */
export const PROVIDER_CALL_TIMEOUT_SECONDS = 8 * SECOND;

/** Time kept free after a provider call for writing down what it said. */
export const RECORD_MARGIN_SECONDS = 2 * SECOND;

/**
 * What must remain of an invocation before a provider call may start: one that cannot finish is not begun. Two tries, because stripe-node
 * repeats a call once when the connection is closed, even with retries disabled.
 */
export const PROVIDER_BUDGET_SECONDS = 2 * PROVIDER_CALL_TIMEOUT_SECONDS + RECORD_MARGIN_SECONDS;

/** One call to a table or queue, retries apart. The AWS SDK's own default is to wait for ever. */
export const AWS_CALL_TIMEOUT_SECONDS = 3 * SECOND;

/** Life of an in-progress guard record: Powertools sets it to the remaining time of the invocation, so at most this. */
export const LEASE_SECONDS = CHARGE_TIMEOUT_SECONDS;

/** How long a received message stays hidden. Six time-outs, as AWS advises: throttled pollers still find it hidden. */
export const VISIBILITY_SECONDS = 3 * MINUTE;

/** First wait after a transient failure; doubles with each receive up to the cap of the patience, with jitter. */
export const RETRY_BASE_SECONDS = 10 * SECOND;

/** Patience `short`: the longest wait between two receives. Five receives never get there. */
export const SHORT_PATIENCE_BACKOFF_SECONDS = VISIBILITY_SECONDS;

/** Patience `hour`: the longest wait between two receives. A payment is charged within it once the provider works again. */
export const HOUR_PATIENCE_BACKOFF_SECONDS = 10 * MINUTE;

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

/** Nothing older than this is charged: the guard could no longer vouch for it. A started payment is asked for, and ended at the provider. */
export const CHARGE_HORIZON_SECONDS = REPLAY_HORIZON_SECONDS;

/** A payment not terminal after this needs attention: nothing that works takes a quarter of an hour, however long it is retried. */
export const ATTENTION_AFTER_SECONDS = 15 * MINUTE;

/** `Idempotency-Key` of a client. Published in the README; the business key, which never expires, stays in force after it. */
export const CLIENT_TOKEN_LIFE_SECONDS = 24 * HOUR;

/** Provider's idempotency keys: Stripe prunes them after at least 24 h. Nothing relies on more. */
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

/** Secrets are read again after this, and at once when the provider refuses the key: a rotated key is in use before retries are over. */
export const SECRET_CACHE_SECONDS = 1 * MINUTE;

/** Days that function and access logs are kept: long enough for a dispute's first answer. */
export const LOG_RETENTION_DAYS = 30;

/** Time kept free for answering before an API function's own time-out: a 503 of ours says more than a 502 of the gateway. */
export const ANSWER_MARGIN_SECONDS = 1 * SECOND;

/** Time kept free at the end of a redrive run for releasing what it looked at and saying what it did. */
export const REDRIVE_MARGIN_SECONDS = 10 * SECOND;

/** Orders that one redrive may choose: more are a job for the whole queue. */
export const MAX_CHOSEN_ORDERS = 1000;

/** How often ledger and provider are compared: a charge that nobody recorded is found within the working day. */
export const RECONCILE_INTERVAL_SECONDS = 6 * HOUR;

/** Reconcile function: some 25,000 charges at the pace of the provider's list. What is left over is the next run's. */
export const RECONCILE_TIMEOUT_SECONDS = 5 * MINUTE;

/** Time kept free at the end of a reconciliation: one call to the provider, a row, and the report, each with its repeated try. */
export const RECONCILE_MARGIN_SECONDS = PROVIDER_BUDGET_SECONDS + 4 * AWS_CALL_TIMEOUT_SECONDS;

/** Pages that one reconciliation reads of each list. Spares the provider's rate limit, which its other callers share. */
export const MAX_RECONCILE_PAGES = 250;

/** Rows that one reconciliation asks the provider for at once. A handful, because its rate limit is shared, and a run may end behind each. */
export const RECONCILED_AT_ONCE = 10;

/** Findings of one kind that a report names; all are counted. Keeps the report far below the 400 KB of an item. */
export const MAX_FINDINGS_LISTED = 50;

/** Messages waiting that the workers take up at once. With more the queue is behind, and an overdue payment may still be waiting in it. */
export const MAX_WAITING_TO_RESEND = CHARGE_MAX_CONCURRENCY * BATCH_SIZE;

/** Tries of EventBridge Scheduler to start a run after the first. A run that never starts is made up for by the next one. */
export const SCHEDULE_RETRIES = 3;

/** How long EventBridge Scheduler tries: a run that is an hour late may as well be the next. */
export const SCHEDULE_EVENT_AGE_SECONDS = 1 * HOUR;

/** One call of the operator's command line: Lambda's longest invocation and a minute, so that a function is never given up while it works. */
export const OPERATOR_CALL_TIMEOUT_SECONDS = 16 * MINUTE;

/** Payments that `payments open` lists unless told otherwise: each costs a read of its row. */
export const OPEN_PAYMENTS_SHOWN = 100;

/** How often a watching operator is shown a redrive's progress: SQS counts approximately anyway. */
export const REDRIVE_WATCH_SECONDS = 1 * SECOND;

/** Customer-managed key: days between asking for its deletion and losing all that it encrypts. The longest KMS allows, to notice in. */
export const KEY_DELETION_WINDOW_DAYS = 30;

/** How long SQS may use one data key. A key that is disabled stops the queue within it; each renewal costs a call of KMS per caller. */
export const QUEUE_DATA_KEY_REUSE_SECONDS = 5 * MINUTE;

/** Web ACL: the time over which WAF counts an address's requests, its own default. */
export const WEB_ACL_RATE_WINDOW_SECONDS = 5 * MINUTE;

/** Web ACL: requests of one address in that time. Half of the API's rate, so that no one address can use it up. */
export const WEB_ACL_RATE_LIMIT = (API_RATE_LIMIT / 2) * WEB_ACL_RATE_WINDOW_SECONDS;

/** Messages that a redrive's answer names one by one: its counts are complete, its lists end here. */
export const MAX_DEAD_LETTERS_LISTED = 100;

/** How long after a payment met a busy provider a preview takes it as still busy. A read that succeeds proves nothing: Stripe limits reads and charges apart. */
export const BUSY_PROVIDER_SECONDS = 5 * MINUTE;

/** Messages of one receive and entries of one batch call: the most that SQS takes. */
export const SQS_BATCH_LIMIT = 10;

/** Batches of dead letters released at once: ten thousand messages are receivable again within seconds, and SQS is not stormed. */
export const RELEASES_AT_ONCE = 10;

/** CloudWatch: one data point of an alarm or a graph. Long enough to hold a few retries, short enough to act within the receives of a message. */
export const ALARM_PERIOD_SECONDS = 5 * MINUTE;

/** Alarms that bear one bad period look at this many. A retry comes within 3 minutes, so what is broken shows in every one of them. */
export const ALARM_PERIODS_WATCHED = 3;

/** Bad periods among them that are an alarm: a crash that the next delivery mends wakes nobody. */
export const ALARM_PERIODS_BREACHING = 2;

/** Alarm: messages in the DLQ. Each is a customer whose payment waits for a person. */
export const DLQ_ALARM_MESSAGES = 1;

/** Alarm: deliveries of a period that end in the DLQ. Beside the level, which says nothing new while a message of an earlier incident lies there. */
export const DEAD_LETTERED_ALARM_DELIVERIES = 1;

/** Alarm: age of the oldest message in the DLQ. A long weekend and a working day are left before SQS deletes it. */
export const DLQ_ALARM_AGE_SECONDS = DLQ_RETENTION_SECONDS - 4 * DAY;

/** Alarm: age of the oldest message in the main queue. By then the provider fails, nothing consumes the queue, or not fast enough. */
export const QUEUE_ALARM_AGE_SECONDS = ATTENTION_AFTER_SECONDS;

/** Alarm: failed invocations of the charge function in a period. It reports failed payments and throws nothing, so each is a crash or a bad deployment. */
export const CHARGE_ALARM_ERRORS = 1;

/** Alarm: throttled invocations of the charge function in a period. Each uses up a receive of messages that never ran. */
export const CHARGE_ALARM_THROTTLES = 1;

/** Alarm: writes that a table refused in a period, 100 a second. A refused write costs like a write: at that rate about 5 US dollars a day. */
export const TABLE_ALARM_REFUSED_WRITES = 30_000;

/** Alarm: answers of the API with 5xx in a period. Clients repeat them safely, but no client should need to five times in five minutes. */
export const API_ALARM_SERVER_ERRORS = 5;

/** Alarm: orders charged twice, and charges that ledger and provider tell otherwise. There is no number of these that is normal. */
export const CONTRADICTION_ALARM_CHARGES = 1;

/** Alarm: payments that are open after `ATTENTION_AFTER`, all of them or those that are new. Their messages are in the DLQ or lost. */
export const OVERDUE_ALARM_PAYMENTS = 1;

/** Alarm: how far the reconciliation is behind. By then four runs in a row have not come to the end of the provider's list. */
export const RECONCILE_ALARM_LAG_SECONDS = 4 * RECONCILE_INTERVAL_SECONDS;

/** Alarm: the time in which the reconciliation must have been invoked. Two intervals, so that a late run is none. */
export const RECONCILE_ALARM_SILENCE_SECONDS = 2 * RECONCILE_INTERVAL_SECONDS;

/** Alarm: failed invocations of the reconciliation in a period. While it fails nobody looks for double charges. */
export const RECONCILE_ALARM_ERRORS = 1;

/** Redrives of one payment that ended in the DLQ again, after which a preview calls another one unsafe: twice may be an outage, three times is a cause. */
export const VAIN_REDRIVES = 3;

/** How often the recovery looks into the DLQ. Nothing there waits longer than two or three of these for a provider that works again. */
export const RECOVERY_INTERVAL_SECONDS = 5 * MINUTE;

/** Recover function: ends before the next run begins, so that two seldom meet. */
export const RECOVERY_TIMEOUT_SECONDS = 4 * MINUTE;

/** Time kept free at the end of a recovery run: a row, a send and a delete, each with its repeated try. */
export const RECOVERY_MARGIN_SECONDS = 6 * AWS_CALL_TIMEOUT_SECONDS;

/** How long one look of the recovery hides dead letters from people, should it die before it releases them. */
export const RECOVERY_HOLD_SECONDS = 30 * SECOND;

/** How long one look of the recovery takes: half of it receives, the rest sends. What is left of the hold is for releasing what it does not move. */
export const RECOVERY_LOOK_SECONDS = 20 * SECOND;

/** Payments that the recovery sends back a second. A fifth of what the workers have room for, so that new payments do not wait behind old ones. */
export const RECOVERY_RATE = 20;

/** Payments that one look of the recovery may send back: as many as it has time for. What lies behind them is looked at next. */
export const RECOVERIES_A_LOOK = (RECOVERY_RATE * RECOVERY_LOOK_SECONDS) / 2;

/** Recoveries of one payment that may be in vain while others are charged. Three are a cause and no accident: then it waits for a person. */
export const MAX_RECOVERIES = 3;

/**
 * Recoveries of one payment in all, counted or not: three days of canaries every ten minutes. A payment that is alone in the DLQ finds nobody
 * else charged meanwhile, so nothing counts against it.
 */
export const MAX_RECOVERIES_IN_ALL = 432;

/** Longest pause between two canaries. With a look each five minutes, all is charged within half an hour of an outage's end, however long it was. */
export const RECOVERY_PAUSE_SECONDS = 10 * MINUTE;

/** Payments that the recovery sent last and looks after: enough to see whether others end while one comes back. */
export const RECOVERED_WATCHED = 20;

/** Alarm: dead letters that the recovery has given up. Each waits for a person. */
export const RECOVERY_ALARM_GIVEN_UP = 1;

/** Alarm: the time in which the recovery must have been invoked. Three intervals, so that a late run is none. */
export const RECOVERY_ALARM_SILENCE_SECONDS = 3 * RECOVERY_INTERVAL_SECONDS;

/** Alarm: failed invocations of the recovery in a period. A run that fails is made up for by the next one, unless that fails as well. */
export const RECOVERY_ALARM_ERRORS = 1;
