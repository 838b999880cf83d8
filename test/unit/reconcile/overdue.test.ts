import { aPayment } from '../../../testing/payment-factory';
import { aCharge } from '../../../testing/reconcile/books';
import { reconciledShop } from '../../../testing/reconcile/shop';

const old = { createdAt: '2026-09-01T00:00:00.000Z' };

describe('a payment that was never delivered', () => {
  it('is sent again once, however many runs find it', async () => {
    const shop = reconciledShop({ rows: [aPayment()] });
    expect((await shop.run()).open).toMatchObject({ overdue: 1, resent: 1 });
    for (const hours of [0, 6, 6]) {
      shop.pass(hours);
      expect((await shop.run()).open).toMatchObject({ overdue: 1, resent: 0 });
    }
    expect(shop.sent).toEqual([expect.objectContaining({ orderId: 'ord-1001', attempt: 1, amount: 1999, paymentMethod: 'pm_card_visa' })]);
    expect(shop.row()).toMatchObject({ status: 'accepted', resentAt: '2026-11-29T10:30:00.000Z' });
  });

  it.each([false, true])('is not sent again when a delivery failed (dead-lettered: %s)', async (deadLettered) => {
    const lastFailure = { code: 'provider-error', at: '2026-11-29T10:10:00.000Z', deadLettered };
    const shop = reconciledShop({ rows: [aPayment({ lastFailure })] });
    expect((await shop.run()).open).toMatchObject({ overdue: 1, resent: 0, inDlq: deadLettered ? 1 : 0 });
    expect(shop.sent).toEqual([]);
  });

  it.each([
    { backlog: 100, resent: 1 },
    { backlog: 101, resent: 0 },
  ])('with $backlog messages waiting: $resent sent', async ({ backlog, resent }) => {
    const shop = reconciledShop({ rows: [aPayment()] });
    shop.backlog = backlog;
    expect((await shop.run()).open.resent).toBe(resent);
    shop.backlog = 0;
    await shop.run();
    expect(shop.sent).toHaveLength(1);
  });

  it('stays unmarked when the send fails, so that the next run sends it', async () => {
    const shop = reconciledShop({ rows: [aPayment()] });
    const queue = { backlog: async () => 0, send: () => Promise.reject(new Error('no route')) };
    await expect(shop.run({}, { queue })).rejects.toThrow('no route');
    expect(shop.row()).not.toHaveProperty('resentAt');
    expect((await shop.run()).open.resent).toBe(1);
  });
});

describe('a payment that was never started and is older than 40 days', () => {
  const old = aPayment({ acceptedAt: '2026-10-20T10:29:59.999Z' });

  it('expires, and is not sent', async () => {
    const shop = reconciledShop({ rows: [old] });
    expect((await shop.run()).open).toEqual({ overdue: 1, newlyOverdue: 1, resent: 0, settled: 0, inDlq: 0, expired: 1, inDoubt: 0 });
    expect(shop.row()?.status).toBe('expired');
    expect(shop.sent).toEqual([]);
  });

  it('does not expire a millisecond sooner', async () => {
    const shop = reconciledShop({ rows: [aPayment({ acceptedAt: '2026-10-20T10:30:00.000Z' })] });
    expect((await shop.run()).open.expired).toBe(0);
    expect(shop.row()?.status).toBe('accepted');
  });

  it('is recorded as charged when the provider has charged it', async () => {
    const shop = reconciledShop({ rows: [old], charges: [aCharge()] });
    expect(await shop.run()).toMatchObject({ healed: [{ chargeId: 'pi_1' }], open: { expired: 0 } });
  });

  it('does not expire while the provider’s charges are not compared: it may be one of them', async () => {
    const shop = reconciledShop({ rows: [old], charges: [aCharge()] });
    shop.provider.down(true);
    expect((await shop.run()).open).toMatchObject({ expired: 0, resent: 0 });
    shop.provider.down(false);
    await shop.run();
    expect(shop.row()?.status).toBe('charged');
  });

  it('does not expire in a run over other times', async () => {
    const shop = reconciledShop({ rows: [old], charges: [aCharge()] });
    expect((await shop.run({ to: '2026-11-29T00:00:00Z' })).open.expired).toBe(0);
    expect(shop.row()?.status).toBe('accepted');
  });
});

describe('a payment in doubt', () => {
  const charging = aPayment({ status: 'charging', chargeId: 'pi_1' });

  it('is recorded as charged when the provider says so', async () => {
    const shop = reconciledShop({ rows: [charging], charges: [aCharge(old)] });
    expect(await shop.run()).toMatchObject({ healed: [{ chargeId: 'pi_1' }], open: { overdue: 1, settled: 1, inDoubt: 0 } });
    expect(shop.row()).toMatchObject({ status: 'charged', chargedAt: '2026-11-29T10:00:02.000Z' });
  });

  it('is recorded as declined when the provider cancelled it', async () => {
    const outcome = { status: 'declined', declineCode: 'insufficient_funds' } as const;
    const shop = reconciledShop({ rows: [charging], charges: [aCharge({ outcome })] });
    expect(await shop.run()).toMatchObject({ healed: [], open: { overdue: 1, settled: 1, inDoubt: 0 } });
    expect(shop.row()).toMatchObject({ status: 'declined', declineCode: 'insufficient_funds' });
  });

  it.each([
    { case: 'has not decided', charges: [aCharge({ outcome: undefined })] },
    { case: 'does not know it', charges: [] },
  ])('stays in doubt when the provider $case, even after 40 days', async ({ charges }) => {
    const shop = reconciledShop({ rows: [charging], charges });
    for (const hours of [0, 41 * 24]) {
      shop.pass(hours);
      expect((await shop.run()).open).toMatchObject({ overdue: 1, settled: 0, expired: 0, inDoubt: 1, resent: 0 });
    }
    expect(shop.row()).toEqual(charging);
    expect(shop.sent).toEqual([]);
  });

  it('stays in doubt while the provider cannot say, and is asked for again', async () => {
    const shop = reconciledShop({ rows: [charging], charges: [aCharge(old)] });
    shop.provider.down(true);
    expect((await shop.run()).open).toMatchObject({ settled: 0, inDoubt: 1 });
    shop.provider.down(false);
    expect((await shop.run()).open).toMatchObject({ settled: 1, inDoubt: 0 });
  });

  it.each([
    { case: 'another order', over: { orderId: 'ord-1002' }, reason: 'other-charge' },
    { case: 'another attempt', over: { attempt: 2 }, reason: 'other-charge' },
    { case: 'another amount', over: { amount: 1 }, reason: 'amount-or-currency' },
  ])('is not settled by a charge of $case', async ({ over, reason }) => {
    for (const outcome of [aCharge().outcome, { status: 'declined', declineCode: 'generic_decline' } as const]) {
      const shop = reconciledShop({ rows: [charging], charges: [aCharge({ ...old, ...over, outcome })] });
      expect(await shop.run()).toMatchObject({
        differing: [{ orderId: 'ord-1001', attempt: 1, chargeId: 'pi_1', reason }],
        open: { settled: 0, inDoubt: 1 },
      });
      expect(shop.row()?.status).toBe('charging');
    }
  });

  it('that waits in the DLQ is counted there, for the 14 days that its message is kept', async () => {
    const lastFailure = { code: 'provider-error', at: '2026-11-29T10:10:00.000Z', deadLettered: true };
    const shop = reconciledShop({ rows: [{ ...charging, lastFailure }] });
    expect((await shop.run()).open).toMatchObject({ inDlq: 1, inDoubt: 1 });
    shop.pass(15 * 24);
    expect((await shop.run()).open).toMatchObject({ inDlq: 0, inDoubt: 1 });
  });
});

describe('a payment that became overdue since the last scheduled run', () => {
  const dead = { code: 'provider-error', at: '2026-11-29T10:10:00.000Z', deadLettered: true };
  const forgotten = aPayment({ orderId: 'ord-forgotten', lastFailure: dead });
  /** Accepted when the first run looks, which is too early for it. */
  const next = aPayment({ orderId: 'ord-next', acceptedAt: '2026-11-29T10:30:00.000Z', lastFailure: dead });

  it('is told once, beside one that is forgotten', async () => {
    const shop = reconciledShop({ rows: [forgotten] });
    expect((await shop.run()).open).toMatchObject({ overdue: 1, newlyOverdue: 1 });
    await shop.payments.create(next);
    shop.pass(6);
    expect((await shop.run()).open).toMatchObject({ overdue: 2, newlyOverdue: 1 });
    shop.pass(6);
    expect((await shop.run()).open).toMatchObject({ overdue: 2, newlyOverdue: 0 });
  });

  it('is told to the millisecond', async () => {
    const shop = reconciledShop();
    await shop.run();
    for (const acceptedAt of ['2026-11-29T10:14:59.999Z', '2026-11-29T10:15:00.000Z'])
      await shop.payments.create(aPayment({ orderId: `ord-${acceptedAt.slice(20, 23)}`, acceptedAt, lastFailure: dead }));
    shop.pass(6);
    expect((await shop.run()).open).toMatchObject({ overdue: 2, newlyOverdue: 1 });
  });

  it('is left to the scheduled run by a run over other times', async () => {
    const shop = reconciledShop({ rows: [forgotten] });
    expect((await shop.run({ to: '2026-11-29T00:00:00Z' })).open.newlyOverdue).toBe(1);
    expect((await shop.run()).open.newlyOverdue).toBe(1);
    expect((await shop.run()).open.newlyOverdue).toBe(0);
  });

  it('is rather told twice than never when a run has no time to look at all', async () => {
    const shop = reconciledShop({ rows: [forgotten] });
    expect((await shop.run({}, { timeLeft: () => false })).open.newlyOverdue).toBe(0);
    shop.pass(6);
    expect((await shop.run()).open.newlyOverdue).toBe(1);
  });
});
