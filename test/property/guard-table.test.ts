import '../../testing/function-environment';

import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Context } from 'aws-lambda';
import fc from 'fast-check';
import { powertoolsGuard } from '../../functions/charge/guard.powertools';
import { type LocalDynamoDb, localDynamoDb } from '../../testing/local-dynamodb';
import { anEvent } from '../../testing/payment-factory';
import { awsClient } from '../../testing/world/aws-client';
import { Computer } from '../../testing/world/computer';
import { guardTable } from '../../testing/world/guard-table';
import { VirtualClock } from '../../testing/world/virtual-clock';

const DAY = 86_400_000;
let db: LocalDynamoDb;
let orders = 0;
const { now } = Date;
beforeAll(async () => {
  db = await localDynamoDb();
});
afterEach(() => {
  Date.now = now;
});
afterAll(() => db.close());

type End = 'returns' | 'throws' | 'dies';

/** One delivery through the shipped guard, on a table of either kind: what it sees, or that it ran and died. */
function attempt(client: DynamoDBClient, event: ReturnType<typeof anEvent>, end: End): Promise<string> {
  const guard = powertoolsGuard(client, 'Guard');
  guard.register({ getRemainingTimeInMillis: () => 30_000 } as Context);
  return new Promise((resolve) => {
    const charge = async () => {
      if (end === 'throws') throw new Error('thrown by the charge');
      if (end === 'returns') return { status: 'charged' as const };
      resolve('ran and died');
      return new Promise<never>(() => undefined);
    };
    guard.once(event, charge).then(
      (guarded) => resolve(guarded.kind === 'done' || guarded.kind === 'ran' ? `${guarded.kind}: ${guarded.result.status}` : guarded.kind),
      (error: Error) => resolve(error.name),
    );
  });
}

const deliveries = fc.array(
  fc.record({
    end: fc.constantFrom<End[]>('returns', 'throws', 'dies'),
    amount: fc.constantFrom(1999, 1999, 1999, 1),
    waitMs: fc.constantFrom(0, 29_000, 30_000, 30_001, 60_000, DAY, 40 * DAY, 42 * DAY),
  }),
  { minLength: 1, maxLength: 8 },
);

describe('the guard on the table that the random schedules use', () => {
  it('decides as it does on DynamoDB, whatever came before', async () => {
    const seen = new Set<string>();
    const decidesTheSame = fc.asyncProperty(deliveries, async (list) => {
      const clock = new VirtualClock();
      Date.now = clock.now;
      const table = guardTable(clock);
      const inMemory = awsClient(new Computer(clock), (action, input) => table.call(action, input));
      const orderId = `ord-${++orders}`;
      for (const { end, amount, waitMs } of list) {
        const event = anEvent({ orderId, amount });
        const right = await attempt(db.client, event, end);
        expect(await attempt(inMemory, event, end)).toBe(right);
        seen.add(right);
        await clock.advance(waitMs);
      }
    });
    await fc.assert(decidesTheSame, { numRuns: 150, seed: 1 });
    expect([...seen].sort()).toEqual(['Error', 'done: charged', 'in-progress', 'other-event', 'ran and died', 'ran: charged']);
  });
});
