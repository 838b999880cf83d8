import {
  IdempotencyAlreadyInProgressError,
  IdempotencyConfig,
  IdempotencyRecordStatus,
  IdempotencyValidationError,
  makeIdempotent,
} from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Context } from 'aws-lambda';
import { TransientFailure } from '../../contract/failures';
import { GUARD_TABLE } from '../../contract/names';
import { eventKey } from '../../contract/payment-event';
import { GUARD_LIFE_SECONDS } from '../../contract/windows';
import type { Charged, Guard, Guarded } from './guard';

export interface PowertoolsGuard extends Guard {
  /** Must be called once per invocation: the lease of a record is the remaining time of this context. */
  register(context: Context): void;
}

/**
 * Powertools idempotency, set so that no deploy, rename or late replay makes old work look new. It keeps two deliveries from running at once
 * and spares the ledger and the provider; when a worker dies between charge and record, the ledger and the charge id decide.
 */
export function powertoolsGuard(client: DynamoDBClient, tableName: string): PowertoolsGuard {
  // With this variable Powertools runs everything unguarded, and does not say so.
  if (process.env.POWERTOOLS_IDEMPOTENCY_DISABLED)
    throw new Error('POWERTOOLS_IDEMPOTENCY_DISABLED is set: the charge function does not run without its guard');

  const config = new IdempotencyConfig({
    eventKeyJmesPath: 'key',
    payloadValidationJmesPath: '[amount, currency, paymentMethod]',
    hashFunction: 'sha256',
    throwOnNoIdempotencyKey: true,
    expiresAfterSeconds: GUARD_LIFE_SECONDS,
  });
  const guarded = makeIdempotent((_claim: object, charge: () => Promise<Charged>) => charge(), {
    // A store of its own: Powertools configures a store once, so that a second operation on it would get this one's keys.
    persistenceStore: new DynamoDBPersistenceLayer({
      tableName,
      keyAttr: GUARD_TABLE.pk,
      expiryAttr: GUARD_TABLE.ttl,
      awsSdkV3Client: client,
    }),
    config,
    // Instead of the default, the function's name: a renamed function must know what its predecessor did.
    keyPrefix: 'charge',
    dataIndexArgument: 0,
  });

  let remainingMs = () => 0;
  return {
    register(context) {
      remainingMs = () => context.getRemainingTimeInMillis();
      config.registerLambdaContext(context);
    },
    async once(event, charge) {
      // With no time left Powertools writes a record without a lease: if this invocation dies, nobody may charge for the life of the record.
      if (remainingMs() <= 0) throw new TransientFailure('out-of-time');
      const { amount, currency, paymentMethod } = event;
      const work: { ran: boolean; failure?: { readonly cause: unknown } } = { ran: false };
      try {
        const result = await guarded(Object.freeze({ key: eventKey(event), amount, currency, paymentMethod }), async () => {
          work.ran = true;
          try {
            return await charge();
          } catch (cause) {
            work.failure = { cause };
            throw cause;
          }
        });
        return { kind: work.ran ? 'ran' : 'done', result };
      } catch (error) {
        // When Powertools cannot delete its record, it throws that error in place of the cause.
        if (work.failure) throw work.failure.cause;
        return refusal(error);
      }
    },
  };
}

/** The answer that an error of Powertools stands for. Any other error is thrown on. */
function refusal(error: unknown): Guarded {
  if (error instanceof IdempotencyAlreadyInProgressError) return { kind: 'in-progress', cause: error, isSameEvent: true };
  if (!(error instanceof IdempotencyValidationError)) throw error;
  // While the other delivery runs, we cannot tell which message is forged. The row decides, once that delivery is done.
  return error.existingRecord?.getStatus() === IdempotencyRecordStatus.INPROGRESS
    ? { kind: 'in-progress', cause: error, isSameEvent: false }
    : { kind: 'other-event', result: error.existingRecord?.getResponse() as Charged | undefined, cause: error };
}
