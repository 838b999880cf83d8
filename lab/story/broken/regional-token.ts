import { ConditionalCheckFailedException, type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type Stripe from 'stripe';
import type { BrokenTable } from '../names';
import { charge, type Order } from './charge';

/** An API that trusts the client's token: kept in its Region's own table, and never compared with what it came with. */
export async function payWithToken(
  dynamodb: DynamoDBClient,
  table: BrokenTable,
  stripe: Stripe,
  token: string,
  order: Order,
): Promise<'accepted'> {
  try {
    await dynamodb.send(
      new PutItemCommand({ TableName: table, Item: { id: { S: token } }, ConditionExpression: 'attribute_not_exists(id)' }),
    );
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return 'accepted';
    throw error;
  }
  await charge(stripe, order);
  return 'accepted';
}
