import { memoryPayments } from '../../../testing/memory-payments';
import { anEvent, aPayment } from '../../../testing/payment-factory';
import { anApi } from '../../../testing/submit-payment/submit-payment-fixture';

describe('a further attempt', () => {
  it.each(['declined', 'expired'] as const)('is accepted after one that was %s', async (status) => {
    const api = anApi({ payments: memoryPayments([aPayment({ status })]) });
    expect(await api.post({ attempt: 2, amount: 2500 })).toMatchObject({
      type: 'accepted',
      payment: { attempt: 2, amount: 2500 },
      replayed: false,
    });
    expect(api.sent).toEqual([anEvent({ attempt: 2, amount: 2500 })]);
  });

  it.each(['accepted', 'charging', 'charged'] as const)('is refused after one that is %s', async (status) => {
    const api = anApi({ payments: memoryPayments([aPayment({ status })]) });
    expect(await api.post({ attempt: 2 })).toEqual({
      type: 'attempt-not-allowed',
      detail: `Attempt 2 needs attempt 1 to have ended without a charge; it is ${status}.`,
    });
    expect(api.payments.rows()).toHaveLength(1);
    expect(api.sent).toEqual([]);
  });

  it.each([
    { attempt: 2, rows: [], detail: 'Attempt 2 needs attempt 1 to have ended without a charge; it was never made.' },
    {
      attempt: 5,
      rows: [aPayment({ status: 'declined' })],
      detail: 'Attempt 5 needs attempt 4 to have ended without a charge; it was never made.',
    },
    {
      attempt: 3,
      rows: [aPayment({ status: 'declined' }), aPayment({ attempt: 2, status: 'charged' })],
      detail: 'Attempt 3 needs attempt 2 to have ended without a charge; it is charged.',
    },
    {
      attempt: 2,
      rows: [aPayment({ orderId: 'ord-1002', status: 'declined' })],
      detail: 'Attempt 2 needs attempt 1 to have ended without a charge; it was never made.',
    },
  ])('$attempt is refused with $rows.length rows there: $detail', async ({ attempt, rows, detail }) => {
    const api = anApi({ payments: memoryPayments(rows) });
    expect(await api.post({ attempt })).toEqual({ type: 'attempt-not-allowed', detail });
    expect(api.payments.rows()).toEqual(rows);
    expect(api.sent).toEqual([]);
  });

  it('99 is accepted when 98 was declined', async () => {
    const api = anApi({ payments: memoryPayments([aPayment({ attempt: 98, status: 'declined' })]) });
    expect(await api.post({ attempt: 99 })).toMatchObject({ type: 'accepted', replayed: false });
  });

  it('is replayed when it is repeated', async () => {
    const api = anApi({ payments: memoryPayments([aPayment({ status: 'declined' })]) });
    await api.post({ attempt: 2 });
    expect(await api.post({ attempt: 2 })).toMatchObject({ type: 'accepted', payment: { attempt: 2 }, replayed: true });
  });
});
