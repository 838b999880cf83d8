import { type AttributeValue, type DynamoDBClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/client-dynamodb';
import type { Range } from './store';

type Item = Record<string, AttributeValue>;

/** Names of the keys of the table, or of one of its global secondary indexes. */
export interface QueriedKeys {
  readonly index?: string;
  readonly pk: string;
  readonly sk: string;
}

/** Items of one partition in the order of the sort key, at most `range.limit`. Consistent, except from an index. */
export async function queryItems(
  client: DynamoDBClient,
  tableName: string,
  keys: QueriedKeys,
  partition: string,
  range: Range,
): Promise<Item[]> {
  const query = queryOf(tableName, keys, partition, range);
  if (!query) return [];
  // The bounds include `after` itself, which is dropped, so one more is asked for.
  const wanted = range.limit + (range.after === undefined ? 0 : 1);
  const found: Item[] = [];
  let start: Item | undefined;
  do {
    const page: { Items?: Item[]; LastEvaluatedKey?: Item } = await client.send(
      new QueryCommand({ ...query, Limit: wanted - found.length, ExclusiveStartKey: start }),
    );
    found.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start && found.length < wanted);
  return found.filter((item) => item[keys.sk]?.S !== range.after).slice(0, range.limit);
}

/** `undefined` for an empty range. DynamoDB refuses those, and start keys outside of the range too, which is why `after` is a bound here. */
function queryOf(
  tableName: string,
  { index, pk, sk }: QueriedKeys,
  partition: string,
  { from, to, after, newestFirst }: Range,
): QueryCommandInput | undefined {
  const lower = newestFirst ? from : latest(from, after);
  const upper = newestFirst ? earliest(to, after) : to;
  if (lower !== undefined && upper !== undefined && lower > upper) return undefined;
  const bounds = [lower !== undefined && '#sk >= :lower', upper !== undefined && '#sk <= :upper'].filter((bound) => bound !== false);
  // Two bounds of a sort key must be written as one condition.
  const condition = bounds.length === 2 ? '#sk BETWEEN :lower AND :upper' : bounds[0];
  return {
    TableName: tableName,
    // A global secondary index has no consistent reads, and DynamoDB refuses to be asked for one.
    ...(index === undefined ? { ConsistentRead: true } : { IndexName: index }),
    ScanIndexForward: !newestFirst,
    KeyConditionExpression: condition ? `#pk = :pk AND ${condition}` : '#pk = :pk',
    ExpressionAttributeNames: { '#pk': pk, ...(condition && { '#sk': sk }) },
    ExpressionAttributeValues: {
      ':pk': { S: partition },
      ...(lower !== undefined && { ':lower': { S: lower } }),
      ...(upper !== undefined && { ':upper': { S: upper } }),
    },
  };
}

const latest = (a: string | undefined, b: string | undefined): string | undefined =>
  a === undefined || (b !== undefined && b > a) ? b : a;
const earliest = (a: string | undefined, b: string | undefined): string | undefined =>
  a === undefined || (b !== undefined && b < a) ? b : a;
