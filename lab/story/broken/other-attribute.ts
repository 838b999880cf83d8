import { type DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type Stripe from 'stripe';
import { charge, type Order } from './charge';

/** Claims the order by a conditional write. It updates `status`, and its condition is on `chargeId`, which comes later. */
export async function* otherAttribute(dynamodb: DynamoDBClient, stripe: Stripe, order: Order): AsyncGenerator<void, void> {
  const row = { TableName: 'orders', Key: { id: { S: order.orderId } }, ExpressionAttributeNames: { '#status': 'status' } };
  await dynamodb.send(
    new UpdateItemCommand({
      ...row,
      UpdateExpression: 'SET #status = :charging',
      ConditionExpression: 'attribute_not_exists(chargeId)',
      ExpressionAttributeValues: { ':charging': { S: 'charging' } },
    }),
  );
  yield;
  const chargeId = await charge(stripe, order);
  yield;
  await dynamodb.send(
    new UpdateItemCommand({
      ...row,
      UpdateExpression: 'SET #status = :charged, chargeId = :chargeId',
      ExpressionAttributeValues: { ':charged': { S: 'charged' }, ':chargeId': { S: chargeId } },
    }),
  );
}
