import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { TableDefinition } from '../cloudformation/deployment';

/** An HTTP answer of DynamoDB: the body is JSON text and is passed on as it is. */
export interface DynamoDbAnswer {
  status: number;
  body: string;
}

export interface DynamoDb {
  /** `action` such as `PutItem`, `body` the request's JSON text. Never rejects for an error that DynamoDB would answer. */
  call(action: string, body: string): Promise<DynamoDbAnswer>;
  /** Creates the tables that do not exist yet. Those that do keep their items. */
  createTables(tables: readonly TableDefinition[]): Promise<void>;
  close(): Promise<void>;
}

/** What dynalite offers. Anything else, transactions among it, is an UnknownOperationException. */
const ACTIONS = [
  'BatchGetItem',
  'BatchWriteItem',
  'CreateTable',
  'DeleteItem',
  'DeleteTable',
  'DescribeTable',
  'GetItem',
  'ListTables',
  'PutItem',
  'Query',
  'Scan',
  'UpdateItem',
  'UpdateTable',
];

/** How long a new table may take to become active. */
const TABLE_READY_MS = 5000;

/** Starts DynamoDB in a worker thread, which uses the second core. `path` is a folder that no other process has open. */
export function createDynamoDb(options: { path: string }): DynamoDb {
  const worker = new Worker(join(__dirname, 'dynalite-worker.cjs'), { workerData: { path: options.path, actions: ACTIONS } });
  const waiting = new Map<number, { resolve(answer: DynamoDbAnswer): void; reject(error: Error): void }>();
  const ttl = new Map<string, string | undefined>();
  let outbox: { id: number; action: string; body: string }[] = [];
  let lastId = 0;
  let failure: Error | undefined;
  let closed: () => void = () => {};

  worker.on('message', (message: (DynamoDbAnswer & { id: number })[] | 'closed') => {
    if (message === 'closed') return closed();
    for (const { id, status, body } of message) {
      waiting.get(id)?.resolve({ status, body });
      waiting.delete(id);
    }
  });
  worker.on('error', (error) => {
    failure = new Error(`the database in ${options.path} cannot be used: ${reason(error)}`);
    for (const call of waiting.values()) call.reject(failure);
    waiting.clear();
    closed();
  });

  const call = (action: string, body: string): Promise<DynamoDbAnswer> => {
    if (failure) return Promise.reject(failure);
    if (action === 'DescribeTimeToLive' || action === 'UpdateTimeToLive') return Promise.resolve(timeToLive(action, body, ttl));
    const id = ++lastId;
    // Calls of one turn go together: waking the other thread costs more than a small call.
    if (outbox.push({ id, action, body }) === 1) {
      setImmediate(() => {
        worker.postMessage(outbox);
        outbox = [];
      });
    }
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
    });
  };

  return {
    call,
    createTables: async (tables) => {
      for (const table of tables) {
        ttl.set(table.name, table.ttlAttribute);
        const answer = await call('CreateTable', JSON.stringify(table.createTable));
        if (answer.status !== 200 && !answer.body.includes('ResourceInUseException')) {
          throw new Error(`table ${table.name} cannot be created: ${answer.body}`);
        }
        const present = await untilActive(call, table.name);
        if (shapeOf(present) !== shapeOf(table.createTable)) {
          throw new Error(`table ${table.name} was made by other templates: start once with --fresh, which empties the data folder`);
        }
      }
    },
    close: async () => {
      if (!failure) {
        const done = new Promise<void>((resolve) => {
          closed = resolve;
        });
        worker.postMessage('close');
        await done;
      }
      await worker.terminate();
    },
  };
}

async function untilActive(call: DynamoDb['call'], table: string): Promise<TableShape> {
  for (const deadline = Date.now() + TABLE_READY_MS; ; ) {
    const { body } = await call('DescribeTable', JSON.stringify({ TableName: table }));
    if (body.includes('"TableStatus":"ACTIVE"')) return (JSON.parse(body) as { Table: TableShape }).Table;
    if (Date.now() > deadline) throw new Error(`table ${table} does not become active`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

interface TableShape {
  KeySchema?: unknown;
  GlobalSecondaryIndexes?: { IndexName?: unknown; KeySchema?: unknown }[];
}

/** What cannot be changed under the items that are there: keys and indexes. */
function shapeOf({ KeySchema, GlobalSecondaryIndexes = [] }: TableShape): string {
  const indexes = GlobalSecondaryIndexes.map((index) => JSON.stringify([index.IndexName, index.KeySchema])).sort();
  return JSON.stringify([KeySchema, indexes]);
}

/** Answers what was asked for. Nothing is ever deleted by it: a TTL only cleans up, and correctness must not depend on it. */
function timeToLive(action: string, body: string, ttl: Map<string, string | undefined>): DynamoDbAnswer {
  const { TableName: table = '', TimeToLiveSpecification: change } = JSON.parse(body) as {
    TableName?: string;
    TimeToLiveSpecification?: { AttributeName: string; Enabled: boolean };
  };
  if (!ttl.has(table)) {
    const message = `Requested resource not found: Table: ${table} not found`;
    return { status: 400, body: JSON.stringify({ __type: 'com.amazonaws.dynamodb.v20120810#ResourceNotFoundException', message }) };
  }
  if (action === 'UpdateTimeToLive') {
    ttl.set(table, change?.Enabled ? change.AttributeName : undefined);
    return { status: 200, body: JSON.stringify({ TimeToLiveSpecification: change }) };
  }
  const attribute = ttl.get(table);
  const description = attribute ? { TimeToLiveStatus: 'ENABLED', AttributeName: attribute } : { TimeToLiveStatus: 'DISABLED' };
  return { status: 200, body: JSON.stringify({ TimeToLiveDescription: description }) };
}

/** LevelDB wraps the reason, such as a lock held by another process, in the cause. */
function reason(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}
