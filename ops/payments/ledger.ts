import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamoDbLedgerPages } from '../../functions/reconcile/ledger-pages.dynamodb';
import { dynamoDbPayments } from '../../functions/shared/payments.dynamodb';
import { outputOf, type Target } from '../client/target';

/** The ledger, read with the operator's own rights. */
export function ledgerOf(target: Target) {
  const client = new DynamoDBClient(target.client);
  const tableName = outputOf(target.outputs, 'PaymentsTableName', target);
  return { payments: dynamoDbPayments(client, tableName), pages: dynamoDbLedgerPages(client, tableName) };
}
