import { handWrittenGuard } from '../../../lab/bench/peers/hand-written-guard/guard';
import { type LocalDynamoDb, localDynamoDb } from '../../../testing/local-dynamodb';

const LEASE_MS = 30_000;

describe('hand-written guard, the peer', () => {
  let db: LocalDynamoDb;
  let once: ReturnType<typeof handWrittenGuard>;
  let charges: number;
  const charge = async () => {
    charges += 1;
    return { status: 'charged' as const };
  };

  beforeAll(async () => {
    db = await localDynamoDb();
    once = handWrittenGuard(db.client, 'Guard');
  });
  beforeEach(() => {
    charges = 0;
  });
  afterAll(() => db.close());

  it('charges once and then gives the stored result', async () => {
    expect(await once('ord-1/1', LEASE_MS, charge)).toEqual({ status: 'charged' });
    expect(await once('ord-1/1', LEASE_MS, charge)).toEqual({ status: 'charged' });
    expect(charges).toBe(1);
  });

  it('refuses a second worker while the first is at work', async () => {
    const first = once('ord-2/1', LEASE_MS, async () => {
      await expect(once('ord-2/1', LEASE_MS, charge)).rejects.toThrow();
      return charge();
    });
    expect(await first).toEqual({ status: 'charged' });
    expect(charges).toBe(1);
  });

  it('lets the next delivery try again when the charge fails', async () => {
    await expect(once('ord-3/1', LEASE_MS, () => Promise.reject(new Error('provider down')))).rejects.toThrow('provider down');
    expect(await once('ord-3/1', LEASE_MS, charge)).toEqual({ status: 'charged' });
  });

  it('takes over from a worker whose lease has run out, and keeps that worker from completing the record', async () => {
    const late = once('ord-4/1', -1, async () => {
      await once('ord-4/1', LEASE_MS, charge);
      return charge();
    });
    await expect(late).rejects.toThrow('conditional');
    expect(await once('ord-4/1', LEASE_MS, charge)).toEqual({ status: 'charged' });
    expect(charges).toBe(2);
  });
});
