import { publishMetrics } from '../../../functions/shared/observability';
import { countingPayments } from '../../../functions/shared/payments.metrics';
import { memoryPayments } from '../../../testing/memory-payments';
import { aPayment } from '../../../testing/payment-factory';
import { printedMetrics } from '../../../testing/printed-metrics';

/** Ten seconds after the payments of the factory are accepted. */
const NOW = Date.parse('2026-11-29T10:00:10.500Z');
const CHARGED = { status: 'charged', chargedAt: '2026-11-29T10:00:05.000Z' } as const;

/** What was counted, without the envelope. */
async function counted(rows: ReturnType<typeof aPayment>[], work: (payments: ReturnType<typeof countingPayments>) => Promise<unknown>) {
  const payments = countingPayments(memoryPayments(rows), () => NOW);
  const lines = await printedMetrics(async () => {
    await work(payments);
    publishMetrics();
  });
  return lines.map(({ _aws, service: _service, ...metrics }) => metrics);
}

it('counts a payment accepted when its row is created', async () => {
  expect(await counted([], (payments) => payments.create(aPayment()))).toEqual([{ PaymentsAccepted: 1 }]);
});

it('counts it once when the table was told twice because its answer was lost', async () => {
  expect(await counted([aPayment()], (payments) => payments.create(aPayment()))).toEqual([{ PaymentsAccepted: 1 }]);
});

it('counts nothing when another request had created the row', async () => {
  expect(await counted([aPayment()], (payments) => payments.create(aPayment({ requestId: 'another' })))).toEqual([]);
});

it('counts a charge with the seconds since it was accepted', async () => {
  const row = aPayment({ status: 'charging', chargeId: 'pi_1' });
  expect(await counted([row], (payments) => payments.settle(row, CHARGED))).toEqual([{ PaymentsCharged: 1, AcceptedToCharged: 10.5 }]);
});

it('counts a decline, and says nothing of its age', async () => {
  const row = aPayment({ status: 'charging', chargeId: 'pi_1' });
  const declined = { status: 'declined', declineCode: 'lost_card' } as const;
  expect(await counted([row], (payments) => payments.settle(row, declined))).toEqual([{ PaymentsDeclined: 1 }]);
});

it('counts a payment whose amount was refused as declined', async () => {
  expect(await counted([aPayment()], (payments) => payments.decline(aPayment(), 'amount_too_small'))).toEqual([{ PaymentsDeclined: 1 }]);
});

it('counts nothing when a payment that was started is to be refused', async () => {
  const row = aPayment({ status: 'charging', chargeId: 'pi_1' });
  expect(await counted([row], (payments) => payments.decline(aPayment(), 'amount_too_small'))).toEqual([]);
});

it('counts a payment that expired', async () => {
  expect(await counted([aPayment()], (payments) => payments.expire(aPayment()))).toEqual([{ PaymentsExpired: 1 }]);
});

it.each([
  { case: 'has ended otherwise', row: aPayment({ status: 'declined', chargeId: 'pi_1', declineCode: 'lost_card' }) },
  { case: 'is charging under another id', row: aPayment({ status: 'charging', chargeId: 'pi_2' }) },
])('counts no charge for a payment that $case', async ({ row }) => {
  const believed = aPayment({ status: 'charging', chargeId: 'pi_1' });
  expect(await counted([row], (payments) => payments.settle(believed, CHARGED))).toEqual([]);
});

it('counts nothing when a payment that was started is to expire', async () => {
  const row = aPayment({ status: 'charging', chargeId: 'pi_1' });
  expect(await counted([row], (payments) => payments.expire(aPayment()))).toEqual([]);
});
