import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import '../testing/environment';
import type { Outcome, Store, Stored } from '../function/store';
import { dynamoDbStore } from '../function/store.dynamodb';
import { memoryStore } from '../testing/memory-store';
import { dynaliteTable } from './dynalite-table';

let table: Awaited<ReturnType<typeof dynaliteTable>>;
beforeAll(async () => {
  table = await dynaliteTable();
});
afterAll(() => table.close());

let partitions = 0;
/** Every test has partitions of its own, since they share one table. */
const newPartition = () => `p${++partitions}`;

async function written<T>(work: Promise<Outcome<T>>): Promise<Stored<T>> {
  const outcome = await work;
  if (outcome.kind !== 'written') throw new Error('somebody else was first');
  return outcome.document;
}

const RANGES = [
  [{}, ['1', '2', '3', '4']],
  [{ newestFirst: true }, ['4', '3', '2', '1']],
  [{ from: '2', to: '3' }, ['2', '3']],
  [{ from: '3' }, ['3', '4']],
  [{ to: '2', newestFirst: true }, ['2', '1']],
  [{ after: '2' }, ['3', '4']],
  [{ after: '3', newestFirst: true }, ['2', '1']],
  [{ after: '1', from: '3' }, ['3', '4']],
  [{ after: '4', to: '2', newestFirst: true }, ['2', '1']],
  [{ after: '1', from: '2', newestFirst: true }, []],
  [{ from: '4', to: '2' }, []],
  [{ after: '1', limit: 2 }, ['2', '3']],
] as const;

describe.each([
  ['in memory', () => memoryStore()],
  ['in DynamoDB', () => dynamoDbStore(table.client, table.tableName)],
])('a store %s', (_name, makeStore: () => Store) => {
  let store: Store;
  let pk: string;
  beforeEach(() => {
    store = makeStore();
    pk = newPartition();
  });

  it('returns what was written, in the order asked for', async () => {
    await store.write({ pk, sk: 'a' }, { amount: 1999, name: 'é"\u0000' }, undefined);
    await store.write({ pk, sk: 'b' }, [1, 2], undefined);
    const found = await store.read([
      { pk, sk: 'b' },
      { pk, sk: 'none' },
      { pk, sk: 'a' },
    ]);
    expect(found.map((document) => document?.body)).toEqual([[1, 2], undefined, { amount: 1999, name: 'é"\u0000' }]);
  });

  it('reads more documents than one batch takes', async () => {
    const addresses = Array.from({ length: 130 }, (_, index) => ({ pk, sk: `s${index}` }));
    await Promise.all(addresses.map((address, index) => store.write(address, index, undefined)));
    expect((await store.read(addresses)).map((document) => document?.body)).toEqual(Array.from({ length: 130 }, (_, index) => index));
  });

  it('writes a new document once, and shows it to whoever comes second', async () => {
    expect(await store.write({ pk, sk: 'a' }, 1, undefined)).toMatchObject({ kind: 'written', document: { body: 1 } });
    expect(await store.write({ pk, sk: 'a' }, 2, undefined)).toMatchObject({ kind: 'overtaken', present: { pk, sk: 'a', body: 1 } });
    expect((await store.read([{ pk, sk: 'a' }]))[0]?.body).toBe(1);
  });

  it('replaces only the state that was seen', async () => {
    const first = await written(store.write({ pk, sk: 'a' }, 1, undefined));
    const second = await written(store.write({ pk, sk: 'a' }, 2, first));
    expect(await store.write({ pk, sk: 'a' }, 3, first)).toEqual({ kind: 'overtaken', present: second });
    expect(await store.write({ pk, sk: 'a' }, 4, second)).toMatchObject({ kind: 'written', document: { body: 4 } });
  });

  it('replaces nothing when the document is gone', async () => {
    const seen = await written(store.write({ pk, sk: 'a' }, 1, undefined));
    expect(await store.write({ pk, sk: 'other' }, 2, seen)).toEqual({ kind: 'overtaken', present: undefined });
  });

  it('lets one of 20 writers through', async () => {
    const seen = await written(store.write({ pk, sk: 'a' }, 0, undefined));
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, index) => store.write({ pk, sk: 'a' }, index, seen)));
    expect(outcomes.filter(({ kind }) => kind === 'written')).toHaveLength(1);
  });

  it.each(RANGES)('lists %j', async (range, expected) => {
    for (const sk of ['3', '1', '4', '2']) await store.write({ pk, sk }, {}, undefined);
    await store.write({ pk: newPartition(), sk: '2' }, {}, undefined);
    expect((await store.list(pk, { limit: 10, ...range })).map(({ sk }) => sk)).toEqual(expected);
  });
});

describe.each([
  ['in memory', async () => memoryStore()],
  ['in DynamoDB', async () => dynamoDbStore(table.client, table.tableName)],
])('the time line of a store %s', (_name, makeStore: () => Promise<Store>) => {
  let store: Store;
  beforeEach(async () => {
    // It runs through the whole table, so every test has a table of its own.
    await table.close();
    table = await dynaliteTable();
    store = await makeStore();
  });

  it.each(RANGES)('lists %j, whatever the partition', async (range, expected) => {
    for (const timelineKey of ['3', '1', '4', '2']) await store.write({ pk: `p${timelineKey}`, sk: 'a' }, {}, undefined, { timelineKey });
    await store.write({ pk: 'p1', sk: 'b' }, {}, undefined);
    const found = await store.timeline({ limit: 10, ...range });
    expect(found).toEqual(expected.map((timelineKey) => ({ pk: `p${timelineKey}`, sk: 'a', timelineKey })));
  });

  it('keeps the place of a document that is rewritten with it, and drops one that is rewritten without', async () => {
    const [kept, dropped] = [
      { pk: 'p1', sk: 'a' },
      { pk: 'p1', sk: 'b' },
    ];
    const first = await written(store.write(kept, 1, undefined, { timelineKey: '1' }));
    const second = await written(store.write(dropped, 1, undefined, { timelineKey: '2' }));
    await store.write(kept, 2, first, { timelineKey: '1' });
    await store.write(dropped, 2, second);
    expect(await store.timeline({ limit: 10 })).toEqual([{ ...kept, timelineKey: '1' }]);
  });
});

describe('a store in DynamoDB', () => {
  /** Runs `once` around the first request, and nothing around later ones. */
  function onFirstTry(client: DynamoDBClient, once: (send: () => Promise<unknown>) => Promise<unknown>): () => void {
    let used = false;
    const name = 'first-try';
    client.middlewareStack.add(
      (next) => async (args) => {
        if (used) return next(args);
        used = true;
        return (await once(() => next(args))) as Awaited<ReturnType<typeof next>>;
      },
      { step: 'deserialize', priority: 'high', name },
    );
    return () => {
      client.middlewareStack.remove(name);
      expect(used).toBe(true);
    };
  }

  it('counts its own write as done when its answer was lost and the SDK repeats it', async () => {
    const store = dynamoDbStore(table.client, table.tableName);
    const address = { pk: newPartition(), sk: 'a' };
    const restore = onFirstTry(table.client, async (send) => {
      await send();
      throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET', $retryable: { throttling: false } });
    });
    try {
      expect(await store.write(address, 1, undefined)).toMatchObject({ kind: 'written', document: { body: 1 } });
    } finally {
      restore();
    }
    expect(await store.write(address, 2, undefined)).toMatchObject({ kind: 'overtaken', present: { body: 1 } });
  });

  it('believes DynamoDB when it sends the present item along, and does not read it again', async () => {
    const store = dynamoDbStore(table.client, table.tableName);
    const address = { pk: newPartition(), sk: 'a' };
    await store.write(address, 1, undefined);
    const sentAlong = { pk: { S: address.pk }, sk: { S: 'a' }, rev: { S: 'r7' }, body: { S: '7' } };
    const restore = onFirstTry(table.client, (send) =>
      send().catch((error: unknown) => {
        throw Object.assign(error as Error, { Item: sentAlong });
      }),
    );
    try {
      expect(await store.write(address, 2, undefined)).toEqual({ kind: 'overtaken', present: { ...address, rev: 'r7', body: 7 } });
    } finally {
      restore();
    }
  });

  it('asks again for keys that DynamoDB left unread', async () => {
    const store = dynamoDbStore(table.client, table.tableName);
    const pk = newPartition();
    await store.write({ pk, sk: 'a' }, 1, undefined);
    await store.write({ pk, sk: 'b' }, 2, undefined);
    const left = { [table.tableName]: { Keys: [{ pk: { S: pk }, sk: { S: 'a' } }], ConsistentRead: true } };
    const restore = onFirstTry(table.client, async (send) => {
      const answer = (await send()) as { response: unknown; output: { Responses: Record<string, { sk: { S: string } }[]> } };
      const read = answer.output.Responses[table.tableName]!.filter(({ sk }) => sk.S !== 'a');
      return { ...answer, output: { ...answer.output, Responses: { [table.tableName]: read }, UnprocessedKeys: left } };
    });
    try {
      const found = await store.read([
        { pk, sk: 'a' },
        { pk, sk: 'b' },
      ]);
      expect(found.map((document) => document?.body)).toEqual([1, 2]);
    } finally {
      restore();
    }
  });

  it('lists a partition that takes more than one page of 1 MB', async () => {
    const store = dynamoDbStore(table.client, table.tableName);
    const pk = newPartition();
    for (let n = 0; n < 5; n++) await store.write({ pk, sk: String(n) }, 'x'.repeat(300_000), undefined);
    expect((await store.list(pk, { limit: 10 })).map(({ sk }) => sk)).toEqual(['0', '1', '2', '3', '4']);
  });
});
