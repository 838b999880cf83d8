// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the text of the product, in which they stand

import { mutantsOf } from './mutant';

/*
 * `throwOnNoIdempotencyKey` is missing here: the key that `once` builds is never empty, so no single replacement makes its absence visible.
 */

/** The settings of Powertools, each of which makes old work look new when it is wrong. */
export const GUARD_MUTANTS = [
  ...mutantsOf(
    'functions/charge/guard.powertools.ts',
    ['test/system/guard.test.ts'],
    [
      {
        name: 'the guard may be switched off by an environment variable',
        from: 'if (process.env.POWERTOOLS_IDEMPOTENCY_DISABLED)',
        to: 'if (false)',
        only: 'the guard, on a table',
      },
      {
        name: 'the guard does not compare what an event says',
        from: "payloadValidationJmesPath: '[amount, currency, paymentMethod]',",
        to: '',
        only: 'refuses a known event',
      },
      {
        name: 'the guard does not compare amounts',
        from: "payloadValidationJmesPath: '[amount, currency, paymentMethod]',",
        to: "payloadValidationJmesPath: '[currency, paymentMethod]',",
        only: 'refuses a known event',
      },
      {
        name: 'the key of the guard is the whole payload',
        from: 'Object.freeze({ key: eventKey(event), amount',
        to: 'Object.freeze({ key: JSON.stringify(event), amount',
        only: 'refuses a known event',
      },
      {
        name: 'the key of the guard is new with every delivery, as a message id is',
        from: 'Object.freeze({ key: eventKey(event), amount',
        to: 'Object.freeze({ key: `${eventKey(event)}${Math.random()}`, amount',
        only: 'runs the charge once',
      },
      {
        name: 'keys of the guard are hashed with md5',
        from: "hashFunction: 'sha256'",
        to: "hashFunction: 'md5'",
        only: 'spreads its records',
      },
      {
        name: 'the guard forgets after an hour',
        from: 'expiresAfterSeconds: GUARD_LIFE_SECONDS',
        to: 'expiresAfterSeconds: 3600',
        only: 'keeps a completed record',
      },
      { name: 'a renamed function knows nothing of its past', from: "keyPrefix: 'charge',", to: '', only: 'another function name' },
      {
        name: 'the lease of a record is not the remaining time of the invocation',
        from: 'config.registerLambdaContext(context);',
        to: '',
        only: 'runs again after a failure',
      },
      {
        name: 'what the guard knows counts as new work',
        from: "kind: work.ran ? 'ran' : 'done'",
        to: "kind: 'ran'",
        only: 'runs the charge once',
      },
      {
        name: 'the cause of a failure is lost behind the error of Powertools',
        from: 'if (work.failure) throw work.failure.cause;',
        to: '',
        only: 'throws what the charge threw',
      },
      {
        name: 'a forged message that meets the true one at work is refused, or refuses it',
        from: '=== IdempotencyRecordStatus.INPROGRESS',
        to: "=== ('never' as string)",
        only: 'cannot tell which of two contents',
      },
    ],
  ),
  ...mutantsOf(
    'functions/charge/guard.powertools.ts',
    ['test/property/out-of-time.test.ts'],
    [
      {
        name: 'a record is written with no time left, and so without a lease',
        from: "if (remainingMs() <= 0) throw new TransientFailure('out-of-time');",
        to: '',
      },
    ],
  ),
  ...mutantsOf(
    'functions/charge/handler.ts',
    ['test/system/replays.test.ts'],
    [
      {
        name: 'the context of an invocation is not registered with the guard',
        from: 'guard.register(context);',
        to: '',
        only: 'the worker is killed while the provider is slow',
      },
      {
        name: 'a batch reports no failures',
        from: 'batchItemFailures: returned.map(({ messageId }) => ({ itemIdentifier: messageId }))',
        to: 'batchItemFailures: []',
        only: 'loses nothing: all wait in the DLQ',
      },
    ],
  ),
  ...mutantsOf(
    'functions/charge/handler.ts',
    ['test/system/payments.test.ts'],
    [
      {
        name: 'a message of no use keeps its visibility time-out',
        from: 'VisibilityTimeout: seconds }));',
        to: 'VisibilityTimeout: 180 }));',
        only: 'poison message is in the DLQ within seconds',
      },
    ],
  ),
];
