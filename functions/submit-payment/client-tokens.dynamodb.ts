import { createHash } from 'node:crypto';
import { ConditionalCheckFailedException, type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { clientTokenRecordId } from '../../contract/keys';
import { GUARD_TABLE } from '../../contract/names';
import type { PaymentEvent } from '../../contract/payment-event';
import { CLIENT_TOKEN_LIFE_SECONDS } from '../../contract/windows';
import type { ClientTokens } from './client-tokens';

const { pk, ttl } = GUARD_TABLE;

const fingerprint = ({ orderId, attempt, amount, currency, paymentMethod }: PaymentEvent): string =>
  createHash('sha256')
    .update(JSON.stringify([orderId, attempt, amount, currency, paymentMethod]))
    .digest('hex');

/**
 * Client tokens in the guard table, hashed, because a client may put anything into the header. An expired item counts as absent whether or
 * not TTL has deleted it.
 */
export function dynamoDbClientTokens(client: DynamoDBClient, tableName: string, clock: () => number): ClientTokens {
  return {
    async claim(token, event) {
      const now = Math.floor(clock() / 1000);
      const bound = fingerprint(event);
      try {
        await client.send(
          new PutItemCommand({
            TableName: tableName,
            Item: marshall({ [pk]: clientTokenRecordId(token), [ttl]: now + CLIENT_TOKEN_LIFE_SECONDS, fingerprint: bound }),
            ConditionExpression: 'attribute_not_exists(#pk) OR #ttl <= :now',
            ExpressionAttributeNames: { '#pk': pk, '#ttl': ttl },
            ExpressionAttributeValues: marshall({ ':now': now }),
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        );
        return 'claimed';
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        return error.Item?.fingerprint?.S === bound ? 'claimed' : 'used-for-another-event';
      }
    },
  };
}
