import { type AttributeValue, type DynamoDBClient, QueryCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { PAYMENTS_TABLE } from '../../contract/names';
import type { ChargedPayment, LedgerPages, OpenKey } from './ports';

const { openIndex, openPk, openSk } = PAYMENTS_TABLE;

type Item = Record<string, AttributeValue>;

export function dynamoDbLedgerPages(client: DynamoDBClient, tableName: string): LedgerPages {
  return {
    async open(shard, acceptedBefore, after) {
      const partition = String(shard);
      const { Items = [], LastEvaluatedKey } = await client.send(
        new QueryCommand({
          TableName: tableName,
          IndexName: openIndex,
          KeyConditionExpression: `${openPk} = :shard AND ${openSk} < :before`,
          ExpressionAttributeValues: marshall({ ':shard': partition, ':before': acceptedBefore }),
          ExclusiveStartKey: after && marshall({ [openPk]: partition, ...after }),
        }),
      );
      return { keys: Items.map(toOpenKey), next: LastEvaluatedKey && toOpenKey(LastEvaluatedKey) };
    },

    // A scan, bounded by the pages of a run: an index by time would cost a second write for every payment, and serve nobody else.
    async charged({ from, to, after }) {
      const { Items = [], LastEvaluatedKey } = await client.send(
        new ScanCommand({
          TableName: tableName,
          FilterExpression: '#status = :charged AND chargedAt >= :from AND chargedAt < :to',
          ProjectionExpression: 'orderId, attempt, amount, currency, chargeId',
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: marshall({ ':charged': 'charged', ':from': from, ':to': to }),
          ExclusiveStartKey: after === undefined ? undefined : marshall(JSON.parse(after)),
        }),
      );
      const items = Items.map((item) => unmarshall(item) as ChargedPayment);
      return {
        items,
        next: LastEvaluatedKey && JSON.stringify(unmarshall(LastEvaluatedKey)),
        // A megabyte of the table has up to some thousand payments.
        cursors: items.map(({ orderId, attempt }) => JSON.stringify({ orderId, attempt })),
      };
    },
  };
}

function toOpenKey(item: Item): OpenKey {
  const { orderId, attempt, acceptedAt } = unmarshall(item) as OpenKey;
  return { orderId, attempt, acceptedAt };
}
