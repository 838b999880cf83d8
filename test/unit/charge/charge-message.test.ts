import {
  IdempotencyAlreadyInProgressError,
  IdempotencyPersistenceLayerError,
  IdempotencyValidationError,
} from '@aws-lambda-powertools/idempotency';
import { PermanentFailure, TransientFailure } from '../../../contract/failures';
import { type ChargeMessagePorts, chargeMessage } from '../../../functions/charge/charge-message';

const body = '{"orderId":"ord-1","attempt":1,"amount":1000,"currency":"USD","paymentMethod":"pm_card_visa"}';

function setUp(overrides: Partial<ChargeMessagePorts> = {}) {
  const suppressed: string[] = [];
  const charges: unknown[] = [];
  const ports: ChargeMessagePorts = {
    guard: { once: async (_event, charge) => ({ ...(await charge()), replayed: false }) },
    charge: async (event) => {
      charges.push(event);
      return { status: 'charged' };
    },
    countSuppressed: (layer) => void suppressed.push(layer),
    ...overrides,
  };
  return { run: (text = body) => chargeMessage(text, ports), suppressed, charges };
}

const codeOf = async (delivery: Promise<Awaited<ReturnType<typeof chargeMessage>>>) => {
  const result = await delivery;
  return result.kind === 'done' ? result.status : `${result.kind} ${result.failure.code}`;
};

it('is done when the payment reached its end', async () => {
  const { run, charges } = setUp();
  expect(await codeOf(run())).toBe('charged');
  expect(charges).toEqual([{ orderId: 'ord-1', attempt: 1, amount: 1000, currency: 'USD', paymentMethod: 'pm_card_visa' }]);
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
  const { run, charges } = setUp();
  expect(await codeOf(run(text))).toBe('permanent message-unreadable');
  expect(charges).toEqual([]);
});

it('reads a message to which a tool has added members and blanks', async () => {
  const { run, charges } = setUp();
  expect(await codeOf(run(`  ${body.replace('{', '{ "redriveCount": 3, ')}\n`))).toBe('charged');
  expect(charges).toEqual([{ orderId: 'ord-1', attempt: 1, amount: 1000, currency: 'USD', paymentMethod: 'pm_card_visa' }]);
});

it('is done, and counted, when the guard knows the outcome', async () => {
  const { run, suppressed, charges } = setUp({ guard: { once: async () => ({ status: 'declined', replayed: true }) } });
  expect(await codeOf(run())).toBe('declined');
  expect(suppressed).toEqual(['Guard']);
  expect(charges).toEqual([]);
});

it('reports a duplicate whose original is still running: it may die, and then only this message brings the payment back', async () => {
  const { run, suppressed } = setUp({ guard: { once: () => Promise.reject(new IdempotencyAlreadyInProgressError('busy')) } });
  expect(await codeOf(run())).toBe('transient in-progress');
  expect(suppressed).toEqual(['InProgress']);
});

it('fails permanently when the guard knows the event with another content', async () => {
  const { run } = setUp({ guard: { once: () => Promise.reject(new IdempotencyValidationError('payload')) } });
  expect(await codeOf(run())).toBe('permanent message-differs-from-payment');
});

it.each([
  { case: 'a permanent failure', error: new PermanentFailure('provider-refused'), right: 'permanent provider-refused' },
  { case: 'a transient failure', error: new TransientFailure('provider-busy'), right: 'transient provider-busy' },
  { case: 'an error nobody foresaw', error: new TypeError('x'), right: 'transient unexpected-error' },
  { case: 'something thrown that is no error', error: 'x', right: 'transient unexpected-error' },
])('reports $case of the charge', async ({ error, right }) => {
  expect(await codeOf(setUp({ charge: () => Promise.reject(error) }).run())).toBe(right);
});

it('keeps the cause when the guard cannot delete its record and throws that instead', async () => {
  const denied = new IdempotencyPersistenceLayerError('Failed to delete record from idempotency store', {
    cause: new Error('AccessDenied'),
  });
  const { run } = setUp({
    charge: () => Promise.reject(new TransientFailure('provider-unreachable')),
    guard: {
      once: (_event, charge) =>
        charge().then(
          () => Promise.reject(new Error('unreachable')),
          () => Promise.reject(denied),
        ),
    },
  });
  expect(await codeOf(run())).toBe('transient provider-unreachable');
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
