import { type DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type Stripe from 'stripe';
import { charge, type Order } from './charge';

/** A guard that writes its record when the work is done. Each `yield` is a moment at which another copy may run. */
export async function* recordsCompletions(dynamodb: DynamoDBClient, stripe: Stripe, order: Order): AsyncGenerator<void, void> {
  const key = { id: { S: `completed/${order.orderId}` } };
  const { Item: completed } = await dynamodb.send(new GetItemCommand({ TableName: 'orders', Key: key, ConsistentRead: true }));
  if (completed) return;
  yield;
  await charge(stripe, order);
  yield;
  await dynamodb.send(new PutItemCommand({ TableName: 'orders', Item: key }));
}
