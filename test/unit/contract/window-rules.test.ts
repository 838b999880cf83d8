import { checkWindows, WINDOWS, type Windows } from '../../../contract/window-rules';

/** Values that fit together, as literals: a rule must not pass because it repeats the arithmetic it checks. */
const FITTING: Windows = {
  ...WINDOWS,
  SHORT_PATIENCE_RECEIVES: 5,
  SHORT_PATIENCE_BACKOFF_SECONDS: 180,
  HOUR_PATIENCE_RECEIVES: 21,
  HOUR_PATIENCE_BACKOFF_SECONDS: 600,
  SECRET_CACHE_SECONDS: 60,
  CHARGE_TIMEOUT_SECONDS: 30,
  API_TIMEOUT_SECONDS: 10,
  PROVIDER_CALL_TIMEOUT_SECONDS: 8,
  PROVIDER_BUDGET_SECONDS: 18,
  LEASE_SECONDS: 30,
  VISIBILITY_SECONDS: 180,
  REDRIVES_COVERED: 2,
  QUEUE_RETENTION_SECONDS: 345_600,
  DLQ_RETENTION_SECONDS: 1_209_600,
  REPLAY_HORIZON_SECONDS: 3_456_000,
  GUARD_LIFE_SECONDS: 3_542_400,
  CHARGE_HORIZON_SECONDS: 3_456_000,
  DLQ_ALARM_AGE_SECONDS: 864_000,
  QUEUE_ALARM_AGE_SECONDS: 900,
};

const broken = (changes: Partial<Windows>): string[] => checkWindows({ ...FITTING, ...changes });

test('the shipped windows fit together', () => {
  expect(checkWindows()).toEqual([]);
});

test('the values that these tests start from fit together', () => {
  expect(broken({})).toEqual([]);
});

test.each<{ case: string; changes: Partial<Windows>; says: string; story: string }>([
  {
    case: 'visibility of five time-outs',
    changes: { VISIBILITY_SECONDS: 150, HOUR_PATIENCE_RECEIVES: 25 },
    says: 'VISIBILITY_SECONDS is 150, but must be at least 6 × CHARGE_TIMEOUT_SECONDS (180)',
    story: 'two workers charge the same payment at once',
  },
  {
    case: 'a function time-out raised alone',
    changes: { CHARGE_TIMEOUT_SECONDS: 31 },
    says: 'VISIBILITY_SECONDS is 180, but must be at least 6 × CHARGE_TIMEOUT_SECONDS (186)',
    story: 'two workers charge the same payment at once',
  },
  {
    case: 'a recovery that runs into the next one',
    changes: { RECOVERY_TIMEOUT_SECONDS: 300, RECOVERY_INTERVAL_SECONDS: 300 },
    says: 'RECOVERY_TIMEOUT_SECONDS is 300, but must be below RECOVERY_INTERVAL_SECONDS (300)',
    story: 'neither sees all of them',
  },
  {
    case: 'a recovery that looks as long as it holds',
    changes: { RECOVERY_LOOK_SECONDS: 24, RECOVERY_HOLD_SECONDS: 30, AWS_CALL_TIMEOUT_SECONDS: 3 },
    says: 'RECOVERY_HOLD_SECONDS is 30, but must be above RECOVERY_LOOK_SECONDS + 2 × AWS_CALL_TIMEOUT_SECONDS (30)',
    story: 'stays in the queue beside its copy',
  },
  {
    case: 'a provider budget as long as the function',
    changes: { PROVIDER_BUDGET_SECONDS: 30 },
    says: 'PROVIDER_BUDGET_SECONDS is 30, but must be below CHARGE_TIMEOUT_SECONDS (30)',
    story: 'dies between charge and record',
  },
  {
    case: 'a provider budget without time to record',
    changes: { PROVIDER_BUDGET_SECONDS: 16 },
    says: 'PROVIDER_BUDGET_SECONDS is 16, but must be above 2 × PROVIDER_CALL_TIMEOUT_SECONDS (16)',
    story: 'between charge and record',
  },
  {
    case: 'an alarm when the message is gone',
    changes: { DLQ_ALARM_AGE_SECONDS: 1_209_600 },
    says: 'DLQ_ALARM_AGE_SECONDS is 1209600, but must be below DLQ_RETENTION_SECONDS (1209600)',
    story: 'before anybody is told that it will',
  },
  {
    case: 'an alarm when the queue has forgotten',
    changes: { QUEUE_ALARM_AGE_SECONDS: 345_600 },
    says: 'QUEUE_ALARM_AGE_SECONDS is 345600, but must be below QUEUE_RETENTION_SECONDS (345600)',
    story: 'before anybody is told that nothing consumes the queue',
  },
  {
    case: 'a lease as long as the visibility',
    changes: { LEASE_SECONDS: 180 },
    says: 'LEASE_SECONDS is 180, but must be below VISIBILITY_SECONDS (180)',
    story: 'after a crash every redelivery finds the payment still in progress',
  },
  {
    case: 'four receives',
    changes: { SHORT_PATIENCE_RECEIVES: 4, SECRET_CACHE_SECONDS: 30 },
    says: 'SHORT_PATIENCE_RECEIVES is 4, but must be at least 5',
    story: 'the morning replay begins',
  },
  {
    case: 'twenty receives for an hour of crashing workers',
    changes: { HOUR_PATIENCE_RECEIVES: 20 },
    says: 'HOUR_PATIENCE_RECEIVES is 20: less one, times VISIBILITY_SECONDS (180), it must be at least 3600',
    story: 'workers that crash at every start for an hour fill the dead-letter queue',
  },
  {
    case: 'waits too short for an hour',
    changes: { HOUR_PATIENCE_BACKOFF_SECONDS: 300 },
    says: 'HOUR_PATIENCE_BACKOFF_SECONDS is 300, and 21 receives may be over after 2405 seconds, but must last 3600',
    story: 'an outage of an hour fills the dead-letter queue',
  },
  {
    case: 'a secret remembered longer than the shortest patience',
    changes: { SECRET_CACHE_SECONDS: 75 },
    says: 'SECRET_CACHE_SECONDS is 75, but must be below the shortest patience (75)',
    story: 'workers go on with the old one until the payments are in the dead-letter queue',
  },
  {
    case: 'a dead-letter queue of 13 days',
    changes: { DLQ_RETENTION_SECONDS: 1_123_200, REPLAY_HORIZON_SECONDS: 3_283_200 },
    says: 'DLQ_RETENTION_SECONDS is 1123200, but must be 1209600',
    story: 'deletes payments that were accepted',
  },
  {
    case: 'a queue that keeps messages as long as the dead-letter queue',
    changes: { QUEUE_RETENTION_SECONDS: 1_209_600, REPLAY_HORIZON_SECONDS: 6_048_000, GUARD_LIFE_SECONDS: 6_134_400 },
    says: 'DLQ_RETENTION_SECONDS is 1209600, but must be above QUEUE_RETENTION_SECONDS (1209600)',
    story: 'than an operator has to replay it',
  },
  {
    case: 'a horizon of one cycle',
    changes: { REPLAY_HORIZON_SECONDS: 1_555_200 },
    says: 'REPLAY_HORIZON_SECONDS is 1555200, but must be QUEUE_RETENTION_SECONDS + REDRIVES_COVERED × (DLQ_RETENTION_SECONDS + QUEUE_RETENTION_SECONDS) = 3456000',
    story: 'a replay next month arrives later than the guard was sized for',
  },
  {
    case: 'a guard as short as the horizon',
    changes: { GUARD_LIFE_SECONDS: 3_456_000 },
    says: 'GUARD_LIFE_SECONDS is 3456000, but must be above REPLAY_HORIZON_SECONDS (3456000)',
    story: 'the replay runs the payment again',
  },
  {
    case: 'charging what the guard has forgotten',
    changes: { CHARGE_HORIZON_SECONDS: 3_542_401 },
    says: 'CHARGE_HORIZON_SECONDS is 3542401, but must be at most GUARD_LIFE_SECONDS (3542400)',
    story: 'is charged instead of refused',
  },
  {
    case: 'an API function slower than its gateway',
    changes: { API_TIMEOUT_SECONDS: 29 },
    says: 'API_TIMEOUT_SECONDS is 29, but must be below 29',
    story: 'the client retries a request that succeeds',
  },
])('fails on $case, and says what comes back', ({ changes, says, story }) => {
  const messages = broken(changes);
  expect(messages).toHaveLength(1);
  expect(messages[0]).toContain(says);
  expect(messages[0]).toContain(story);
});

test('accepts each bound itself', () => {
  expect(broken({ CHARGE_HORIZON_SECONDS: 3_542_400, PROVIDER_BUDGET_SECONDS: 29, LEASE_SECONDS: 179, API_TIMEOUT_SECONDS: 28 })).toEqual(
    [],
  );
});

test('a guard of Powertools’ default hour fails three times over', () => {
  expect(broken({ GUARD_LIFE_SECONDS: 3_600, SHORT_PATIENCE_RECEIVES: 1, SECRET_CACHE_SECONDS: -1 })).toEqual([
    expect.stringContaining('SHORT_PATIENCE_RECEIVES is 1'),
    expect.stringContaining('GUARD_LIFE_SECONDS is 3600'),
    expect.stringContaining('CHARGE_HORIZON_SECONDS is 3456000'),
  ]);
});
