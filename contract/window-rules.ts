import { type Patience, shortestPatienceSeconds } from './patience';
import * as windows from './windows';

export type Windows = Readonly<Record<keyof typeof windows, number>>;

/** The values that are deployed. */
export const WINDOWS: Windows = { ...windows };

const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Longest that SQS keeps a message. */
const SQS_MAX_RETENTION_SECONDS = 14 * DAY_SECONDS;

/** API Gateway gives up on an integration after this, unless an account asks for more. */
const API_GATEWAY_TIMEOUT_SECONDS = 29;

interface WindowRule {
  readonly holds: (w: Windows) => boolean;
  /** What is wrong with which values, and the way of charging twice that comes back. */
  readonly message: (w: Windows) => string;
}

const replayHorizon = (w: Windows): number =>
  w.QUEUE_RETENTION_SECONDS + w.REDRIVES_COVERED * (w.DLQ_RETENTION_SECONDS + w.QUEUE_RETENTION_SECONDS);

const shortPatience = (w: Windows): Patience => ({ receives: w.SHORT_PATIENCE_RECEIVES, backoffSeconds: w.SHORT_PATIENCE_BACKOFF_SECONDS });
const hourPatience = (w: Windows): Patience => ({ receives: w.HOUR_PATIENCE_RECEIVES, backoffSeconds: w.HOUR_PATIENCE_BACKOFF_SECONDS });

const RULES: readonly WindowRule[] = [
  {
    holds: (w) => w.VISIBILITY_SECONDS >= 6 * w.CHARGE_TIMEOUT_SECONDS,
    message: (w) =>
      `VISIBILITY_SECONDS is ${w.VISIBILITY_SECONDS}, but must be at least 6 × CHARGE_TIMEOUT_SECONDS (${6 * w.CHARGE_TIMEOUT_SECONDS}): ` +
      'a message comes back while its first delivery still runs, and two workers charge the same payment at once.',
  },
  {
    holds: (w) => w.PROVIDER_BUDGET_SECONDS < w.CHARGE_TIMEOUT_SECONDS,
    message: (w) =>
      `PROVIDER_BUDGET_SECONDS is ${w.PROVIDER_BUDGET_SECONDS}, but must be below CHARGE_TIMEOUT_SECONDS (${w.CHARGE_TIMEOUT_SECONDS}): ` +
      'the function is killed while the provider still works, and the worker dies between charge and record.',
  },
  {
    holds: (w) => w.PROVIDER_BUDGET_SECONDS > 2 * w.PROVIDER_CALL_TIMEOUT_SECONDS,
    message: (w) =>
      `PROVIDER_BUDGET_SECONDS is ${w.PROVIDER_BUDGET_SECONDS}, but must be above 2 × PROVIDER_CALL_TIMEOUT_SECONDS (${2 * w.PROVIDER_CALL_TIMEOUT_SECONDS}): ` +
      'the provider answers and no time is left to write it down, as if the worker had died between charge and record.',
  },
  {
    holds: (w) => w.LEASE_SECONDS < w.VISIBILITY_SECONDS,
    message: (w) =>
      `LEASE_SECONDS is ${w.LEASE_SECONDS}, but must be below VISIBILITY_SECONDS (${w.VISIBILITY_SECONDS}): after a crash every redelivery ` +
      'finds the payment still in progress, and it reaches the dead-letter queue without having been tried again.',
  },
  {
    holds: (w) => w.SHORT_PATIENCE_RECEIVES >= 5,
    message: (w) =>
      `SHORT_PATIENCE_RECEIVES is ${w.SHORT_PATIENCE_RECEIVES}, but must be at least 5: throttled pollers alone use up the receives, the dead-letter queue fills ` +
      'with payments that never ran, and the morning replay begins.',
  },
  {
    holds: (w) => (w.HOUR_PATIENCE_RECEIVES - 1) * w.VISIBILITY_SECONDS >= HOUR_SECONDS,
    message: (w) =>
      `HOUR_PATIENCE_RECEIVES is ${w.HOUR_PATIENCE_RECEIVES}: less one, times VISIBILITY_SECONDS (${w.VISIBILITY_SECONDS}), it must be at least ` +
      `${HOUR_SECONDS}: workers that crash at every start for an hour fill the dead-letter queue, and a person has to replay it.`,
  },
  {
    holds: (w) => shortestPatienceSeconds(hourPatience(w)) >= HOUR_SECONDS,
    message: (w) =>
      `HOUR_PATIENCE_BACKOFF_SECONDS is ${w.HOUR_PATIENCE_BACKOFF_SECONDS}, and ${w.HOUR_PATIENCE_RECEIVES} receives may be over after ` +
      `${shortestPatienceSeconds(hourPatience(w))} seconds, but must last ${HOUR_SECONDS}: an outage of an hour fills the dead-letter queue.`,
  },
  {
    holds: (w) => w.SECRET_CACHE_SECONDS < shortestPatienceSeconds(shortPatience(w)),
    message: (w) =>
      `SECRET_CACHE_SECONDS is ${w.SECRET_CACHE_SECONDS}, but must be below the shortest patience (${shortestPatienceSeconds(shortPatience(w))}): ` +
      'after a key is rolled, workers go on with the old one until the payments are in the dead-letter queue.',
  },
  {
    holds: (w) => w.DLQ_RETENTION_SECONDS === SQS_MAX_RETENTION_SECONDS,
    message: (w) =>
      `DLQ_RETENTION_SECONDS is ${w.DLQ_RETENTION_SECONDS}, but must be ${SQS_MAX_RETENTION_SECONDS} (14 days, the most SQS allows): ` +
      'a shorter one deletes payments that were accepted with a 202 before anybody looks, and clients send them again as new orders.',
  },
  {
    holds: (w) => w.DLQ_RETENTION_SECONDS > w.QUEUE_RETENTION_SECONDS,
    message: (w) =>
      `DLQ_RETENTION_SECONDS is ${w.DLQ_RETENTION_SECONDS}, but must be above QUEUE_RETENTION_SECONDS (${w.QUEUE_RETENTION_SECONDS}): ` +
      'a payment may wait longer to fail than an operator has to replay it.',
  },
  {
    holds: (w) => w.DLQ_ALARM_AGE_SECONDS < w.DLQ_RETENTION_SECONDS,
    message: (w) =>
      `DLQ_ALARM_AGE_SECONDS is ${w.DLQ_ALARM_AGE_SECONDS}, but must be below DLQ_RETENTION_SECONDS (${w.DLQ_RETENTION_SECONDS}): SQS deletes ` +
      'the oldest payments of the dead-letter queue before anybody is told that it will.',
  },
  {
    holds: (w) => w.QUEUE_ALARM_AGE_SECONDS < w.QUEUE_RETENTION_SECONDS,
    message: (w) =>
      `QUEUE_ALARM_AGE_SECONDS is ${w.QUEUE_ALARM_AGE_SECONDS}, but must be below QUEUE_RETENTION_SECONDS (${w.QUEUE_RETENTION_SECONDS}): SQS ` +
      'deletes payments that were never delivered before anybody is told that nothing consumes the queue.',
  },
  {
    holds: (w) => w.REPLAY_HORIZON_SECONDS === replayHorizon(w),
    message: (w) =>
      `REPLAY_HORIZON_SECONDS is ${w.REPLAY_HORIZON_SECONDS}, but must be QUEUE_RETENTION_SECONDS + REDRIVES_COVERED × (DLQ_RETENTION_SECONDS + ` +
      `QUEUE_RETENTION_SECONDS) = ${replayHorizon(w)}: the clock of a FIFO message restarts in the dead-letter queue and at each redrive, ` +
      'so a replay next month arrives later than the guard was sized for.',
  },
  {
    holds: (w) => w.GUARD_LIFE_SECONDS > w.REPLAY_HORIZON_SECONDS,
    message: (w) =>
      `GUARD_LIFE_SECONDS is ${w.GUARD_LIFE_SECONDS}, but must be above REPLAY_HORIZON_SECONDS (${w.REPLAY_HORIZON_SECONDS}): ` +
      'the record has expired when the dead-letter queue is replayed, and the replay runs the payment again.',
  },
  {
    holds: (w) => w.CHARGE_HORIZON_SECONDS <= w.GUARD_LIFE_SECONDS,
    message: (w) =>
      `CHARGE_HORIZON_SECONDS is ${w.CHARGE_HORIZON_SECONDS}, but must be at most GUARD_LIFE_SECONDS (${w.GUARD_LIFE_SECONDS}): ` +
      'a message older than the guard can vouch for is charged instead of refused.',
  },
  {
    holds: (w) => w.RECOVERY_TIMEOUT_SECONDS < w.RECOVERY_INTERVAL_SECONDS,
    message: (w) =>
      `RECOVERY_TIMEOUT_SECONDS is ${w.RECOVERY_TIMEOUT_SECONDS}, but must be below RECOVERY_INTERVAL_SECONDS (${w.RECOVERY_INTERVAL_SECONDS}): ` +
      'a run meets the next one, both hold dead letters, and neither sees all of them.',
  },
  {
    holds: (w) => w.RECOVERY_LOOK_SECONDS + 2 * w.AWS_CALL_TIMEOUT_SECONDS < w.RECOVERY_HOLD_SECONDS,
    message: (w) =>
      `RECOVERY_HOLD_SECONDS is ${w.RECOVERY_HOLD_SECONDS}, but must be above RECOVERY_LOOK_SECONDS + 2 × AWS_CALL_TIMEOUT_SECONDS ` +
      `(${w.RECOVERY_LOOK_SECONDS + 2 * w.AWS_CALL_TIMEOUT_SECONDS}): a dead letter is receivable again before its copy is sent, and it stays in the queue beside its copy.`,
  },
  {
    holds: (w) => w.API_TIMEOUT_SECONDS < API_GATEWAY_TIMEOUT_SECONDS,
    message: (w) =>
      `API_TIMEOUT_SECONDS is ${w.API_TIMEOUT_SECONDS}, but must be below ${API_GATEWAY_TIMEOUT_SECONDS}: API Gateway answers 504 while the function still works, and the client retries a request that succeeds.`,
  },
];

/** Messages of all rules that the values break; empty when they fit together. */
export const checkWindows = (w: Windows = WINDOWS): string[] => RULES.filter((rule) => !rule.holds(w)).map((rule) => rule.message(w));
