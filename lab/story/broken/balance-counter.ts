import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { Order } from './charge';

// The SDK's own retries: three tries of each call.
const dynamodb = new DynamoDBClient({});

/** Pays from a prepaid balance. `ADD` is atomic; it is not idempotent. */
export async function handler({ orderId, amount }: Order): Promise<void> {
  await dynamodb.send(
    new UpdateItemCommand({
      TableName: 'wallets',
      Key: { id: { S: orderId } },
      UpdateExpression: 'ADD balance :minus',
      ExpressionAttributeValues: { ':minus': { N: String(-amount) } },
    }),
  );
}
