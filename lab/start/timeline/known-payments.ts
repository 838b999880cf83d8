import type { TableDefinition } from '@charge-once/simulator/cloudformation/deployment';
import type { DynamoDb } from '@charge-once/simulator/dynamodb/dynamodb';
import { PAYMENTS_TABLE } from '../../../contract/names';

/** Rows read at the start. Which ones DynamoDB gives first is its own affair. */
const MAX_ROWS = 500;

/** Order ids in the ledger, which may have been filled by an earlier run. */
export async function knownPayments(dynamodb: DynamoDb, tables: readonly TableDefinition[]): Promise<string[]> {
  const ledger = tables.find(({ createTable }) => isLedger(createTable.KeySchema));
  if (!ledger) return [];
  const request = { TableName: ledger.name, Limit: MAX_ROWS, ProjectionExpression: 'orderId, acceptedAt' };
  const { status, body } = await dynamodb.call('Scan', JSON.stringify(request));
  if (status !== 200) return [];
  const { Items: rows = [] } = JSON.parse(body) as { Items?: { orderId: { S: string }; acceptedAt?: { S: string } }[] };
  const oldestFirst = rows.sort((a, b) => (a.acceptedAt?.S ?? '').localeCompare(b.acceptedAt?.S ?? ''));
  return [...new Set(oldestFirst.map(({ orderId }) => orderId.S))];
}

/** The table whose rows are attempts of an order. */
function isLedger(keySchema: unknown): boolean {
  const names = Array.isArray(keySchema) ? keySchema.map(({ AttributeName }: { AttributeName?: unknown }) => AttributeName) : [];
  return names.join() === [PAYMENTS_TABLE.pk, PAYMENTS_TABLE.sk].join();
}
