import * as windows from './windows';

export type Windows = Readonly<Record<keyof typeof windows, number>>;

/** The values that are deployed. */
export const WINDOWS: Windows = { ...windows };

const DAY_SECONDS = 24 * 60 * 60;

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
    holds: (w) => w.MAX_RECEIVES >= 5,
    message: (w) =>
      `MAX_RECEIVES is ${w.MAX_RECEIVES}, but must be at least 5: throttled pollers alone use up the receives, the dead-letter queue fills ` +
      'with payments that never ran, and the morning replay begins.',
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
    holds: (w) => w.API_TIMEOUT_SECONDS < API_GATEWAY_TIMEOUT_SECONDS,
    message: (w) =>
      `API_TIMEOUT_SECONDS is ${w.API_TIMEOUT_SECONDS}, but must be below ${API_GATEWAY_TIMEOUT_SECONDS}: API Gateway answers 504 while the function still works, and the client retries a request that succeeds.`,
  },
];

/** Messages of all rules that the values break; empty when they fit together. */
export const checkWindows = (w: Windows = WINDOWS): string[] => RULES.filter((rule) => !rule.holds(w)).map((rule) => rule.message(w));
