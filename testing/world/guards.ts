import { IdempotencyConfig, IdempotencyItemAlreadyExistsError, makeIdempotent } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Context } from 'aws-lambda';
import { GUARD_TABLE } from '../../contract/names';
import { GUARD_LIFE_SECONDS } from '../../contract/windows';
import { type Charged, type Guard, powertoolsGuard } from '../../functions/charge/guard';
import type { Layers } from './layers';

type IdempotencyRecord = Parameters<DynamoDBPersistenceLayer['_putRecord']>[0];
type Once = Pick<Guard, 'once'>;

/** The delivery that a guard of another making may look at. */
export interface Delivered {
  readonly body: string;
  readonly messageId: string;
}

/** The guard of one invocation: the shipped one, unless these layers say otherwise. */
export function guardOf(layers: Layers, client: DynamoDBClient, context: Context): (delivered: Delivered) => Once {
  const { guardKey, guardLifeSeconds, recordAtStart } = layers;
  if (guardKey === 'none') return () => unguarded;
  if (guardKey === 'business-event' && guardLifeSeconds === GUARD_LIFE_SECONDS && recordAtStart) {
    const shipped = powertoolsGuard(client, 'Guard');
    shipped.register(context);
    return () => shipped;
  }
  return otherGuard(layers, client, context);
}

const unguarded: Once = { once: async (_event, charge) => ({ ...(await charge()), replayed: false }) };

/** Powertools with another key or life; or, without a record at the start, with a store that forgets to write it. */
function otherGuard({ guardKey, guardLifeSeconds, recordAtStart }: Layers, client: DynamoDBClient, context: Context) {
  const config = new IdempotencyConfig({ eventKeyJmesPath: 'key', expiresAfterSeconds: guardLifeSeconds, throwOnNoIdempotencyKey: true });
  config.registerLambdaContext(context);
  const Store = recordAtStart ? DynamoDBPersistenceLayer : CompletionOnlyStore;
  const guarded = makeIdempotent((_claim: object, charge: () => Promise<Charged>) => charge(), {
    persistenceStore: new Store({ tableName: 'Guard', keyAttr: GUARD_TABLE.pk, expiryAttr: GUARD_TABLE.ttl, awsSdkV3Client: client }),
    config,
    keyPrefix: 'charge',
    dataIndexArgument: 0,
  });
  return ({ body, messageId }: Delivered): Once => ({
    async once({ orderId, attempt }, charge) {
      const key = { 'business-event': `${orderId}/${attempt}`, 'whole-payload': body, 'message-id': messageId, none: '' }[guardKey];
      let replayed = true;
      const result = await guarded({ key }, async () => {
        replayed = false;
        return charge();
      });
      return { ...result, replayed };
    },
  });
}

/** Looks whether the work was done, and leaves no sign that it is being done. */
class CompletionOnlyStore extends DynamoDBPersistenceLayer {
  protected override async _putRecord({ idempotencyKey }: IdempotencyRecord): Promise<void> {
    const record = await this._getRecord(idempotencyKey).catch(() => undefined);
    if (record && !record.isExpired()) throw new IdempotencyItemAlreadyExistsError('done before', record);
  }
}
