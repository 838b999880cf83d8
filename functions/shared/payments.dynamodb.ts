import { createHash } from 'node:crypto';
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { PAYMENTS_TABLE } from '../../contract/names';
import type { PaymentEvent } from '../../contract/payment-event';
import { OPEN_SHARDS } from '../../contract/windows';
import type { Payment, Payments } from './payments';

const { pk, sk, openPk } = PAYMENTS_TABLE;

const IS_OPEN = '#status IN (:accepted, :charging)';

type Key = Pick<PaymentEvent, 'orderId' | 'attempt'>;
const keyOf = (key: Key) => marshall({ [pk]: key.orderId, [sk]: key.attempt });

const shardOf = (orderId: string): string => String(createHash('sha256').update(orderId).digest().readUInt16BE() % OPEN_SHARDS);

function toPayment(item: Record<string, AttributeValue>): Payment {
  const { [openPk]: _shard, ...payment } = unmarshall(item);
  return payment as Payment;
}

/** The item that made a condition fail, as DynamoDB returns it with `ALL_OLD`; any other error is thrown on. */
function storedItem(error: unknown): Payment | undefined {
  if (!(error instanceof ConditionalCheckFailedException)) throw error;
  return error.Item && toPayment(error.Item);
}

/** The ledger in DynamoDB. Rows that are not terminal also carry `openShard`, which puts them into the sparse index `open`. */
export function dynamoDbPayments(client: DynamoDBClient, tableName: string): Payments {
  async function transition(
    payment: Payment,
    from: string,
    chargeId: string | undefined,
    set: Record<string, unknown>,
    terminal: boolean,
    unless = '',
  ): Promise<Payment> {
    const names = Object.keys(set);
    const sameCharge = chargeId === undefined ? '' : ' AND chargeId = :sameCharge';
    const notSet = unless && ` AND attribute_not_exists(${unless})`;
    try {
      const { Attributes } = await client.send(
        new UpdateItemCommand({
          TableName: tableName,
          Key: keyOf(payment),
          UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}${terminal ? ` REMOVE ${openPk}` : ''}`,
          ConditionExpression: `#status = :from${sameCharge}${notSet}`,
          ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
          ExpressionAttributeValues: marshall({
            ...Object.fromEntries(Object.entries(set).map(([name, value]) => [`:${name}`, value])),
            ':from': from,
            ...(chargeId === undefined ? {} : { ':sameCharge': chargeId }),
          }),
          ReturnValues: 'ALL_NEW',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      );
      return toPayment(Attributes!);
    } catch (error) {
      const stored = storedItem(error);
      if (stored) return stored;
      throw new Error(`payment ${payment.orderId}/${payment.attempt} is missing from the ledger`, { cause: error });
    }
  }

  /** Writes one member of a row that is not terminal; leaves any other row, and a missing one, as it is. */
  async function note(key: Key, member: keyof Payment, value: unknown): Promise<void> {
    try {
      await client.send(
        new UpdateItemCommand({
          TableName: tableName,
          Key: keyOf(key),
          UpdateExpression: `SET ${member} = :value`,
          ConditionExpression: IS_OPEN,
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: marshall({ ':value': value, ':accepted': 'accepted', ':charging': 'charging' }),
        }),
      );
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  }

  return {
    async create(payment) {
      try {
        await client.send(
          new PutItemCommand({
            TableName: tableName,
            Item: marshall({ ...payment, [openPk]: shardOf(payment.orderId) }, { removeUndefinedValues: true }),
            ConditionExpression: `attribute_not_exists(${pk})`,
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        );
        return payment;
      } catch (error) {
        const stored = storedItem(error);
        if (stored) return stored;
        throw new Error('a refused put returned no item', { cause: error });
      }
    },

    async get(orderId, attempt) {
      const { Item } = await client.send(
        new GetItemCommand({ TableName: tableName, Key: keyOf({ orderId, attempt }), ConsistentRead: true }),
      );
      return Item && toPayment(Item);
    },

    async list(orderId) {
      // One page holds every attempt: 99 rows of under 1 KB stay below the 1 MB of a query.
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName: tableName,
          ConsistentRead: true,
          KeyConditionExpression: `${pk} = :orderId`,
          ExpressionAttributeValues: marshall({ ':orderId': orderId }),
        }),
      );
      return Items.map(toPayment);
    },

    // Our own write, repeated after a lost answer, finds the row in charging and is recognised by its id.
    startCharging: (payment, chargeId) =>
      transition(payment, 'accepted', undefined, { status: 'charging', chargeId }, false, 'cancelRequestedAt'),
    adoptCharge: (payment, chargeId) => transition(payment, 'accepted', undefined, { status: 'charging', chargeId }, false),
    settle: (payment, outcome) => transition(payment, 'charging', payment.chargeId, { ...outcome }, true),
    decline: (payment, declineCode) => transition(payment, 'accepted', undefined, { status: 'declined', declineCode }, true),
    expire: (payment) => transition(payment, 'accepted', undefined, { status: 'expired' }, true),
    cancel: (payment) => transition(payment, 'accepted', undefined, { status: 'cancelled' }, true),

    async requestCancel(key, at) {
      try {
        const { Attributes } = await client.send(
          new UpdateItemCommand({
            TableName: tableName,
            Key: keyOf(key),
            UpdateExpression: 'SET cancelRequestedAt = if_not_exists(cancelRequestedAt, :at)',
            ConditionExpression: IS_OPEN,
            ExpressionAttributeNames: { '#status': 'status' },
            ExpressionAttributeValues: marshall({ ':at': at, ':accepted': 'accepted', ':charging': 'charging' }),
            ReturnValues: 'ALL_NEW',
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        );
        return toPayment(Attributes!);
      } catch (error) {
        return storedItem(error);
      }
    },

    noteFailure: (key, failure) => note(key, 'lastFailure', failure),
    noteResent: (key, at) => note(key, 'resentAt', at),
  };
}
