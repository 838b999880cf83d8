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
import { eventKey, readMessage } from '../../contract/payment-event';
import { GUARD_LIFE_SECONDS } from '../../contract/windows';
import type { Charged, Guard } from '../../functions/charge/guard';
import { powertoolsGuard } from '../../functions/charge/guard.powertools';
import type { Message } from '../../functions/charge/message';
import type { Layers } from './layers';

type IdempotencyRecord = Parameters<DynamoDBPersistenceLayer['_putRecord']>[0];

/**
 * The guard of one invocation: the shipped one, unless these layers say otherwise.
 *
 * @param waiting messages of the batch that are not done with, in order: a guard of another making looks at the first one of its event
 */
export function guardOf(layers: Layers, client: DynamoDBClient, context: Context, waiting: readonly Message[]): Guard {
  const { guardKey, guardLifeSeconds, recordAtStart } = layers;
  if (guardKey === 'none') return unguarded;
  if (guardKey === 'business-event' && guardLifeSeconds === GUARD_LIFE_SECONDS && recordAtStart) {
    const shipped = powertoolsGuard(client, 'Guard');
    shipped.register(context);
    return shipped;
  }
  return otherGuard(layers, client, context, waiting);
}

const unguarded: Guard = { once: async (_event, charge) => ({ kind: 'ran', result: await charge() }) };

/** Powertools with another key or life; or, without a record at the start, with a store that forgets to write it. */
function otherGuard(
  { guardKey, guardLifeSeconds, recordAtStart }: Layers,
  client: DynamoDBClient,
  context: Context,
  waiting: readonly Message[],
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
  const isOf = (name: string) => (message: Message) => eventKey(readMessage(message.body) ?? { orderId: '', attempt: 0 }) === name;
  return {
    async once(event, charge) {
      const name = eventKey(event);
      const { body, messageId } = waiting.find(isOf(name))!;
      const key = { 'business-event': name, 'whole-payload': body, 'message-id': messageId, none: '' }[guardKey];
      let ran = false;
      try {
        const result = await guarded({ key }, async () => {
          ran = true;
          return charge();
        });
        return { kind: ran ? 'ran' : 'done', result };
      } catch (error) {
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
