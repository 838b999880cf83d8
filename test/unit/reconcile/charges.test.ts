import { TransientFailure } from '../../../contract/failures';
import { aPayment } from '../../../testing/payment-factory';
import { aCharge } from '../../../testing/reconcile/books';
import { reconciledShop } from '../../../testing/reconcile/shop';

const CHARGED = { status: 'charged', chargeId: 'pi_1', chargedAt: '2026-11-29T10:00:02.000Z' } as const;

it('a charge that the ledger has recorded is no finding', async () => {
  const shop = reconciledShop({ rows: [aPayment(CHARGED)], charges: [aCharge()] });
  expect(await shop.run()).toEqual({
    from: '2026-10-20T10:15:00.000Z',
    to: '2026-11-29T10:15:00.000Z',
    complete: true,
    comparedUntil: '2026-11-29T10:15:00.000Z',
    lagSeconds: 0,
    compared: 1,
    chargedTwice: [],
    healed: [],
    unknownToProvider: [],
    differing: [],
    open: { overdue: 0, newlyOverdue: 0, resent: 0, settled: 0, inDlq: 0, expired: 0, inDoubt: 0 },
    counts: { chargedTwice: 0, healed: 0, unknownToProvider: 0, differing: 0 },
  });
  // The list has shown it, so it is not asked for again.
  expect(shop.provider.asked).toEqual(['list', 'list']);
});

it.each([{ status: 'accepted' }, { status: 'charging', chargeId: 'pi_1' }] as const)(
  'a charge of a payment that is $status is recorded under its own id',
  async (open) => {
    const shop = reconciledShop({ rows: [aPayment(open)], charges: [aCharge()] });
    expect(await shop.run()).toMatchObject({ healed: [{ orderId: 'ord-1001', attempt: 1, chargeId: 'pi_1' }], differing: [] });
    expect(shop.row()).toEqual(aPayment(CHARGED));
    expect((await shop.run()).healed).toEqual([]);
  },
);

it.each([
  { case: 'amount', over: { amount: 2999 } },
  { case: 'currency', over: { currency: 'USD' } },
])('a charge of another $case is found and never recorded; its payment is not sent again', async ({ over }) => {
  for (const open of [{ status: 'accepted' }, { status: 'charging', chargeId: 'pi_1' }] as const) {
    const shop = reconciledShop({ rows: [aPayment(open)], charges: [aCharge(over)] });
    expect(await shop.run()).toMatchObject({
      healed: [],
      differing: [{ orderId: 'ord-1001', attempt: 1, chargeId: 'pi_1', reason: 'amount-or-currency' }],
      open: { overdue: 1, resent: 0, settled: 0, expired: 0 },
      counts: { differing: 1 },
    });
    expect(shop.row()).toMatchObject({ ...open, lastFailure: { code: 'provider-reply-differs', deadLettered: false } });
    shop.pass(41 * 24);
    await shop.run();
    expect(shop.row()).toMatchObject(open);
    expect(shop.sent).toEqual([]);
  }
});

it('a contradiction does not hide that the message lies in the DLQ', async () => {
  const lastFailure = { code: 'provider-error', at: '2026-11-29T10:10:00.000Z', deadLettered: true };
  const shop = reconciledShop({ rows: [aPayment({ lastFailure })], charges: [aCharge({ amount: 1 })] });
  expect((await shop.run()).open.inDlq).toBe(1);
});

it('a recorded charge of another amount is found', async () => {
  const shop = reconciledShop({ rows: [aPayment(CHARGED)], charges: [aCharge({ amount: 2999 })] });
  expect(await shop.run()).toMatchObject({ differing: [{ chargeId: 'pi_1', reason: 'amount-or-currency' }], chargedTwice: [] });
  expect(shop.row()).toEqual(aPayment(CHARGED));
});

it('a charge under another id than the row names is not recorded', async () => {
  const charging = aPayment({ status: 'charging', chargeId: 'pi_own' });
  const shop = reconciledShop({ rows: [charging], charges: [aCharge({ chargeId: 'pi_other' })] });
  expect(await shop.run()).toMatchObject({ healed: [], differing: [{ chargeId: 'pi_other', reason: 'other-charge' }] });
  expect(shop.row()).toMatchObject({ status: 'charging', chargeId: 'pi_own' });
});

const ENDS = [
  { status: 'declined', chargeId: 'pi_1', declineCode: 'generic_decline' },
  { status: 'declined', declineCode: 'amount_too_small' },
  { status: 'expired' },
] as const;

it.each(ENDS)('a payment that is $status stays so, and its charge is found', async (end) => {
  const shop = reconciledShop({ rows: [aPayment(end)], charges: [aCharge()] });
  expect(await shop.run()).toMatchObject({ healed: [], differing: [{ chargeId: 'pi_1', reason: 'ended-otherwise' }] });
  expect(shop.row()).toEqual(aPayment(end));
});

it.each(ENDS)('a payment that is $status stays so, and a charge of it that never succeeded is no finding', async (end) => {
  const shop = reconciledShop({ rows: [aPayment(end)], charges: [aCharge({ outcome: undefined })] });
  expect(await shop.run()).toMatchObject({
    complete: true,
    differing: [],
    open: { overdue: 0 },
    counts: { chargedTwice: 0, healed: 0, unknownToProvider: 0, differing: 0 },
  });
  expect(shop.row()).toEqual(aPayment(end));
});

it('a charge of a payment that the ledger does not have is found', async () => {
  const shop = reconciledShop({ charges: [aCharge()] });
  expect((await shop.run()).differing).toEqual([{ orderId: 'ord-1001', attempt: 1, chargeId: 'pi_1', reason: 'no-payment' }]);
  expect(shop.payments.rows()).toEqual([]);
});

describe('an order that was charged twice is found', () => {
  it('when the second charge has the same attempt', async () => {
    const shop = reconciledShop({ rows: [aPayment(CHARGED)], charges: [aCharge(), aCharge({ chargeId: 'pi_2' })] });
    expect((await shop.run()).chargedTwice).toEqual([{ orderId: 'ord-1001', attempt: 1, chargeIds: ['pi_1', 'pi_2'] }]);
  });

  it('when the list shows the second charge weeks after the first', async () => {
    const shop = reconciledShop({ rows: [aPayment(CHARGED)], charges: [aCharge()] });
    await shop.run();
    shop.pass(20 * 24);
    shop.provider.entries.push(aCharge({ chargeId: 'pi_2', createdAt: '2026-12-10T00:00:00.000Z' }));
    expect((await shop.run()).chargedTwice).toEqual([{ orderId: 'ord-1001', attempt: 1, chargeIds: ['pi_1', 'pi_2'] }]);
  });

  it('when two attempts were charged, though each is recorded', async () => {
    const second = { attempt: 2, chargeId: 'pi_2' };
    const shop = reconciledShop({
      rows: [aPayment(CHARGED), aPayment({ ...CHARGED, ...second })],
      charges: [aCharge(), aCharge(second)],
    });
    expect(await shop.run()).toMatchObject({
      chargedTwice: [{ orderId: 'ord-1001', chargeIds: ['pi_1', 'pi_2'] }],
      counts: { chargedTwice: 1 },
    });
    expect((await shop.run({ from: '2026-11-29T00:00:00Z' })).chargedTwice[0]).not.toHaveProperty('attempt');
  });

  it('when another attempt is recorded as charged, whose own charge is compared long ago', async () => {
    const declined = { status: 'declined', declineCode: 'generic_decline' } as const;
    const shop = reconciledShop({
      rows: [aPayment({ ...declined, chargeId: 'pi_1' }), aPayment({ ...CHARGED, attempt: 2, chargeId: 'pi_2' })],
      charges: [aCharge(), aCharge({ attempt: 2, chargeId: 'pi_2', createdAt: '2026-09-01T00:00:00.000Z' })],
    });
    expect((await shop.run()).chargedTwice).toEqual([{ orderId: 'ord-1001', chargeIds: ['pi_1', 'pi_2'] }]);
  });

  it('when both were made for a payment that is still accepted: one is recorded, both are named', async () => {
    const shop = reconciledShop({ rows: [aPayment()], charges: [aCharge(), aCharge({ chargeId: 'pi_2' })] });
    const report = await shop.run();
    expect(report.chargedTwice).toEqual([{ orderId: 'ord-1001', attempt: 1, chargeIds: ['pi_1', 'pi_2'] }]);
    expect(report.healed).toHaveLength(1);
    expect(shop.row()?.status).toBe('charged');
  });

  it('when the payment’s own charge is settled by asking, beside a stray one', async () => {
    const charging = aPayment({ status: 'charging', chargeId: 'pi_own', acceptedAt: '2026-09-01T00:00:00.000Z' });
    const own = aCharge({ chargeId: 'pi_own', createdAt: '2026-09-01T00:00:01.000Z' });
    const shop = reconciledShop({ rows: [charging], charges: [own, aCharge({ chargeId: 'pi_stray' })] });
    expect((await shop.run()).chargedTwice).toEqual([{ orderId: 'ord-1001', attempt: 1, chargeIds: ['pi_own', 'pi_stray'] }]);
  });
});

it('a charge that was made long after its intent is found 40 days behind', async () => {
  const shop = reconciledShop({ rows: [aPayment(CHARGED)], charges: [aCharge(), aCharge({ chargeId: 'pi_late', outcome: undefined })] });
  await shop.run();
  shop.provider.entries[1] = aCharge({ chargeId: 'pi_late' });
  shop.pass(6);
  expect((await shop.run()).chargedTwice).toEqual([]);
  shop.pass(40 * 24);
  expect((await shop.run()).chargedTwice).toEqual([{ orderId: 'ord-1001', attempt: 1, chargeIds: ['pi_1', 'pi_late'] }]);
});

it('what is younger than 15 minutes is the worker’s, and the next run’s', async () => {
  const at = '2026-11-29T10:20:00.000Z';
  const shop = reconciledShop({ rows: [aPayment({ acceptedAt: at })], charges: [aCharge({ createdAt: at })] });
  expect(await shop.run()).toMatchObject({ compared: 0, open: { overdue: 0 } });
  shop.pass(6);
  expect((await shop.run()).healed).toHaveLength(1);
});

it('a run with a key of the wrong mode stops, and neither records, expires nor calls anything unknown', async () => {
  const rejects = async () => {
    throw new TransientFailure('provider-rejects-credentials');
  };
  const rows = [
    aPayment({ acceptedAt: '2026-10-01T00:00:00.000Z' }),
    aPayment({ orderId: 'ord-2', status: 'charging', chargeId: 'pi_2' }),
    aPayment({ ...CHARGED, orderId: 'ord-3', chargeId: 'pi_3' }),
  ];
  const shop = reconciledShop({ rows });
  expect(await shop.run({}, { books: { succeeded: rejects, find: rejects } })).toMatchObject({
    complete: false,
    stoppedBy: 'provider-rejects-credentials',
    open: { overdue: 2, settled: 0, expired: 0, inDoubt: 1 },
    counts: { chargedTwice: 0, healed: 0, unknownToProvider: 0, differing: 0 },
  });
  expect(shop.payments.rows()).toEqual(rows);
});

describe('a recorded charge', () => {
  const old = { createdAt: '2026-09-01T00:00:00.000Z' };

  it('that the provider does not know is found, once', async () => {
    const shop = reconciledShop({ rows: [aPayment(CHARGED)] });
    expect((await shop.run()).unknownToProvider).toEqual([{ orderId: 'ord-1001', attempt: 1, chargeId: 'pi_1' }]);
    shop.pass(6);
    expect((await shop.run()).unknownToProvider).toEqual([]);
  });

  it.each([
    { case: 'not decided', over: { outcome: undefined } },
    { case: 'declined', over: { outcome: { status: 'declined', declineCode: 'generic_decline' } as const } },
    { case: 'of another order', over: { orderId: 'ord-1002' } },
    { case: 'of another attempt', over: { attempt: 2 } },
  ])('that the provider knows as $case is found', async ({ over }) => {
    const shop = reconciledShop({ rows: [aPayment(CHARGED)], charges: [aCharge({ ...old, ...over })] });
    expect((await shop.run()).unknownToProvider).toEqual([{ orderId: 'ord-1001', attempt: 1, chargeId: 'pi_1' }]);
    expect(shop.row()).toEqual(aPayment(CHARGED));
  });

  it('under the charge of another order is found, though the list has shown that charge', async () => {
    const other = aPayment({ ...CHARGED, orderId: 'ord-1002' });
    const shop = reconciledShop({ rows: [aPayment(CHARGED), other], charges: [aCharge()] });
    expect((await shop.run()).unknownToProvider).toEqual([{ orderId: 'ord-1002', attempt: 1, chargeId: 'pi_1' }]);
  });

  it('that the provider’s list does not show is asked for by its id', async () => {
    const shop = reconciledShop({ rows: [aPayment(CHARGED)], charges: [aCharge(old)] });
    expect(await shop.run()).toMatchObject({ unknownToProvider: [], differing: [] });
    expect(shop.provider.asked).toContain('find pi_1');
  });

  it('is not called unknown while the provider cannot say', async () => {
    const shop = reconciledShop({ rows: [aPayment(CHARGED)] });
    shop.provider.down(true);
    expect(await shop.run()).toMatchObject({ complete: false, stoppedBy: 'provider-unreachable', unknownToProvider: [] });
    shop.provider.down(false);
    expect((await shop.run()).unknownToProvider).toHaveLength(1);
  });
});
