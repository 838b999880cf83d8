import fc from 'fast-check';
import { chargePayment } from '../../../functions/charge/charge-payment';
import type { Provider } from '../../../functions/charge/provider';
import { memoryPayments } from '../../../testing/memory-payments';
import { memoryProvider } from '../../../testing/memory-provider';
import { anEvent, aPayment } from '../../../testing/payment-factory';

/** One delivery of the payment: what the provider says when it is to open a charge, and the call after which the worker dies. */
const deliveries = fc.array(
  fc.record({
    refuses: fc.boolean(),
    diesAfter: fc.constantFrom('nothing' as const, 'nothing' as const, 'open' as const, 'write' as const),
  }),
  { minLength: 2, maxLength: 5 },
);

it('deliveries of which some open a charge and some are refused agree on one end: charged once, or declined and never charged', async () => {
  const ends = new Set<string>();
  const agree = fc.asyncProperty(fc.scheduler(), deliveries, async (scheduler, list) => {
    const ledger = memoryPayments([aPayment()]);
    const bank = memoryProvider();
    const deliver = ({ refuses, diesAfter }: (typeof list)[number]) => {
      const call = async <T>(name: string, run: () => Promise<T>): Promise<T> => {
        await scheduler.schedule(Promise.resolve(), name);
        const answer = await run();
        await scheduler.schedule(Promise.resolve(), `${name} answered`);
        if (name === diesAfter) throw new Error('killed');
        return answer;
      };
      const provider: Provider = {
        open: (payment) =>
          call('open', async () => {
            if (refuses) return { kind: 'refused', declineCode: 'amount_too_small' };
            // Each has a charge of its own, as after the life of the provider's keys.
            bank.forgetKeys();
            return bank.provider.open(payment);
          }),
        settle: (payment, options) => call('settle', () => bank.provider.settle(payment, options)),
        look: (payment) => call('look', () => bank.provider.look(payment)),
        end: (payment, reason) => call('end', () => bank.provider.end(payment, reason)),
      };
      const payments = {
        ...ledger,
        startCharging: (row: Parameters<typeof ledger.startCharging>[0], chargeId: string) =>
          call('write', () => ledger.startCharging(row, chargeId)),
        decline: (row: Parameters<typeof ledger.decline>[0], declineCode: string) => call('write', () => ledger.decline(row, declineCode)),
      };
      const ports = { payments, provider, countSuppressed: () => {}, clock: () => Date.parse('2026-11-29T10:00:01.000Z') };
      return chargePayment(anEvent(), ports).then(
        (row) => JSON.stringify(row),
        (error: Error) => error.message,
      );
    };
    const told = scheduler.waitFor(Promise.all(list.map(deliver)));
    const learned = new Set((await told).filter((text) => text !== 'killed'));
    const [row] = ledger.rows();

    // Whoever was not killed has learned the end, and it is the row's.
    if (learned.size > 0) expect([...learned]).toEqual([JSON.stringify(row)]);
    if (row?.status === 'declined') expect([row.chargeId, bank.confirmations]).toEqual([undefined, []]);
    if (row?.status === 'charged') expect(bank.confirmations).toEqual([row.chargeId]);
    ends.add(row!.status);
  });
  await fc.assert(agree, { numRuns: 300, seed: 1 });
  expect([...ends].sort()).toEqual(['accepted', 'charged', 'charging', 'declined']);
});
