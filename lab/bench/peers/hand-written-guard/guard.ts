import { randomUUID } from 'node:crypto';
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import type { Charged } from '../charge';

/** As long as the dead-letter queue keeps a message. */
const LIFE_SECONDS = 14 * 24 * 3600;

/**
 * Runs `charge` once for a key. The record is put on a condition, names its owner, and is completed or removed only by that owner: a late
 * worker cannot touch its successor's. A record whose lease has run out belongs to a dead worker and is taken over.
 */
export function handWrittenGuard(client: DynamoDBClient, tableName: string) {
  return async (key: string, leaseMs: number, charge: () => Promise<Charged>): Promise<Charged> => {
    const id = { S: `hand-written#${key}` };
    const owner = { S: randomUUID() };
    const now = Date.now();
    const known = await claim({ id, owner, now, leaseMs });
    if (known) return known;
    const own = { TableName: tableName, Key: { id }, ConditionExpression: '#owner = :owner' };
    const names = { '#owner': 'owner' };
    try {
      const result = await charge();
      await client.send(
        new UpdateItemCommand({
          ...own,
          UpdateExpression: 'SET #status = :done, #result = :result',
          ExpressionAttributeNames: { ...names, '#status': 'status', '#result': 'result' },
          ExpressionAttributeValues: { ':owner': owner, ':done': { S: 'DONE' }, ':result': { S: result.status } },
        }),
      );
      return result;
    } catch (error) {
      await client
        .send(new DeleteItemCommand({ ...own, ExpressionAttributeNames: names, ExpressionAttributeValues: { ':owner': owner } }))
        .catch(() => undefined);
      throw error;
    }
  };

  /** The stored result when the work is done; `undefined` when it is ours to do. Throws while another worker is at it. */
  async function claim(record: { id: AttributeValue; owner: AttributeValue; now: number; leaseMs: number }): Promise<Charged | undefined> {
    const { id, owner, now, leaseMs } = record;
    const seconds = Math.floor(now / 1000);
    try {
      await client.send(
        new PutItemCommand({
          TableName: tableName,
          Item: {
            id,
            owner,
            status: { S: 'WORKING' },
            leaseUntil: { N: String(now + leaseMs) },
            expiration: { N: String(seconds + LIFE_SECONDS) },
          },
          ConditionExpression: 'attribute_not_exists(id) OR expiration < :seconds OR (#status = :working AND leaseUntil < :now)',
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: { ':seconds': { N: String(seconds) }, ':now': { N: String(now) }, ':working': { S: 'WORKING' } },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      );
      return undefined;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException) || error.Item?.status?.S !== 'DONE') throw error;
      return { status: error.Item.result!.S as Charged['status'] };
    }
  }
}
