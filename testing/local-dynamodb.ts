import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createDynamoDb, type DynamoDb } from '@charge-once/simulator/dynamodb/dynamodb';

/** The tables as the template declares them, as far as an adapter can tell. */
const PAYMENTS = {
  TableName: 'Payments',
  BillingMode: 'PAY_PER_REQUEST',
  KeySchema: [
    { AttributeName: 'orderId', KeyType: 'HASH' },
    { AttributeName: 'attempt', KeyType: 'RANGE' },
  ],
  AttributeDefinitions: [
    { AttributeName: 'orderId', AttributeType: 'S' },
    { AttributeName: 'attempt', AttributeType: 'N' },
    { AttributeName: 'openShard', AttributeType: 'S' },
    { AttributeName: 'acceptedAt', AttributeType: 'S' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'open',
      KeySchema: [
        { AttributeName: 'openShard', KeyType: 'HASH' },
        { AttributeName: 'acceptedAt', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
};
const GUARD = {
  TableName: 'Guard',
  BillingMode: 'PAY_PER_REQUEST',
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
};

export interface LocalDynamoDb {
  readonly client: DynamoDBClient;
  /** Actions in the order in which they were called. */
  readonly calls: string[];
  /** From now on, does what the next write asks and then loses its answer: the SDK repeats it, as it does on AWS. */
  loseNextAnswer(): void;
  close(): Promise<void>;
}

/** DynamoDB on this machine, for adapters: the SDK's own client, without a network. */
export async function localDynamoDb(): Promise<LocalDynamoDb> {
  const path = mkdtempSync(join(tmpdir(), 'charge-once-dynamodb-'));
  const db = createDynamoDb({ path });
  await db.createTables([
    { name: 'Payments', createTable: PAYMENTS },
    { name: 'Guard', createTable: GUARD, ttlAttribute: 'expiration' },
  ] as unknown as Parameters<DynamoDb['createTables']>[0]);
  const calls: string[] = [];
  let lose = false;

  const handle = async ({ headers, body }: { headers: Record<string, string>; body: Uint8Array }) => {
    const action = headers['x-amz-target']!.split('.')[1]!;
    calls.push(action);
    const answer = await db.call(action, new TextDecoder().decode(body));
    if (lose && action !== 'GetItem') {
      lose = false;
      throw Object.assign(new Error('socket hang up'), { name: 'TimeoutError', code: 'ECONNRESET' });
    }
    const type = { 'content-type': 'application/x-amz-json-1.0' };
    return { response: { statusCode: answer.status, headers: type, body: Buffer.from(answer.body) } };
  };
  const client = new DynamoDBClient({
    region: 'eu-central-1',
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
    maxAttempts: 2,
    requestHandler: { handle } as never,
  });
  return {
    client,
    calls,
    loseNextAnswer: () => {
      lose = true;
    },
    close: async () => {
      await db.close();
      rmSync(path, { recursive: true });
    },
  };
}
