import { stripeBooks } from '../../../functions/reconcile/provider-books.stripe';
import { fail, intent, ok, type Reply, scriptedProvider } from '../../../testing/scripted-provider';

let provider: Awaited<ReturnType<typeof scriptedProvider>>;
afterEach(() => provider?.close());

async function booksOf(...script: Reply[]) {
  provider = await scriptedProvider(script);
  return stripeBooks(async () => provider.stripe, false);
}
const page = (data: unknown[], hasMore = false): Reply => ok({ object: 'list', url: '/v1/payment_intents', has_more: hasMore, data });
const RANGE = { from: '2026-11-29T10:00:00.000Z', to: '2026-11-29T16:00:00.000Z', done: false };

describe('the list of succeeded charges', () => {
  it('tells order, attempt, amount received, currency and the time of each charge', async () => {
    const books = await booksOf(page([intent('succeeded')]));
    expect(await books.succeeded(RANGE)).toEqual({
      items: [
        {
          chargeId: 'pi_1',
          orderId: 'ord-1',
          attempt: 2,
          amount: 1999,
          currency: 'EUR',
          outcome: { status: 'charged', chargedAt: '2026-11-29T10:00:00.000Z' },
        },
      ],
      next: undefined,
    });
    expect(provider.seen).toEqual([expect.objectContaining({ request: 'GET /v1/payment_intents', key: undefined })]);
  });

  it('leaves out what did not succeed, and what is no charge of this app', async () => {
    const other = (metadata: unknown) => intent('succeeded', { metadata });
    const books = await booksOf(
      page([
        ...['requires_payment_method', 'requires_confirmation', 'requires_action', 'processing', 'canceled'].map((status) =>
          intent(status),
        ),
        other(null),
        other({}),
        other({ orderId: 'ord-1' }),
        other({ orderId: 'an order', attempt: '1' }),
        // The API refuses such an order, and a report is logged.
        other({ orderId: '4242424242424242', attempt: '1' }),
        ...['0', '100', '01', '1.0', ' 1', '-1'].map((attempt) => other({ orderId: 'ord-1', attempt })),
      ]),
    );
    expect((await books.succeeded(RANGE)).items).toEqual([]);
  });

  it('goes by what was received, not by what was asked for', async () => {
    const books = await booksOf(page([intent('succeeded', { amount_received: 1000 })]));
    expect((await books.succeeded(RANGE)).items).toMatchObject([{ amount: 1000 }]);
  });

  it('takes a success without its charge for no proof of one', async () => {
    const books = await booksOf(page([intent('succeeded', { latest_charge: null }), intent('succeeded', { latest_charge: 'ch_1' })]));
    expect((await books.succeeded(RANGE)).items).toEqual([]);
  });

  it('goes on after the last intent of a page, whatever became of it', async () => {
    const books = await booksOf(page([intent('succeeded'), intent('canceled', { id: 'pi_9' })], true), page([]));
    const { next } = await books.succeeded(RANGE);
    expect(next).toBe('pi_9');
    expect(await books.succeeded({ ...RANGE, after: next! })).toEqual({ items: [], next: undefined });
  });

  it.each([
    { case: 'JSON that is no list', reply: { status: 504, json: { message: 'Endpoint request timed out' } } as Reply },
    { case: 'a list that has more of nothing', reply: page([], true) },
  ])('does not take $case for an empty list', async ({ reply }) => {
    const books = await booksOf(reply);
    await expect(books.succeeded(RANGE)).rejects.toMatchObject({ name: 'TransientFailure', code: 'provider-error' });
  });

  it.each([
    { case: 'a cut connection', reply: 'cut' as Reply, code: 'provider-unreachable' },
    { case: 'a 429', reply: fail(429, { type: 'rate_limit_error' }), code: 'provider-busy' },
    { case: 'a 401', reply: fail(401, { type: 'authentication_error' }), code: 'provider-rejects-credentials' },
    { case: 'a 500', reply: fail(500, { type: 'api_error' }), code: 'provider-error' },
  ])('fails for now after $case', async ({ reply, code }) => {
    const books = await booksOf(reply, reply);
    await expect(books.succeeded(RANGE)).rejects.toMatchObject({ name: 'TransientFailure', code });
  });

  it('is refused when the intent to go on after is gone', async () => {
    const books = await booksOf(fail(400, { type: 'invalid_request_error', code: 'resource_missing', param: 'starting_after' }));
    await expect(books.succeeded({ ...RANGE, after: 'pi_gone' })).rejects.toMatchObject({ name: 'PermanentFailure' });
  });
});

describe('the books behind a key of the wrong mode', () => {
  const live = (status: string, rest = {}) => intent(status, { livemode: true, ...rest });
  const refusal = { name: 'TransientFailure', code: 'provider-rejects-credentials' };

  it.each([
    { case: 'a charge of this app', data: [live('succeeded')] },
    { case: 'an intent of something else alone', data: [live('canceled', { metadata: {} })] },
    { case: 'one that does not tell its mode', data: [intent('succeeded'), intent('succeeded', { livemode: undefined })] },
  ])('are not read when they show $case', async ({ data }) => {
    const books = await booksOf(page(data));
    await expect(books.succeeded(RANGE)).rejects.toMatchObject(refusal);
  });

  it.each(['succeeded', 'canceled'])('do not tell of a charge that it is %s', async (status) => {
    const books = await booksOf(ok(live(status)));
    await expect(books.find('pi_1')).rejects.toMatchObject(refusal);
  });

  it('are the right ones in production', async () => {
    provider = await scriptedProvider([page([live('succeeded')]), ok(live('succeeded'))]);
    const books = stripeBooks(async () => provider.stripe, true);
    expect((await books.succeeded(RANGE)).items).toHaveLength(1);
    expect(await books.find('pi_1')).toMatchObject({ chargeId: 'pi_1' });
  });
});

describe('a charge that is asked for by its id', () => {
  it.each([
    { status: 'requires_payment_method', outcome: undefined },
    { status: 'processing', outcome: undefined },
    { status: 'succeeded', outcome: { status: 'charged', chargedAt: '2026-11-29T10:00:00.000Z' } },
    { status: 'canceled', outcome: { status: 'declined', declineCode: 'canceled' } },
  ])('that is $status has the outcome $outcome', async ({ status, outcome }) => {
    const books = await booksOf(ok(intent(status)));
    expect((await books.find('pi_1'))?.outcome).toEqual(outcome);
    expect(provider.seen[0]?.request).toBe('GET /v1/payment_intents/pi_1');
  });

  it('that was cancelled after a decline tells why the card was declined', async () => {
    const error = { code: 'card_declined', decline_code: 'insufficient_funds' };
    const books = await booksOf(ok(intent('canceled', { last_payment_error: error })));
    expect((await books.find('pi_1'))?.outcome).toEqual({ status: 'declined', declineCode: 'insufficient_funds' });
  });

  it('is undefined when the provider does not know the id, or not as a charge of this app', async () => {
    const books = await booksOf(
      fail(404, { type: 'invalid_request_error', code: 'resource_missing', param: 'intent' }),
      ok(intent('succeeded', { metadata: {} })),
    );
    expect([await books.find('pi_gone'), await books.find('pi_1')]).toEqual([undefined, undefined]);
  });

  it('is not taken for unknown when the provider fails', async () => {
    const books = await booksOf(fail(500, { type: 'api_error' }), { status: 404, json: { message: 'no route' } });
    await expect(books.find('pi_1')).rejects.toMatchObject({ name: 'TransientFailure', code: 'provider-error' });
    await expect(books.find('pi_1')).rejects.toMatchObject({ name: 'TransientFailure', code: 'provider-error' });
  });
});

it.each([
  { reason: null, right: { status: 'declined', declineCode: 'canceled' } },
  { reason: 'abandoned', right: { status: 'expired' } },
  { reason: 'requested_by_customer', right: { status: 'cancelled' } },
])('a charge that was cancelled with the reason $reason reads as the worker reads it', async ({ reason, right }) => {
  const books = await booksOf(ok(intent('canceled', { cancellation_reason: reason })));
  expect((await books.find('pi_1'))?.outcome).toEqual(right);
});
