import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TableDefinition } from '../src/cloudformation/deployment';
import { createDynamoDb } from '../src/dynamodb/dynamodb';

let path: string;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'simulator-tables-'));
});
afterEach(() => rmSync(path, { recursive: true }));

const table = (indexes: string[]): TableDefinition =>
  ({
    name: 'Books',
    createTable: {
      TableName: 'Books',
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      AttributeDefinitions: ['pk', ...indexes].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      ...(indexes.length > 0 && {
        GlobalSecondaryIndexes: indexes.map((name) => ({
          IndexName: `by-${name}`,
          KeySchema: [{ AttributeName: name, KeyType: 'HASH' }],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        })),
      }),
    },
  }) as unknown as TableDefinition;

/** Opens the folder with these tables, as a start of the simulator does. */
async function open(definition: TableDefinition): Promise<void> {
  const db = createDynamoDb({ path });
  try {
    await db.createTables([definition]);
  } finally {
    await db.close();
  }
}

it('opens the tables of the last start again', async () => {
  await open(table(['day']));
  await open(table(['day']));
});

it('fails when the templates give a table another index than the folder has, and says what to do', async () => {
  await open(table([]));
  await expect(open(table(['day']))).rejects.toThrow(
    'table Books was made by other templates: start once with --fresh, which empties the data folder',
  );
});
