import type { CallFault } from '../../ops/client/simulator-types';
import { contractFaults, GET, OPENAPI, POST } from '../../testing/hostile/contract';
import { operator } from '../../testing/operator';
import { startForTest } from '../../testing/start';

let simulator: Awaited<ReturnType<typeof startForTest>>;
let shop: ReturnType<typeof operator>;

beforeAll(async () => {
  simulator = await startForTest();
  shop = operator(simulator);
}, 120_000);
afterEach(() => shop.mendCalls());
afterAll(() => simulator?.close());

interface Got {
  readonly status: number;
  readonly json: unknown;
}

const requests = POST.requestBody!.content['application/json']!.examples!;
const request = (name: string, over: Record<string, unknown> = {}) => ({ ...(requests[name]!.value as Record<string, unknown>), ...over });

/** The documented request, for an order of its own: each example starts from nothing. */
let orders = 0;
const fresh = (over: Record<string, unknown> = {}) => request('first-attempt', { orderId: `ord-example-${++orders}`, ...over });

async function get(path: string): Promise<Got> {
  const response = await fetch(`${simulator.addresses.api}${path}`);
  const body = await response.text();
  expect(contractFaults(GET, { status: response.status, headers: Object.fromEntries(response.headers), body })).toEqual([]);
  return { status: response.status, json: JSON.parse(body) };
}

const fault = (rule: CallFault) => shop.breakCall({ times: 1000, ...rule });

async function charged(): Promise<Got> {
  const { orderId } = request('first-attempt') as { orderId: string };
  await shop.settled(orderId, ['charged']);
  return get(`/payments/${orderId}`);
}

async function declinedThenInDoubt(): Promise<Got> {
  const first = fresh({ paymentMethod: 'pm_card_chargeDeclinedInsufficientFunds' }) as { orderId: string };
  await shop.post(first);
  await shop.settled(first.orderId, ['declined']);
  // The charge is opened; what becomes of it the function never hears.
  await fault({ function: 'charge', service: 'acquirer', nth: 2, effect: 'lose-reply' });
  await shop.post({ ...first, attempt: 2, paymentMethod: 'pm_card_visa' });
  await shop.advance('PT20M');
  return get(`/payments/${first.orderId}`);
}

async function afterFirst(first: Record<string, unknown>, second: Record<string, unknown>, headers: Record<string, string>): Promise<Got> {
  expect((await shop.post(first, headers)).status).toBe(202);
  return shop.post(second, headers);
}

const cancel = async (orderId: string): Promise<Got> => {
  const { status, body } = await shop.cancel(orderId);
  return { status, json: body };
};

async function cancelAccepted(): Promise<Got> {
  const order = fresh() as { orderId: string };
  await shop.fault({ mode: 'down', orderId: order.orderId });
  await shop.post(order);
  return cancel(order.orderId);
}

async function cancelCharged(): Promise<Got> {
  const order = fresh() as { orderId: string };
  await shop.post(order);
  await shop.settled(order.orderId, ['charged']);
  return cancel(order.orderId);
}

async function queueUnreachable(): Promise<Got> {
  await fault({ function: 'submit-payment', service: 'sqs', effect: 'error' });
  return shop.post(fresh());
}

async function noAnswer(): Promise<Got> {
  await fault({ function: 'submit-payment', service: 'dynamodb', effect: 'kill-before' });
  return shop.post(fresh());
}

/** What to do at the running API to be given each answer in the document, and its status. */
const REAL: Record<string, readonly [status: number, () => Promise<Got>]> = {
  'Accepted first-attempt': [202, () => shop.post(request('first-attempt'))],
  'Accepted zero-decimals': [202, () => shop.post(request('zero-decimals'))],
  'Payment charged': [200, charged],
  'Payment declined-then-in-doubt': [200, declinedThenInDoubt],
  'InvalidRequest rule-broken': [400, () => shop.post(fresh({ amount: 0 }))],
  'InvalidRequest card-number': [400, () => shop.post(fresh({ paymentMethod: '4242424242424242' }))],
  'PaymentNotFound unknown-order': [404, () => get('/payments/ord-nobody-paid')],
  'Cancelling first-attempt': [202, cancelAccepted],
  'AlreadyCharged charged': [409, cancelCharged],
  'AttemptNotAllowed out-of-turn': [409, () => shop.post(fresh({ attempt: 2 }))],
  'PayloadTooLarge too-large': [413, () => shop.post(fresh({ note: 'x'.repeat(16_384) }))],
  'UnsupportedMediaType plain-text': [415, () => shop.post(fresh(), { 'content-type': 'text/plain' })],
  'IdempotencyMismatch other-amount': [422, () => afterFirst(fresh(), fresh({ orderId: `ord-example-${orders}`, amount: 2000 }), {})],
  'IdempotencyMismatch other-order': [422, () => afterFirst(fresh(), fresh(), { 'idempotency-key': 'k-1001' })],
  'TemporarilyUnavailable queue-unreachable': [503, queueUnreachable],
  'RequestRefused no-signature': [403, () => get('/refunds')],
  'GatewayFailure no-answer': [502, noAnswer],
};

/** Members whose value no document can foresee. */
const FREE = new Set(['acceptedAt', 'chargedAt', 'at', 'chargeId', 'orderId', 'requestId']);

function masked(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (name, member) => (FREE.has(name) ? `<${name}>` : member)));
}

const documented = Object.entries(OPENAPI.components.responses).flatMap(([name, { content }]) =>
  Object.values(content).flatMap(({ examples = {} }) =>
    Object.entries(examples).map(([example, { value }]) => ({ answer: `${name} ${example}`, value })),
  ),
);

test.each(documented)(
  'the running API gives the documented answer $answer',
  async ({ answer, value }) => {
    const [status, real] = REAL[answer]!;
    const got = await real();
    expect(got.status).toBe(status);
    // Which of its own failures the gateway names depends on how the function failed.
    const expected = answer.startsWith('GatewayFailure')
      ? { ...(masked(value) as object), detail: expect.any(String), reason: expect.any(String) }
      : masked(value);
    expect(masked(got.json)).toEqual(expected);
  },
  60_000,
);

test('each documented request is sent, as it stands', () => {
  expect(Object.keys(requests)).toEqual(['first-attempt', 'zero-decimals']);
  expect(documented.map(({ answer }) => answer).sort()).toEqual(Object.keys(REAL).sort());
});
