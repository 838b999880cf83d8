import { type DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { PAYMENTS_TABLE, RECONCILIATION_REPORT } from '../../contract/names';
import type { Progress, ProgressStore } from './progress';

const key = { [PAYMENTS_TABLE.pk]: RECONCILIATION_REPORT.orderId, [PAYMENTS_TABLE.sk]: RECONCILIATION_REPORT.attempt };

/**
 * Beside the payments, under a key that no payment can have, and in no index. Of two runs at once the later write stays; either tells only of
 * what was compared, so at worst something is compared again.
 */
export function dynamoDbProgressStore(client: DynamoDBClient, tableName: string): ProgressStore {
  return {
    async load() {
      const { Item } = await client.send(new GetItemCommand({ TableName: tableName, Key: marshall(key), ConsistentRead: true }));
      return (Item && (unmarshall(Item).progress as Progress)) ?? { open: {} };
    },
    async save(progress, report) {
      await client.send(
        new PutItemCommand({ TableName: tableName, Item: marshall({ ...key, progress, report }, { removeUndefinedValues: true }) }),
      );
    },
  };
}
