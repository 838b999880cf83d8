import { IdempotencyPersistenceLayerError } from '@aws-lambda-powertools/idempotency';
import { PermanentFailure, TransientFailure } from '../../../contract/failures';
import { chargeMessage } from '../../../functions/charge/charge-message';
import type { Guarded } from '../../../functions/charge/guard';
import type { ChargePorts } from '../../../functions/charge/ports';
import { memoryPayments } from '../../../testing/memory-payments';
import { memoryProvider } from '../../../testing/memory-provider';
import { aPayment } from '../../../testing/payment-factory';

const body = '{"orderId":"ord-1","attempt":1,"amount":1000,"currency":"USD","paymentMethod":"pm_card_visa"}';
const row = { orderId: 'ord-1', attempt: 1, amount: 1000, currency: 'USD', paymentMethod: 'pm_card_visa' };

/** A guard that has never seen the event, unless it is given another answer. */
const fresh: ChargePorts['guard'] = { once: async (_event, charge) => ({ kind: 'ran', result: await charge() }) };
const guardThat = (answer: Guarded): ChargePorts['guard'] => ({ once: async () => answer });

function setUp({ guard = fresh, open }: { guard?: ChargePorts['guard']; open?: ChargePorts['provider']['open'] } = {}) {
  const suppressed: string[] = [];
  const bank = memoryProvider();
  const ports: ChargePorts = {
    payments: memoryPayments([aPayment(row)]),
    guard,
    provider: { ...bank.provider, ...(open && { open }) },
    hide: async () => undefined,
    countSuppressed: (layer) => void suppressed.push(layer),
    countFailure: () => undefined,
    log: () => undefined,
    clock: () => Date.parse('2026-11-29T10:00:01.000Z'),
    random: () => 0,
  };
  return { run: (text = body) => chargeMessage(text, ports), suppressed, charged: bank.charged };
}

const codeOf = async (delivery: Promise<Awaited<ReturnType<typeof chargeMessage>>>) => {
  const result = await delivery;
  return result.kind === 'done' ? result.status : `${result.kind} ${result.failure.code}`;
};

it('is done when the payment reached its end', async () => {
  const { run, charged } = setUp();
  expect(await codeOf(run())).toBe('charged');
  expect(charged()).toEqual(['pi_1']);
});

it.each([
  { case: 'no JSON', text: 'hello' },
  { case: 'an empty body', text: '' },
  { case: 'null', text: 'null' },
  { case: 'a list', text: '[]' },
  { case: 'an amount that is text', text: body.replace('1000', '"1000"') },
  { case: 'a fraction', text: body.replace('1000', '10.5') },
  { case: 'a currency named like a property', text: body.replace('USD', 'constructor') },
  { case: 'no order', text: body.replace('"orderId":"ord-1",', '') },
  { case: 'an order id that SQS would refuse', text: body.replace('ord-1', 'ord 1') },
])('fails permanently, charging nothing, for a message with $case', async ({ text }) => {
  const { run, charged } = setUp();
  expect(await codeOf(run(text))).toBe('permanent message-unreadable');
  expect(charged()).toEqual([]);
});

it('reads a message to which a tool has added members and blanks', async () => {
  const { run, charged } = setUp();
  expect(await codeOf(run(`  ${body.replace('{', '{ "redriveCount": 3, ')}\n`))).toBe('charged');
  expect(charged()).toEqual(['pi_1']);
});

it('is done, and counted, when the guard knows the outcome', async () => {
  const { run, suppressed, charged } = setUp({ guard: guardThat({ kind: 'done', result: { status: 'declined' } }) });
  expect(await codeOf(run())).toBe('declined');
  expect(suppressed).toEqual(['Guard']);
  expect(charged()).toEqual([]);
});

it('reports a duplicate whose original is still running: it may die, and then only this message brings the payment back', async () => {
  const { run, suppressed } = setUp({ guard: guardThat({ kind: 'in-progress', isSameEvent: true }) });
  expect(await codeOf(run())).toBe('transient in-progress');
  expect(suppressed).toEqual(['InProgress']);
});

it('waits, and counts no duplicate, while a delivery with another content runs: we cannot tell yet which one is forged', async () => {
  const { run, suppressed } = setUp({ guard: guardThat({ kind: 'in-progress', isSameEvent: false }) });
  expect(await codeOf(run())).toBe('transient in-progress');
  expect(suppressed).toEqual([]);
});

it('fails permanently when the guard knows the event with another content', async () => {
  const { run } = setUp({ guard: guardThat({ kind: 'other-event' }) });
  expect(await codeOf(run())).toBe('permanent message-differs-from-payment');
});

it.each([
  { case: 'a permanent failure', error: new PermanentFailure('provider-refused'), right: 'permanent provider-refused' },
  { case: 'a transient failure', error: new TransientFailure('provider-busy'), right: 'transient provider-busy' },
  { case: 'an error nobody foresaw', error: new TypeError('x'), right: 'transient unexpected-error' },
  { case: 'something thrown that is no error', error: 'x', right: 'transient unexpected-error' },
])('reports $case of the charge', async ({ error, right }) => {
  expect(await codeOf(setUp({ open: () => Promise.reject(error) }).run())).toBe(right);
});

it('comes again when the guard could not record a success: the ledger will answer then', async () => {
  const { run } = setUp({
    guard: {
      once: async (_event, charge) => {
        await charge();
        throw new IdempotencyPersistenceLayerError('Failed to update success record', { cause: new Error('timeout') });
      },
    },
  });
  expect(await codeOf(run())).toBe('transient unexpected-error');
});
