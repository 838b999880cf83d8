import { randomUUID } from 'node:crypto';
import {
  type AttributeValue,
  BatchGetItemCommand,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { TABLE } from './names';
import { type QueriedKeys, queryItems } from './query.dynamodb';
import type { Address, Marks, Store, Stored } from './store';

const { pk, sk, ttl, timelineIndex, timelinePk, timelineSk } = TABLE;

const TABLE_KEYS: QueriedKeys = { pk, sk };
const TIMELINE_KEYS: QueriedKeys = { index: timelineIndex, pk: timelinePk, sk: timelineSk };

/** The index has one partition, since it is one time line. */
const TIMELINE = 'intents';

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

function itemOf(document: Stored, { expiresAt, timelineKey }: Marks): Item {
  return {
    ...keyOf(document),
    rev: { S: document.rev },
    body: { S: JSON.stringify(document.body) },
    ...(expiresAt !== undefined && { [ttl]: { N: String(expiresAt) } }),
    // Only items with both keys are in the index. Its keys are all it holds, so a rewrite that keeps them costs no second write.
    ...(timelineKey !== undefined && { [timelinePk]: { S: TIMELINE }, [timelineSk]: { S: timelineKey } }),
  };
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

    async write(address, body, seen, marks = {}) {
      const document = { ...address, rev: randomUUID(), body };
      try {
        await client.send(
          new PutItemCommand({
            TableName: tableName,
            Item: itemOf(document, marks),
            ...(seen
              ? { ConditionExpression: 'rev = :seen', ExpressionAttributeValues: { ':seen': { S: seen.rev } } }
              : { ConditionExpression: `attribute_not_exists(${pk})` }),
            // Free, and consistent: the very item that broke the condition.
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        );
        return { kind: 'written', document };
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        // Not every DynamoDB sends it along.
        const present = error.Item ? documentOf(error.Item) : (await read([address]))[0];
        // The SDK repeats a put whose answer was lost, and then its own first try breaks the condition.
        return present?.rev === document.rev ? { kind: 'written', document } : { kind: 'overtaken', present };
      }
    },

    async list(partition, range) {
      return (await queryItems(client, tableName, TABLE_KEYS, partition, range)).map(documentOf);
    },

    async timeline(range) {
      const items = await queryItems(client, tableName, TIMELINE_KEYS, TIMELINE, range);
      return items.map((item) => ({ pk: item[pk]!.S!, sk: item[sk]!.S!, timelineKey: item[timelineSk]!.S! }));
    },
  };
}
