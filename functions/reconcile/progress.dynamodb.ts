import { type DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { PAYMENTS_TABLE, RECONCILIATION_REPORT } from '../../contract/names';
import type { Progress, ProgressStore } from './ports';

const key = { [PAYMENTS_TABLE.pk]: RECONCILIATION_REPORT.orderId, [PAYMENTS_TABLE.sk]: RECONCILIATION_REPORT.attempt };

/**
 * Beside the payments, under a key that no payment can have, and in no index. Of two runs at once the later write stays; either tells only of
 * what was compared, so at worst something is compared again.
 */
export function dynamoDbProgressStore(client: DynamoDBClient, tableName: string): ProgressStore {
  return {
    async load() {
      const { Item } = await client.send(new GetItemCommand({ TableName: tableName, Key: marshall(key), ConsistentRead: true }));
      const stored = Item && (unmarshall(Item).progress as StoredProgress | undefined);
      return stored ? fromStored(stored) : { overdue: {} };
    },
    async save(progress, report) {
      await client.send(
        new PutItemCommand({
          TableName: tableName,
          Item: marshall({ ...key, progress: toStored(progress), report }, { removeUndefinedValues: true }),
        }),
      );
    },
  };
}

/** Members of the stored item. Existing tables hold them, so they keep their names. */
interface StoredProgress {
  readonly since: Progress['firstRunAt'];
  readonly fresh: Progress['firstPass'];
  readonly final: Progress['secondPass'];
  readonly recorded: Progress['recorded'];
  readonly open: Progress['overdue'];
  readonly overdueBefore?: Progress['overdueBefore'];
  readonly asked: Progress['requested'];
}

const toStored = ({ firstRunAt, firstPass, secondPass, recorded, overdue, overdueBefore, requested }: Progress): StoredProgress => ({
  since: firstRunAt,
  fresh: firstPass,
  final: secondPass,
  recorded,
  open: overdue,
  overdueBefore,
  asked: requested,
});

const fromStored = ({ since, fresh, final, recorded, open, overdueBefore, asked }: StoredProgress): Progress => ({
  firstRunAt: since,
  firstPass: fresh,
  secondPass: final,
  recorded,
  overdue: open,
  overdueBefore,
  requested: asked,
});
