import {
  IdempotencyAlreadyInProgressError,
  IdempotencyConfig,
  IdempotencyItemAlreadyExistsError,
  makeIdempotent,
} from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Context } from 'aws-lambda';
import { GUARD_TABLE } from '../../contract/names';
import { eventKey } from '../../contract/payment-event';
import { GUARD_LIFE_SECONDS } from '../../contract/windows';
import type { Charged, Guard } from '../../functions/charge/guard';
import { powertoolsGuard } from '../../functions/charge/guard.powertools';
import type { Message } from '../../functions/charge/message';
import type { Layers } from './layers';

type IdempotencyRecord = Parameters<DynamoDBPersistenceLayer['_putRecord']>[0];

/**
 * The guard of one invocation: the shipped one, unless these layers say otherwise.
 *
 * @param delivered the message that the guard is asked about: a guard of another making may go by its id or its whole body
 */
export function guardOf(layers: Layers, client: DynamoDBClient, context: Context, delivered: () => Message): Guard {
  const { guardKey, guardLifeSeconds, recordAtStart } = layers;
  if (guardKey === 'none') return unguarded;
  if (guardKey === 'business-event' && guardLifeSeconds === GUARD_LIFE_SECONDS && recordAtStart) {
    const shipped = powertoolsGuard(client, 'Guard');
    shipped.register(context);
    return shipped;
  }
  return otherGuard(layers, client, context, delivered);
}

const unguarded: Guard = { once: async (_event, charge) => ({ kind: 'ran', result: await charge() }) };

/** Powertools with another key or life; or, without a record at the start, with a store that forgets to write it. */
function otherGuard(
  { guardKey, guardLifeSeconds, recordAtStart }: Layers,
  client: DynamoDBClient,
  context: Context,
  delivered: () => Message,
): Guard {
  const config = new IdempotencyConfig({ eventKeyJmesPath: 'key', expiresAfterSeconds: guardLifeSeconds, throwOnNoIdempotencyKey: true });
  config.registerLambdaContext(context);
  const Store = recordAtStart ? DynamoDBPersistenceLayer : CompletionOnlyStore;
  const guarded = makeIdempotent((_claim: object, charge: () => Promise<Charged>) => charge(), {
    persistenceStore: new Store({ tableName: 'Guard', keyAttr: GUARD_TABLE.pk, expiryAttr: GUARD_TABLE.ttl, awsSdkV3Client: client }),
    config,
    keyPrefix: 'charge',
    dataIndexArgument: 0,
  });
  return {
    async once(event, charge) {
      const { body, messageId } = delivered();
      const key = { 'business-event': eventKey(event), 'whole-payload': body, 'message-id': messageId, none: '' }[guardKey];
      const work: { ran: boolean; failure?: { readonly cause: unknown } } = { ran: false };
      try {
        const result = await guarded({ key }, async () => {
          work.ran = true;
          return charge().catch((cause: unknown) => {
            work.failure = { cause };
            throw cause;
          });
        });
        return { kind: work.ran ? 'ran' : 'done', result };
      } catch (error) {
        // As the shipped guard does: what the charge threw wins.
        if (work.failure) throw work.failure.cause;
        if (error instanceof IdempotencyAlreadyInProgressError) return { kind: 'in-progress', cause: error, isSameEvent: true };
        throw error;
      }
    },
  };
}

/** Looks whether the work was done, and leaves no sign that it is being done. */
class CompletionOnlyStore extends DynamoDBPersistenceLayer {
  protected override async _putRecord({ idempotencyKey }: IdempotencyRecord): Promise<void> {
    const record = await this._getRecord(idempotencyKey).catch(() => undefined);
    if (record && !record.isExpired()) throw new IdempotencyItemAlreadyExistsError('done before', record);
  }
}
