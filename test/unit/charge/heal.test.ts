import { TransientFailure } from '../../../contract/failures';
import { PATIENCE } from '../../../contract/patience';
import { chargeMessage } from '../../../functions/charge/charge-message';
import type { Guarded } from '../../../functions/charge/guard';
import type { ChargePorts } from '../../../functions/charge/ports';
import type { Outcome, Payment } from '../../../functions/shared/payments';
import { memoryPayments } from '../../../testing/memory-payments';
import { memoryProvider } from '../../../testing/memory-provider';
import { anEvent, aPayment } from '../../../testing/payment-factory';

const CHARGED: Outcome = { status: 'charged', chargedAt: '2026-11-29T10:00:05.000Z' };

/** A delivery whose guard has finished, beside this row. `books`: what the provider says of the charge that is asked for. */
function setUp(row: Payment | undefined, guarded: Guarded, books: (chargeId: string) => Outcome | undefined = () => CHARGED) {
  const payments = memoryPayments(row ? [row] : []);
  const asked: string[] = [];
  const never = () => Promise.reject(new Error('must not be called'));
  const ports: ChargePorts = {
    payments,
    guard: { once: async () => guarded },
    provider: {
      ...memoryProvider().provider,
      open: never,
      settle: never,
      end: never,
      look: async ({ chargeId }) => {
        asked.push(chargeId);
        return books(chargeId);
      },
    },
    patience: PATIENCE.short,
    hide: async () => undefined,
    countSuppressed: () => undefined,
    countFailure: () => undefined,
    countDeadLettered: () => undefined,
    log: () => undefined,
    clock: () => Date.parse('2026-11-30T16:00:00.000Z'),
    random: () => 0,
  };
  const run = async () => {
    const delivery = await chargeMessage(JSON.stringify(anEvent()), ports);
    return delivery.kind === 'done' ? delivery.status : `${delivery.kind} ${delivery.failure.code}`;
  };
  return { run, payments, asked };
}

const done = (result: { status: 'charged' | 'declined' | 'expired' | 'cancelled'; chargeId?: string | null }): Guarded => ({
  kind: 'done',
  result,
});

describe('a finished guard record beside a row that is open again', () => {
  it.each([
    { case: 'accepted', row: aPayment() },
    { case: 'accepted, and asked to be cancelled since', row: aPayment({ cancelRequestedAt: '2026-11-30T15:00:00.000Z' }) },
    { case: 'charging under the same charge', row: aPayment({ status: 'charging', chargeId: 'pi_7' }) },
  ])('heals what is $case from the charge that the record names', async ({ row }) => {
    const { run, payments, asked } = setUp(row, done({ status: 'charged', chargeId: 'pi_7' }));
    expect(await run()).toBe('charged');
    expect(payments.rows()).toEqual([{ ...row, ...CHARGED, chargeId: 'pi_7' }]);
    expect(asked).toEqual(['pi_7']);
  });

  it('follows the provider and not the record', async () => {
    const { run } = setUp(aPayment(), done({ status: 'charged', chargeId: 'pi_7' }), () => ({ status: 'cancelled' }));
    expect(await run()).toBe('cancelled');
  });

  it.each(['expired', 'cancelled', 'declined'] as const)('ends as %s what had ended before any charge was opened', async (status) => {
    const { run, payments, asked } = setUp(aPayment(), done({ status, chargeId: null }));
    expect(await run()).toBe(status);
    expect(payments.rows()[0]!.status).toBe(status);
    expect(asked).toEqual([]);
  });

  it('waits while the provider has not decided, and confirms nothing', async () => {
    const { run, payments } = setUp(aPayment(), done({ status: 'charged', chargeId: 'pi_7' }), () => undefined);
    expect(await run()).toBe('transient provider-processing');
    expect(payments.rows()).toEqual([aPayment()]);
  });

  it('waits while the provider cannot be reached', async () => {
    const { run } = setUp(aPayment(), done({ status: 'charged', chargeId: 'pi_7' }), () => {
      throw new TransientFailure('provider-unreachable');
    });
    expect(await run()).toBe('transient provider-unreachable');
  });

  it('leaves to a person what is charging under another charge', async () => {
    const row = aPayment({ status: 'charging', chargeId: 'pi_1' });
    const { run, payments, asked } = setUp(row, done({ status: 'charged', chargeId: 'pi_7' }));
    expect(await run()).toBe('permanent ledger-contradicts-provider');
    expect(payments.rows()).toEqual([row]);
    expect(asked).toEqual([]);
  });

  it('believes no record of an earlier release, which names no charge', async () => {
    const { run, payments, asked } = setUp(aPayment(), done({ status: 'charged' }));
    expect(await run()).toBe('charged');
    expect(payments.rows()).toEqual([aPayment()]);
    expect(asked).toEqual([]);
  });

  it('has nothing to do for a row that has ended, or is gone', async () => {
    const ended = setUp(aPayment({ status: 'charged', chargeId: 'pi_7' }), done({ status: 'charged', chargeId: 'pi_7' }));
    expect(await ended.run()).toBe('charged');
    const gone = setUp(undefined, done({ status: 'charged', chargeId: 'pi_7' }));
    expect(await gone.run()).toBe('charged');
    expect([...ended.asked, ...gone.asked]).toEqual([]);
  });
});

describe('a finished record of other content beside a row that agrees with the message', () => {
  const other = (chargeId: string | null): Guarded => ({ kind: 'other-event', result: { status: 'charged', chargeId } });

  it('is looked up, and what the provider refuses to match stays on the row', async () => {
    const { run, asked } = setUp(aPayment(), other('pi_7'));
    expect(await run()).toBe('permanent ledger-contradicts-provider');
    expect(asked).toEqual(['pi_7']);
  });

  it.each([
    {
      case: 'nothing was charged',
      guarded: { kind: 'other-event', result: { status: 'declined', chargeId: 'pi_7' } } as Guarded,
      row: aPayment(),
    },
    { case: 'the record names no charge', guarded: other(null), row: aPayment() },
    { case: 'the message contradicts the row', guarded: other('pi_7'), row: aPayment({ amount: 1 }) },
    { case: 'the row has ended', guarded: other('pi_7'), row: aPayment({ status: 'charged', chargeId: 'pi_7' }) },
  ])('is a message that differs when $case', async ({ guarded, row }) => {
    const { run, asked } = setUp(row, guarded);
    expect(await run()).toBe('permanent message-differs-from-payment');
    expect(asked).toEqual([]);
  });
});
