import { type Mutant, mutantsOf } from './mutant';

const RULES = [
  ['visibility', 'w.VISIBILITY_SECONDS >= 6 * w.CHARGE_TIMEOUT_SECONDS'],
  ['time-out of a provider call', 'w.PROVIDER_BUDGET_SECONDS < w.CHARGE_TIMEOUT_SECONDS'],
  ['time to record', 'w.PROVIDER_BUDGET_SECONDS > 2 * w.PROVIDER_CALL_TIMEOUT_SECONDS'],
  ['lease', 'w.LEASE_SECONDS < w.VISIBILITY_SECONDS'],
  ['receives', 'w.SHORT_PATIENCE_RECEIVES >= 5'],
  ['retention of the DLQ', 'w.DLQ_RETENTION_SECONDS === SQS_MAX_RETENTION_SECONDS'],
  ['retention of the queue', 'w.DLQ_RETENTION_SECONDS > w.QUEUE_RETENTION_SECONDS'],
  ['replay horizon', 'w.REPLAY_HORIZON_SECONDS === replayHorizon(w)'],
  ['life of the guard', 'w.GUARD_LIFE_SECONDS > w.REPLAY_HORIZON_SECONDS'],
  ['charge horizon', 'w.CHARGE_HORIZON_SECONDS <= w.GUARD_LIFE_SECONDS'],
  ['time-out of the recovery', 'w.RECOVERY_TIMEOUT_SECONDS < w.RECOVERY_INTERVAL_SECONDS'],
  ['look of the recovery', 'w.RECOVERY_LOOK_SECONDS + 2 * w.AWS_CALL_TIMEOUT_SECONDS < w.RECOVERY_HOLD_SECONDS'],
  ['time-out of the API', 'w.API_TIMEOUT_SECONDS < API_GATEWAY_TIMEOUT_SECONDS'],
] as const;

/** The rules between windows, each taken away alone. */
export const WINDOW_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(
    'contract/window-rules.ts',
    ['test/unit/contract/window-rules.test.ts'],
    RULES.map(([name, rule]) => ({ name: `any ${name} is allowed`, from: `holds: (w) => ${rule},`, to: 'holds: () => true,' })),
  ),
  ...mutantsOf(
    'lib/payments-stack.ts',
    ['test/template/broken-windows.test.ts'],
    [{ name: 'windows are not checked at synth', from: 'refuse(checkWindows());', to: '' }],
  ),
  ...mutantsOf(
    'contract/windows.ts',
    ['test/unit/contract/windows.test.ts'],
    [
      { name: 'the guard outlives one redrive only', from: 'REDRIVES_COVERED = 2;', to: 'REDRIVES_COVERED = 1;' },
      {
        name: 'a payment is charged for ever',
        from: 'CHARGE_HORIZON_SECONDS = REPLAY_HORIZON_SECONDS;',
        to: 'CHARGE_HORIZON_SECONDS = 10 * REPLAY_HORIZON_SECONDS;',
      },
    ],
  ),
];

/** What the template says about delivery, retention and callers. */
export const TEMPLATE_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(
    'lib/charge-worker.ts',
    ['test/template/queue.test.ts'],
    [
      {
        name: 'SQS is not told which messages of a batch failed',
        from: 'reportBatchItemFailures: true',
        to: 'reportBatchItemFailures: false',
      },
    ],
  ),
  ...mutantsOf(
    'lib/charge-queue.ts',
    ['test/template/queue.test.ts'],
    [
      {
        name: 'the DLQ keeps messages for four days',
        from: 'retentionPeriod: Duration.seconds(DLQ_RETENTION_SECONDS),',
        to: 'retentionPeriod: Duration.days(4),',
      },
      {
        name: 'any queue may use the DLQ',
        from: "RedrivePermission.BY_QUEUE,\n        sourceQueues: [Queue.fromQueueArn(this, 'Source', queueArn)],",
        to: 'RedrivePermission.ALLOW_ALL,',
      },
      {
        name: 'a message comes back while its delivery runs',
        from: 'visibilityTimeout: Duration.seconds(VISIBILITY_SECONDS)',
        to: 'visibilityTimeout: Duration.seconds(30)',
      },
      {
        name: 'deduplication goes by the bytes of a message',
        from: 'contentBasedDeduplication: false',
        to: 'contentBasedDeduplication: true',
      },
      {
        name: 'one receive sends a message to the DLQ',
        from: 'maxReceiveCount: PATIENCE[props.patience].receives',
        to: 'maxReceiveCount: 1',
      },
    ],
  ),
  ...mutantsOf(
    'lib/payments-api.ts',
    ['test/template/api.test.ts'],
    [
      { name: 'anyone may call the API', from: 'AuthorizationType.IAM', to: 'AuthorizationType.NONE' },
      { name: 'bytes that are not UTF-8 are replaced on the way', from: "binaryMediaTypes: ['*/*'],", to: '' },
    ],
  ),
  ...mutantsOf(
    'lib/payments-table.ts',
    ['test/template/tables.test.ts'],
    [
      {
        name: 'the ledger forgets',
        from: 'deletionProtection: props.stage',
        to: "timeToLiveAttribute: 'expiration',\n      deletionProtection: props.stage",
      },
    ],
  ),
];
