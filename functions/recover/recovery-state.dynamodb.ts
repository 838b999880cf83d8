import { ConditionalCheckFailedException, type DynamoDBClient, GetItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { PAYMENTS_TABLE, RECOVERY_STATE } from '../../contract/names';
import { INITIAL_STATE, type RecoveryState, type RecoveryStates, type StoredState } from './recovery-state';

const Key = marshall({ [PAYMENTS_TABLE.pk]: RECOVERY_STATE.orderId, [PAYMENTS_TABLE.sk]: RECOVERY_STATE.attempt });

/**
 * Beside the payments, under a key that no payment can have, and in no index.
 *
 * @param newWriteId tells a write that this function repeats, because its answer was lost, from somebody else's
 */
export function dynamoDbRecoveryStates(client: DynamoDBClient, tableName: string, newWriteId: () => string): RecoveryStates {
  return {
    async load() {
      const { Item } = await client.send(new GetItemCommand({ TableName: tableName, Key, ConsistentRead: true }));
      if (!Item) return { state: INITIAL_STATE, version: 0 };
      const { state, version } = unmarshall(Item) as StoredState;
      return { state, version };
    },
    async save(state: RecoveryState, version: number) {
      const writeId = newWriteId();
      try {
        await client.send(
          new UpdateItemCommand({
            TableName: tableName,
            Key,
            UpdateExpression: 'SET #state = :state, version = :next, writeId = :writeId',
            ConditionExpression: version === 0 ? 'attribute_not_exists(version)' : 'version = :version',
            ExpressionAttributeNames: { '#state': 'state' },
            ExpressionAttributeValues: marshall(
              { ':state': state, ':next': version + 1, ':writeId': writeId, ...(version > 0 && { ':version': version }) },
              { removeUndefinedValues: true },
            ),
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        );
        return version + 1;
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        return error.Item && unmarshall(error.Item).writeId === writeId ? version + 1 : undefined;
      }
    },
  };
}
