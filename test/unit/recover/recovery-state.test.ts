import '../../../testing/function-environment';

import { setPaused } from '../../../functions/recover/pause';
import { INITIAL_STATE, type RecoveryStates } from '../../../functions/recover/recovery-state';
import { dynamoDbRecoveryStates } from '../../../functions/recover/recovery-state.dynamodb';
import { dynamoDbPayments } from '../../../functions/shared/payments.dynamodb';
import { type LocalDynamoDb, localDynamoDb } from '../../../testing/local-dynamodb';
import { memoryStates } from '../../../testing/recover/memory-states';

let db: LocalDynamoDb;
beforeEach(async () => {
  db = await localDynamoDb();
});
afterEach(() => db.close());

const SENDING = {
  ...INITIAL_STATE,
  phase: 'sending' as const,
  sendingSince: '2026-11-29T10:00:00.000Z',
  watched: [{ orderId: 'ord-a', attempt: 1, at: '2026-11-29T10:00:00.000Z' }],
};
let writes = 0;

describe.each([
  { where: 'in memory', states: (): RecoveryStates => memoryStates() },
  { where: 'in DynamoDB', states: (): RecoveryStates => dynamoDbRecoveryStates(db.client, 'Payments', () => `write-${++writes}`) },
])('the state $where', ({ states: open }) => {
  it('begins as one that has tried nothing', async () => {
    expect(await open().load()).toEqual({ state: INITIAL_STATE, version: 0 });
  });

  it('is read as it was written', async () => {
    const states = open();
    expect(await states.save(SENDING, 0)).toBe(1);
    expect(await states.load()).toEqual({ state: SENDING, version: 1 });
  });

  it('is not written over by whoever read an older one', async () => {
    const states = open();
    await states.save(SENDING, 0);
    expect(await states.save(INITIAL_STATE, 0)).toBeUndefined();
    await states.save(INITIAL_STATE, 1);
    expect(await states.save(SENDING, 1)).toBeUndefined();
    expect(await states.load()).toEqual({ state: INITIAL_STATE, version: 2 });
  });

  it('has one writer among 20 at once', async () => {
    const states = open();
    const versions = await Promise.all(Array.from({ length: 20 }, () => states.save(SENDING, 0)));
    expect(versions.filter((version) => version !== undefined)).toEqual([1]);
  });

  it('keeps a pause that is asked for while a run writes', async () => {
    const states = open();
    const run = await states.load();
    await setPaused(true, states);
    expect(await states.save(SENDING, run.version)).toBeUndefined();
    expect((await states.load()).state.isPaused).toBe(true);
  });
});

it('recognises its own write, whose answer was lost', async () => {
  const states = dynamoDbRecoveryStates(db.client, 'Payments', () => 'write');
  await states.save(SENDING, 0);
  expect(await states.save(SENDING, 0)).toBe(1);
});

it('is no payment', async () => {
  await dynamoDbRecoveryStates(db.client, 'Payments', () => 'write').save(SENDING, 0);
  expect(await dynamoDbPayments(db.client, 'Payments').list('recovery')).toEqual([]);
});
