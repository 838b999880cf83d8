import { PATIENCE } from '../../../contract/patience';
import { handleMessage } from '../../../functions/charge/handle-message';
import type { ChargePorts } from '../../../functions/charge/ports';
import type { Payment } from '../../../functions/shared/payments';
import { memoryPayments } from '../../../testing/memory-payments';
import { memoryProvider } from '../../../testing/memory-provider';
import { aPayment } from '../../../testing/payment-factory';

const body = '{"kind":"cancel","orderId":"ord-1001","attempt":1}';
const cancelRequestedAt = '2026-11-29T10:00:00.500Z';

function setUp(rows: Payment[], over: Partial<ChargePorts> = {}) {
  const payments = memoryPayments(rows);
  const bank = memoryProvider();
  const guarded: unknown[] = [];
  const ports: ChargePorts = {
    payments,
    guard: {
      once: async (event, charge) => {
        guarded.push(event);
        return { kind: 'ran', result: await charge() };
      },
    },
    provider: bank.provider,
    patience: PATIENCE.short,
    hide: async () => undefined,
    countSuppressed: () => undefined,
    countFailure: () => undefined,
    countDeadLettered: () => undefined,
    log: () => undefined,
    clock: () => Date.parse('2026-11-29T10:00:01.000Z'),
    random: () => 0,
    ...over,
  };
  const run = async () => {
    const delivery = await handleMessage(body, ports);
    return delivery.kind === 'done' ? delivery.status : `${delivery.kind} ${delivery.failure.code}`;
  };
  return { run, payments, bank, guarded };
}

it.each([
  { case: 'accepted', row: aPayment({ cancelRequestedAt }) },
  { case: 'charging', row: aPayment({ status: 'charging', chargeId: 'pi_7', cancelRequestedAt }) },
])('ends a marked payment that is $case, under the guard of its charge', async ({ row }) => {
  const { run, payments, bank, guarded } = setUp([row]);
  expect(await run()).toBe('cancelled');
  expect(payments.rows()).toEqual([{ ...row, status: 'cancelled' }]);
  expect(bank.confirmations).toEqual([]);
  // The same event, so the same record: the two never run at once.
  expect(guarded).toEqual([
    expect.objectContaining({ orderId: 'ord-1001', attempt: 1, amount: 1999, currency: 'EUR', paymentMethod: 'pm_card_visa' }),
  ]);
});

it.each(['charged', 'declined', 'expired', 'cancelled'] as const)('is done when the payment is %s', async (status) => {
  const { run, guarded } = setUp([aPayment({ status, cancelRequestedAt })]);
  expect(await run()).toBe(status);
  expect(guarded).toEqual([]);
});

it('ends nothing that nobody marked, and charges nothing: the message is forged', async () => {
  const { run, payments, bank } = setUp([aPayment()]);
  expect(await run()).toBe('permanent message-differs-from-payment');
  expect(payments.rows()).toEqual([aPayment()]);
  expect(bank.confirmations).toEqual([]);
});

it('speaks of a payment that was never accepted', async () => {
  expect(await setUp([]).run()).toBe('permanent payment-unknown');
});

it('waits while a delivery of the charge is at work', async () => {
  const { run } = setUp([aPayment({ cancelRequestedAt })], { guard: { once: async () => ({ kind: 'in-progress', isSameEvent: true }) } });
  expect(await run()).toBe('transient in-progress');
});

it('comes again when the ledger cannot be read', async () => {
  const payments = { ...memoryPayments(), get: () => Promise.reject(new Error('no table')) };
  expect(await setUp([], { payments }).run()).toBe('transient unexpected-error');
});
