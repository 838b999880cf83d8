import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CreateTableCommand, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { AWS_CLIENT_CONFIG } from '../function/aws-client-config';

const dynalite: (options: { createTableMs: number }) => Server = require('dynalite');

/** An empty acquirer table in dynalite, in this process. */
export async function dynaliteTable(): Promise<{ client: DynamoDBClient; tableName: string; close: () => Promise<void> }> {
  const server = dynalite({ createTableMs: 0 });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const client = new DynamoDBClient({
    ...AWS_CLIENT_CONFIG,
    // Tests put middleware of their own into it.
    cacheMiddleware: false,
    region: 'eu-central-1',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const tableName = 'acquirer';
  await client.send(
    new CreateTableCommand({
      TableName: tableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'S' },
        { AttributeName: 'timeline', AttributeType: 'S' },
        { AttributeName: 'timelineKey', AttributeType: 'S' },
      ],
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'timeline',
          KeySchema: [
            { AttributeName: 'timeline', KeyType: 'HASH' },
            { AttributeName: 'timelineKey', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
    }),
  );
  const status = async () => (await client.send(new DescribeTableCommand({ TableName: tableName }))).Table?.TableStatus;
  while ((await status()) !== 'ACTIVE') await new Promise((resolve) => setImmediate(resolve));
  return {
    client,
    tableName,
    close: async () => {
      client.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
