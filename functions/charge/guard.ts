import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Context } from 'aws-lambda';
import { TransientFailure } from '../../contract/failures';
import { GUARD_TABLE } from '../../contract/names';
import { eventKey, type PaymentEvent } from '../../contract/payment-event';
import { GUARD_LIFE_SECONDS } from '../../contract/windows';

/** What a delivery learns of a payment's end: small, plain JSON, because Powertools stores it in the record. */
export interface Charged {
  readonly status: 'charged' | 'declined' | 'expired';
}

export interface Guard {
  /** Must be called once per invocation: the lease of a record is the remaining time of this context. */
  register(context: Context): void;
  /**
   * Runs `charge` unless a delivery of the same event has finished before (its result is returned) or is running now
   * (`IdempotencyAlreadyInProgressError`). `IdempotencyValidationError` when the event is known with another content, `TransientFailure`
   * when no time is left.
   */
  once(event: PaymentEvent, charge: () => Promise<Charged>): Promise<Charged & { readonly replayed: boolean }>;
}

/**
 * Powertools idempotency, set so that no deploy, rename or late replay makes old work look new. It keeps two deliveries from running at once
 * and spares the ledger and the provider; it cannot close the gap between charge and record, which is the ledger's part.
 */
export function powertoolsGuard(client: DynamoDBClient, tableName: string): Guard {
  // The switch makes Powertools run everything unguarded, without a word.
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
      let replayed = true;
      const result = await guarded(Object.freeze({ key: eventKey(event), amount, currency, paymentMethod }), async () => {
        replayed = false;
        return charge();
      });
      return { ...result, replayed };
    },
  };
}
