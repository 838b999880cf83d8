import '../../../testing/function-environment';

import type { Payment, Payments } from '../../../functions/shared/payments';
import { dynamoDbPayments } from '../../../functions/shared/payments.dynamodb';
import { type LocalDynamoDb, localDynamoDb } from '../../../testing/local-dynamodb';
import { memoryPayments } from '../../../testing/memory-payments';
import { aPayment } from '../../../testing/payment-factory';

let db: LocalDynamoDb;
beforeAll(async () => {
  db = await localDynamoDb();
});
afterAll(() => db.close());

let orders = 0;
const CHARGED = { status: 'charged', chargedAt: '2026-11-29T10:00:02.000Z' } as const;
const DECLINED = { status: 'declined', declineCode: 'card_declined' } as const;
const FAILURE = { code: 'provider-unreachable', at: '2026-11-29T10:00:08.000Z', deadLettered: false };
const TERMINAL = [
  { status: 'charged', chargeId: 'pi_1', chargedAt: '2026-11-29T10:00:02.000Z' },
  { status: 'declined', chargeId: 'pi_1', declineCode: 'card_declined' },
  { status: 'declined', declineCode: 'amount_too_small' },
  { status: 'expired' },
  { status: 'cancelled', cancelRequestedAt: '2026-11-29T10:00:01.000Z' },
] as const;

// The same sentences for both: what the tests of the cores rest on is what DynamoDB does.
describe.each([
  { where: 'in memory', ledger: () => memoryPayments() as Payments },
  { where: 'in DynamoDB', ledger: () => dynamoDbPayments(db.client, 'Payments') },
])('the ledger $where', ({ ledger }) => {
  let payments: Payments;
  let orderId: string;
  beforeEach(() => {
    payments = ledger();
    orderId = `ord-${++orders}`;
  });
  const row = (over: Partial<Payment> = {}) => aPayment({ orderId, ...over });
  const stored = (attempt = 1) => payments.get(orderId, attempt);

  describe('a cancellation', () => {
    const AT = '2026-11-29T10:00:01.000Z';

    it.each([{}, { status: 'charging', chargeId: 'pi_1' }] as const)(
      'is noted on an open payment, and the first time counts: %p',
      async (over) => {
        await payments.create(row(over));
        expect(await payments.requestCancel({ orderId, attempt: 1 }, AT)).toEqual(row({ ...over, cancelRequestedAt: AT }));
        expect(await payments.requestCancel({ orderId, attempt: 1 }, '2026-11-30T10:00:00.000Z')).toEqual(
          row({ ...over, cancelRequestedAt: AT }),
        );
      },
    );

    it.each(TERMINAL)('writes nothing to a payment that is $status, and returns it', async (end) => {
      await payments.create(row(end));
      expect(await payments.requestCancel({ orderId, attempt: 1 }, '2026-11-30T10:00:00.000Z')).toEqual(row(end));
      expect(await stored()).toEqual(row(end));
    });

    it('makes no row of its own', async () => {
      expect(await payments.requestCancel({ orderId, attempt: 1 }, AT)).toBeUndefined();
      expect(await stored()).toBeUndefined();
    });

    it('keeps a charge from being started', async () => {
      await payments.create(row());
      const marked = row({ cancelRequestedAt: AT });
      await payments.requestCancel({ orderId, attempt: 1 }, AT);
      expect(await payments.startCharging(row(), 'pi_1')).toEqual(marked);
      expect(await stored()).toEqual(marked);
    });

    it('leaves a charge that was started to the provider', async () => {
      const marked = row({ status: 'charging', chargeId: 'pi_1', cancelRequestedAt: AT });
      await payments.create(marked);
      expect(await payments.cancel(marked)).toEqual(marked);
      expect(await payments.settle(marked, { status: 'cancelled' })).toEqual({ ...marked, status: 'cancelled' });
      expect(await payments.settle(marked, CHARGED)).toEqual({ ...marked, status: 'cancelled' });
    });

    it('ends an accepted payment, which then never changes', async () => {
      await payments.create(row({ cancelRequestedAt: AT }));
      const cancelled = row({ cancelRequestedAt: AT, status: 'cancelled' });
      expect(await payments.cancel(row())).toEqual(cancelled);
      expect(await payments.startCharging(row(), 'pi_1')).toEqual(cancelled);
      expect(await payments.expire(row())).toEqual(cancelled);
    });
  });

  describe('create', () => {
    it('stores the row as it is and returns it', async () => {
      expect(await payments.create(row())).toEqual(row());
      expect(await stored()).toEqual(row());
    });

    it('returns the row that is there, unchanged', async () => {
      await payments.create(row());
      expect(await payments.create(row({ amount: 2000, requestId: 'request-2' }))).toEqual(row());
      expect(await stored()).toEqual(row());
    });

    it.each(TERMINAL)('never replaces one that is $status', async (end) => {
      await payments.create(row(end));
      expect(await payments.create(row())).toEqual(row(end));
    });

    it('keeps attempts and orders apart', async () => {
      await payments.create(row());
      expect(await payments.create(row({ attempt: 2, amount: 5 }))).toEqual(row({ attempt: 2, amount: 5 }));
      expect(await payments.get(orderId.toUpperCase(), 1)).toBeUndefined();
      expect(await stored()).toEqual(row());
    });

    it('has one winner among 20 at once', async () => {
      const rows = Array.from({ length: 20 }, (_, index) => row({ requestId: `request-${index}` }));
      const returned = await Promise.all(rows.map((each) => payments.create(each)));
      expect(new Set(returned.map(({ requestId }) => requestId)).size).toBe(1);
      expect(await stored()).toEqual(returned[0]);
    });
  });

  describe('list', () => {
    it('is every attempt of the order in numerical order', async () => {
      for (const attempt of [10, 2, 1, 99]) await payments.create(row({ attempt }));
      await payments.create(row({ orderId: `${orderId}0` }));
      expect((await payments.list(orderId)).map(({ attempt }) => attempt)).toEqual([1, 2, 10, 99]);
    });

    it('is empty for an unknown order', async () => {
      expect(await payments.list(orderId)).toEqual([]);
    });
  });

  describe('startCharging', () => {
    it('takes accepted to charging under the id', async () => {
      await payments.create(row());
      expect(await payments.startCharging(row(), 'pi_1')).toEqual(row({ status: 'charging', chargeId: 'pi_1' }));
      expect(await stored()).toEqual(row({ status: 'charging', chargeId: 'pi_1' }));
    });

    it('returns the winner’s row to whoever comes second, and keeps the winner’s id', async () => {
      await payments.create(row());
      await payments.startCharging(row(), 'pi_1');
      expect(await payments.startCharging(row(), 'pi_2')).toEqual(row({ status: 'charging', chargeId: 'pi_1' }));
      expect(await stored()).toEqual(row({ status: 'charging', chargeId: 'pi_1' }));
    });

    it('has one winner among 20 at once', async () => {
      await payments.create(row());
      const ids = Array.from({ length: 20 }, (_, index) => `pi_${index}`);
      const returned = await Promise.all(ids.map((id) => payments.startCharging(row(), id)));
      expect(new Set(returned.map(({ chargeId }) => chargeId)).size).toBe(1);
    });

    it.each(TERMINAL)('leaves a payment that is $status as it is', async (end) => {
      await payments.create(row(end));
      expect(await payments.startCharging(row(), 'pi_2')).toEqual(row(end));
      expect(await stored()).toEqual(row(end));
    });
  });

  describe('settle', () => {
    const charging = () => row({ status: 'charging', chargeId: 'pi_1' });

    it.each([CHARGED, DECLINED])('takes charging to $status', async (outcome) => {
      await payments.create(charging());
      expect(await payments.settle(charging(), outcome)).toEqual({ ...charging(), ...outcome });
      expect(await stored()).toEqual({ ...charging(), ...outcome });
    });

    it('returns the stored row when our own earlier write won, whose answer was lost', async () => {
      await payments.create(charging());
      await payments.settle(charging(), CHARGED);
      expect(await payments.settle(charging(), { ...CHARGED, chargedAt: '2026-11-29T10:05:00.000Z' })).toEqual({
        ...charging(),
        ...CHARGED,
      });
    });

    it('never takes charged to declined, nor declined to charged', async () => {
      await payments.create(charging());
      await payments.settle(charging(), CHARGED);
      expect(await payments.settle(charging(), DECLINED)).toEqual({ ...charging(), ...CHARGED });
      await payments.create({ ...charging(), ...DECLINED, attempt: 2 });
      expect(await payments.settle({ ...charging(), attempt: 2 }, CHARGED)).toEqual({ ...charging(), ...DECLINED, attempt: 2 });
    });

    it('writes nothing under another charge’s id', async () => {
      await payments.create(charging());
      expect(await payments.settle({ ...charging(), chargeId: 'pi_2' }, CHARGED)).toEqual(charging());
      expect(await stored()).toEqual(charging());
    });

    it('writes nothing on a payment that is accepted', async () => {
      await payments.create(row());
      expect(await payments.settle(charging(), CHARGED)).toEqual(row());
    });
  });

  describe('decline', () => {
    const declined = () => row({ status: 'declined', declineCode: 'amount_too_small' });

    it('takes accepted to declined, under no charge', async () => {
      await payments.create(row());
      expect(await payments.decline(row(), 'amount_too_small')).toEqual(declined());
      expect(await stored()).toEqual(declined());
    });

    it.each([{ status: 'charging', chargeId: 'pi_1' }, ...TERMINAL] as const)(
      'leaves a payment that is $status as it is',
      async (other) => {
        await payments.create(row(other));
        expect(await payments.decline(row(), 'amount_too_large')).toEqual(row(other));
        expect(await stored()).toEqual(row(other));
      },
    );

    it('and startCharging at once have one winner, and all go on from its row', async () => {
      await payments.create(row());
      const returned = await Promise.all(
        Array.from({ length: 10 }, (_, index) => [
          payments.startCharging(row(), `pi_${index}`),
          payments.decline(row(), 'amount_too_small'),
        ]).flat(),
      );
      expect(new Set(returned.map((each) => JSON.stringify(Object.entries(each).sort(([a], [b]) => a.localeCompare(b))))).size).toBe(1);
    });
  });

  describe('expire', () => {
    it('takes accepted to expired', async () => {
      await payments.create(row());
      expect(await payments.expire(row())).toEqual(row({ status: 'expired' }));
      expect(await stored()).toEqual(row({ status: 'expired' }));
    });

    it.each([{ status: 'charging', chargeId: 'pi_1' }, ...TERMINAL] as const)(
      'leaves a payment that is $status as it is',
      async (other) => {
        await payments.create(row(other));
        expect(await payments.expire(row())).toEqual(row(other));
        expect(await stored()).toEqual(row(other));
      },
    );
  });

  it.each([
    { transition: 'startCharging', run: (key: Payment) => payments.startCharging(key, 'pi_1') },
    { transition: 'settle', run: (key: Payment) => payments.settle({ ...key, chargeId: 'pi_1' }, CHARGED) },
    { transition: 'decline', run: (key: Payment) => payments.decline(key, 'amount_too_small') },
    { transition: 'expire', run: (key: Payment) => payments.expire(key) },
  ])('$transition fails for a row that is missing, and creates none', async ({ run }) => {
    await expect(run(row())).rejects.toThrow(`payment ${orderId}/1 is missing from the ledger`);
    expect(await stored()).toBeUndefined();
  });

  describe('noteFailure', () => {
    it.each([{ status: 'accepted' }, { status: 'charging', chargeId: 'pi_1' }] as const)(
      'is kept on a payment that is $status',
      async (open) => {
        await payments.create(row(open));
        await payments.noteFailure(row(), FAILURE);
        await payments.noteFailure(row(), { ...FAILURE, deadLettered: true });
        expect(await stored()).toEqual(row({ ...open, lastFailure: { ...FAILURE, deadLettered: true } }));
      },
    );

    it.each(TERMINAL)('does nothing to a payment that is $status', async (end) => {
      await payments.create(row(end));
      await payments.noteFailure(row(), FAILURE);
      expect(await stored()).toEqual(row(end));
    });

    it('does nothing for a row that is missing', async () => {
      await payments.noteFailure(row(), FAILURE);
      expect(await stored()).toBeUndefined();
    });
  });

  describe('noteResent', () => {
    it('is kept on a payment that is accepted, beside its failure', async () => {
      await payments.create(row());
      await payments.noteFailure(row(), FAILURE);
      await payments.noteResent(row(), '2026-11-29T10:30:00.000Z');
      expect(await stored()).toEqual(row({ lastFailure: FAILURE, resentAt: '2026-11-29T10:30:00.000Z' }));
    });

    it.each(TERMINAL)('does nothing to a payment that is $status', async (end) => {
      await payments.create(row(end));
      await payments.noteResent(row(), '2026-11-29T10:30:00.000Z');
      expect(await stored()).toEqual(row(end));
    });

    it('does nothing for a row that is missing', async () => {
      await payments.noteResent(row(), '2026-11-29T10:30:00.000Z');
      expect(await stored()).toBeUndefined();
    });
  });
});
