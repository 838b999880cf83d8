import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient, ScanCommand, waitUntilTableExists } from '@aws-sdk/client-dynamodb';
import type { Context } from 'aws-lambda';
import { TransientFailure } from '../../contract/failures';
import { powertoolsGuard } from '../../functions/charge/guard.powertools';
import { sharedAssembly } from '../../testing/assembly';
import { operator, payment } from '../../testing/operator';
import { startForTest } from '../../testing/start';

const event = (over: object = {}) => ({
  orderId: 'ord-1',
  attempt: 1,
  amount: 1000,
  currency: 'USD',
  paymentMethod: 'pm_card_visa',
  ...over,
});
const charged = async () => ({ status: 'charged' as const });

describe('the guard, on a table', () => {
  let simulator: Awaited<ReturnType<typeof startForTest>>;
  let client: DynamoDBClient;
  let tables = 0;

  beforeAll(async () => {
    simulator = await startForTest();
    client = new DynamoDBClient({
      endpoint: simulator.addresses.aws,
      region: 'us-east-1',
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    });
  }, 120_000);
  afterAll(() => simulator?.close());

  /** A table of its own, and what makes a guard on it, as a new execution environment would. */
  async function newTable() {
    const TableName = `guard-${++tables}`;
    await client.send(
      new CreateTableCommand({
        TableName,
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        BillingMode: 'PAY_PER_REQUEST',
      }),
    );
    await waitUntilTableExists({ client, minDelay: 0.02, maxDelay: 0.1, maxWaitTime: 10 }, { TableName });
    const guard = (remainingMs = 30_000) => {
      const made = powertoolsGuard(client, TableName);
      made.register({ getRemainingTimeInMillis: () => remainingMs } as Context);
      return made;
    };
    return { guard, items: async () => (await client.send(new ScanCommand({ TableName }))).Items ?? [] };
  }

  it('runs the charge once and returns its outcome ever after', async () => {
    const { guard } = await newTable();
    let runs = 0;
    const charge = async () => {
      runs++;
      return { status: 'declined' as const };
    };
    expect(await guard().once(event(), charge)).toEqual({ kind: 'ran', result: { status: 'declined' } });
    expect(await guard().once(event(), charge)).toEqual({ kind: 'done', result: { status: 'declined' } });
    expect(runs).toBe(1);
  });

  it('lets one of 20 deliveries at once run, and the others fail as in progress', async () => {
    const { guard } = await newTable();
    let runs = 0;
    const charge = async () => {
      runs++;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return { status: 'charged' as const };
    };
    const results = await Promise.all(Array.from({ length: 20 }, () => guard().once(event(), charge)));
    expect(runs).toBe(1);
    expect(results.map(({ kind }) => kind).sort()).toEqual([...Array(19).fill('in-progress'), 'ran']);
  });

  it('runs again after a failure, and after a crash once the lease is over', async () => {
    const { guard } = await newTable();
    await expect(guard().once(event(), () => Promise.reject(new Error('provider down')))).rejects.toThrow('provider down');
    expect((await guard().once(event(), charged)).kind).toBe('ran');

    // A crash: the charge never returns. The lease is what remained of the invocation.
    void guard(400).once(event({ orderId: 'ord-2' }), () => new Promise(() => undefined));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await guard().once(event({ orderId: 'ord-2' }), charged)).toMatchObject({ kind: 'in-progress', isSameEvent: true });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await guard().once(event({ orderId: 'ord-2' }), charged)).kind).toBe('ran');
  });

  it.each([
    { case: 'amount', change: { amount: 2000 } },
    { case: 'currency', change: { currency: 'EUR' } },
    { case: 'payment method', change: { paymentMethod: 'pm_card_mastercard' } },
  ])('refuses a known event with another $case', async ({ change }) => {
    const { guard } = await newTable();
    await guard().once(event(), charged);
    expect(await guard().once(event(change), charged)).toMatchObject({ kind: 'other-event' });
  });

  it('cannot tell which of two contents is forged while the first one runs', async () => {
    const { guard } = await newTable();
    let finish = (): void => undefined;
    const running = guard().once(event(), () => new Promise((resolve) => (finish = () => resolve({ status: 'charged' }))));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await guard().once(event({ amount: 2000 }), charged)).toMatchObject({ kind: 'in-progress', isSameEvent: false });
    finish();
    await running;
  });

  it('throws what the charge threw, also when its record cannot be deleted then', async () => {
    const { guard } = await newTable();
    const cannotDelete = guard();
    client.middlewareStack.add(
      (next, { commandName }) =>
        (args) => {
          if (commandName === 'DeleteItemCommand') throw new Error('AccessDenied');
          return next(args);
        },
      { step: 'initialize', name: 'noDelete' },
    );
    try {
      const down = new TransientFailure('provider-unreachable');
      await expect(cannotDelete.once(event(), () => Promise.reject(down))).rejects.toBe(down);
    } finally {
      client.middlewareStack.remove('noDelete');
    }
  });

  it('knows what was done under another function name', async () => {
    const { guard } = await newTable();
    process.env.AWS_LAMBDA_FUNCTION_NAME = 'charge-v1';
    await guard().once(event(), charged);
    process.env.AWS_LAMBDA_FUNCTION_NAME = 'charge-v2';
    expect((await guard().once(event(), charged)).kind).toBe('done');
    delete process.env.AWS_LAMBDA_FUNCTION_NAME;
    expect((await guard().once(event(), charged)).kind).toBe('done');
  });

  it('spreads its records: 50 payments have 50 partition keys, named after nobody and hashed with 256 bits', async () => {
    const { guard, items } = await newTable();
    const one = guard();
    for (let order = 0; order < 50; order++) await one.once(event({ orderId: `jane.doe-${order}` }), charged);
    const keys = (await items()).map(({ id }) => id!.S!);
    expect(new Set(keys).size).toBe(50);
    for (const key of keys) expect(key).toMatch(/^charge#[A-Za-z0-9+/]{43}=$/);
  });

  it('keeps a completed record for 41 days', async () => {
    const { guard, items } = await newTable();
    const now = Math.floor(Date.now() / 1000);
    await guard().once(event(), charged);
    const [record] = await items();
    const life = Number(record!.expiration!.N) - now;
    expect(life).toBeGreaterThanOrEqual(41 * 86_400);
    expect(life).toBeLessThan(41 * 86_400 + 60);
  });

  it('refuses to be switched off', () => {
    process.env.POWERTOOLS_IDEMPOTENCY_DISABLED = 'true';
    try {
      expect(() => powertoolsGuard(client, 'any')).toThrow(
        'POWERTOOLS_IDEMPOTENCY_DISABLED is set: the charge function does not run without its guard',
      );
    } finally {
      delete process.env.POWERTOOLS_IDEMPOTENCY_DISABLED;
    }
  });
});

/** The synthesized stacks with one permission taken from every policy. */
async function assemblyWithout(action: string): Promise<string> {
  const copy = mkdtempSync(join(tmpdir(), 'charge-once-assembly-'));
  cpSync(await sharedAssembly(), copy, { recursive: true });
  const template = join(copy, readdirSync(copy).find((name) => name === 'PaymentsStack.template.json')!);
  const text = readFileSync(template, 'utf8');
  expect(text).toContain(`"${action}"`);
  writeFileSync(template, text.replaceAll(`"${action}"`, '"dynamodb:ListTables"'));
  return copy;
}

it('charges once all the same when its role may not delete the record of a failed run', async () => {
  const simulator = await startForTest({ assembly: await assemblyWithout('dynamodb:DeleteItem') });
  try {
    const shop = operator(simulator);
    await shop.fault({ mode: 'down', times: 1 });
    await shop.post(payment('ord-denied'));
    await shop.advance('PT5M');
    expect((await shop.get('ord-denied')).attempts).toEqual([
      expect.objectContaining({ status: 'charged', lastFailure: expect.objectContaining({ code: 'provider-error' }) }),
    ]);
    expect(await shop.charges('ord-denied')).toHaveLength(1);
    expect((await shop.state()).duplicatesSuppressed.InProgress).toBe(1);
  } finally {
    await simulator.close();
  }
});
