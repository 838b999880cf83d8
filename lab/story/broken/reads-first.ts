import { type DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type Stripe from 'stripe';
import { charge, type Order } from './charge';

/** Looks before it writes, to save the write that a refused condition costs. */
export async function* readsFirst(dynamodb: DynamoDBClient, stripe: Stripe, order: Order): AsyncGenerator<void, void> {
  const key = { id: { S: order.orderId } };
  const { Item: known } = await dynamodb.send(new GetItemCommand({ TableName: 'orders', Key: key, ConsistentRead: true }));
  if (known) return;
  yield;
  await dynamodb.send(new PutItemCommand({ TableName: 'orders', Item: key }));
  yield;
  await charge(stripe, order);
}
