import { randomUUID } from 'node:crypto';
import {
  type AttributeValue,
  BatchGetItemCommand,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  PutItemCommand,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/client-dynamodb';
import { ACQUIRER_TABLE } from '../shared/names';
import type { Address, Range, Store, Stored } from './store';

const { pk, sk, ttl } = ACQUIRER_TABLE;

/** Keys in one BatchGetItem, fixed by DynamoDB. */
const MAX_BATCH = 100;

/** Rounds for keys that DynamoDB left unread; throttling is over by then or the request has failed. */
const MAX_BATCH_ROUNDS = 8;

type Item = Record<string, AttributeValue>;

const keyOf = (address: Address): Item => ({ [pk]: { S: address.pk }, [sk]: { S: address.sk } });
const nameOf = (address: Address): string => `${address.pk}\n${address.sk}`;

/** The body is one JSON string: much cheaper to pack than nested attributes, and no condition looks inside. */
function documentOf(item: Item): Stored {
  return { pk: item[pk]!.S!, sk: item[sk]!.S!, rev: item.rev!.S!, body: JSON.parse(item.body!.S!) };
}

export function dynamoDbStore(client: DynamoDBClient, tableName: string): Store {
  async function readBatch(addresses: readonly Address[]): Promise<Stored[]> {
    const found: Stored[] = [];
    let keys: Item[] | undefined = addresses.map(keyOf);
    for (let round = 0; keys?.length; round++) {
      if (round === MAX_BATCH_ROUNDS) throw new Error('the table left keys unread');
      const { Responses, UnprocessedKeys }: { Responses?: Record<string, Item[]>; UnprocessedKeys?: Record<string, { Keys?: Item[] }> } =
        await client.send(new BatchGetItemCommand({ RequestItems: { [tableName]: { Keys: keys, ConsistentRead: true } } }));
      found.push(...(Responses?.[tableName] ?? []).map(documentOf));
      // Throttled or too large for one answer: DynamoDB hands the rest back instead of failing.
      keys = UnprocessedKeys?.[tableName]?.Keys;
    }
    return found;
  }

  async function read(addresses: readonly Address[]): Promise<(Stored | undefined)[]> {
    const found = new Map<string, Stored>();
    for (let start = 0; start < addresses.length; start += MAX_BATCH) {
      for (const document of await readBatch(addresses.slice(start, start + MAX_BATCH))) found.set(nameOf(document), document);
    }
    return addresses.map((address) => found.get(nameOf(address)));
  }

  return {
    read,

    async write(address, body, seen, expiresAt) {
      const document = { ...address, rev: randomUUID(), body };
      try {
        await client.send(
          new PutItemCommand({
            TableName: tableName,
            Item: {
              ...keyOf(address),
              rev: { S: document.rev },
              body: { S: JSON.stringify(body) },
              ...(expiresAt === undefined ? {} : { [ttl]: { N: String(expiresAt) } }),
            },
            ...(seen
              ? { ConditionExpression: 'rev = :seen', ExpressionAttributeValues: { ':seen': { S: seen.rev } } }
              : { ConditionExpression: `attribute_not_exists(${pk})` }),
          }),
        );
        return document;
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        // The SDK repeats a put whose answer was lost, and then its own first try breaks the condition.
        const [present] = await read([address]);
        return present?.rev === document.rev ? document : undefined;
      }
    },

    async list(partition, range) {
      const query = queryOf(tableName, partition, range);
      if (!query) return [];
      // The bounds include `after` itself, which is dropped, so one more is asked for.
      const wanted = range.limit + (range.after === undefined ? 0 : 1);
      const found: Stored[] = [];
      let start: Item | undefined;
      do {
        const page: { Items?: Item[]; LastEvaluatedKey?: Item } = await client.send(
          new QueryCommand({ ...query, Limit: wanted - found.length, ExclusiveStartKey: start }),
        );
        found.push(...(page.Items ?? []).map(documentOf));
        start = page.LastEvaluatedKey;
      } while (start && found.length < wanted);
      return found.filter((document) => document.sk !== range.after).slice(0, range.limit);
    },
  };
}

/** `undefined` for an empty range. DynamoDB refuses those, and start keys outside of the range too, which is why `after` is a bound here. */
function queryOf(tableName: string, partition: string, { from, to, after, newestFirst }: Range): QueryCommandInput | undefined {
  const lower = newestFirst ? from : latest(from, after);
  const upper = newestFirst ? earliest(to, after) : to;
  if (lower !== undefined && upper !== undefined && lower > upper) return undefined;
  const bounds = [lower !== undefined && '#sk >= :lower', upper !== undefined && '#sk <= :upper'].filter((bound) => bound !== false);
  // Two bounds of a sort key must be written as one condition.
  const condition = bounds.length === 2 ? '#sk BETWEEN :lower AND :upper' : bounds[0];
  return {
    TableName: tableName,
    ConsistentRead: true,
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
