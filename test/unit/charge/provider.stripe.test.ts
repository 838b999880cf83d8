import { stripeProvider } from '../../../functions/charge/provider.stripe';
import type { Payment } from '../../../functions/shared/payments';
import { declined, fail, intent, ok, type Reply, replayed, scriptedProvider, unexpectedState } from '../../../testing/scripted-provider';

const accepted: Payment = {
  orderId: 'ord-1',
  attempt: 2,
  amount: 1999,
  currency: 'EUR',
  paymentMethod: 'pm_card_visa',
  status: 'accepted',
  acceptedAt: '2026-11-29T10:00:00.000Z',
  requestId: 'r-1',
};
const charging = { ...accepted, status: 'charging', chargeId: 'pi_1' } as const;
/** 1,795,946,400 s after the epoch. */
const charged = { status: 'charged', chargedAt: '2026-11-29T10:00:00.000Z' };

async function withScript<T>(
  script: Reply[],
  use: (provider: ReturnType<typeof stripeProvider>) => Promise<T>,
  { remainingMs = (): number => 30_000, connecting = async () => {}, livemode = false } = {},
) {
  const { stripe, seen, close } = await scriptedProvider(script);
  try {
    const connect = async () => {
      await connecting();
      return stripe;
    };
    const provider = stripeProvider(connect, livemode, remainingMs);
    let kind = 'no failure';
    const result = await use(provider).catch((error: unknown) => {
      if (!(error instanceof Error)) return error;
      kind = error.name;
      return error.message;
    });
    return { result, kind, requests: seen.map(({ request }) => request), seen };
  } finally {
    await close();
  }
}

type Circumstances = Parameters<typeof withScript>[2];
const open = (script: Reply[], circumstances?: Circumstances) => withScript(script, (provider) => provider.open(accepted), circumstances);
const settle = (script: Reply[], askFirst: boolean, circumstances?: Circumstances) =>
  withScript(script, (provider) => provider.settle(charging, { askFirst }), circumstances);

const end = (script: Reply[], reason: 'expired' | 'cancelled') => withScript(script, (provider) => provider.end(charging, reason));

const CREATE = 'POST /v1/payment_intents';
const CONFIRM = 'POST /v1/payment_intents/pi_1/confirm';
const CANCEL = 'POST /v1/payment_intents/pi_1/cancel';
const RETRIEVE = 'GET /v1/payment_intents/pi_1';

describe('opening a charge', () => {
  it('creates one PaymentIntent under the key of the event, and moves no money', async () => {
    const { result, seen } = await open([ok(intent('requires_payment_method'))]);
    expect(result).toEqual({ kind: 'opened', chargeId: 'pi_1' });
    expect(seen).toEqual([
      {
        request: CREATE,
        key: 'charge-once/ord-1/2',
        body: {
          amount: '1999',
          currency: 'eur',
          'automatic_payment_methods[enabled]': 'true',
          'automatic_payment_methods[allow_redirects]': 'never',
          'metadata[orderId]': 'ord-1',
          'metadata[attempt]': '2',
        },
      },
    ]);
  });

  it.each([
    { case: 'another amount', reply: intent('requires_payment_method', { amount: 2000 }) },
    { case: 'another currency', reply: intent('requires_payment_method', { currency: 'usd' }) },
    { case: 'another order', reply: intent('requires_payment_method', { metadata: { orderId: 'ord-2', attempt: '2' } }) },
    { case: 'another attempt', reply: intent('requires_payment_method', { metadata: { orderId: 'ord-1', attempt: '1' } }) },
  ])('does not take an id whose intent has $case', async ({ reply }) => {
    expect((await open([ok(reply)])).result).toBe('provider-reply-differs');
  });

  it('sends the same key again when the connection is cut', async () => {
    const { result, seen } = await open(['cut', ok(intent('requires_payment_method'))]);
    expect(result).toEqual({ kind: 'opened', chargeId: 'pi_1' });
    expect(seen.map(({ key }) => key)).toEqual(['charge-once/ord-1/2', 'charge-once/ord-1/2']);
  });

  it('is not begun when the invocation could end before the answer', async () => {
    const { result, requests } = await open([ok(intent('requires_payment_method'))], { remainingMs: () => 17_999 });
    expect(result).toBe('out-of-time');
    expect(requests).toEqual([]);
  });

  it('is not begun when reading the key has used up the time', async () => {
    let remainingMs = 20_000;
    const connecting = async () => {
      remainingMs -= 2_001;
    };
    const { result, requests } = await open([ok(intent('requires_payment_method'))], { remainingMs: () => remainingMs, connecting });
    expect(result).toBe('out-of-time');
    expect(requests).toEqual([]);
  });

  it.each(['amount_too_small', 'amount_too_large'])('is refused, as an outcome and not as a failure, with %s', async (code) => {
    const { result, requests } = await open([fail(400, { type: 'invalid_request_error', code, param: 'amount' })]);
    expect(result).toEqual({ kind: 'refused', declineCode: code });
    expect(requests).toEqual([CREATE]);
  });

  it.each([
    {
      case: 'another rule of the amount',
      reply: fail(400, { type: 'invalid_request_error', code: 'parameter_invalid_integer', param: 'amount' }),
    },
    { case: 'a payment method', reply: fail(400, { type: 'invalid_request_error', code: 'payment_method_unexpected_state' }) },
  ])('fails for good when it is refused for $case', async ({ reply }) => {
    const { result, kind } = await open([reply]);
    expect([kind, result]).toEqual(['PermanentFailure', 'provider-refused']);
  });

  it.each(['amount_too_small', 'amount_too_large'])('fails for now when a server error says %s', async (code) => {
    const { result } = await open([fail(500, { type: 'api_error', code })]);
    expect(result).toBe('provider-error');
  });
});

describe('settling a charge that this delivery opened', () => {
  it('confirms it by its id, with the payment method, and is charged at the time of the provider', async () => {
    const { result, seen } = await settle([ok(intent('succeeded'))], false);
    expect(result).toEqual({ outcome: charged, alreadySettled: false });
    expect(seen).toEqual([
      { request: CONFIRM, key: 'charge-once/ord-1/2/confirm', body: { payment_method: 'pm_card_visa', 'expand[0]': 'latest_charge' } },
    ]);
  });

  it('cancels after a decline, so that no late confirmation can charge, and only then says declined', async () => {
    const { result, requests } = await settle([declined('insufficient_funds'), ok(intent('canceled'))], false);
    expect(result).toEqual({ outcome: { status: 'declined', declineCode: 'insufficient_funds' }, alreadySettled: false });
    expect(requests).toEqual([CONFIRM, CANCEL]);
  });

  it('is charged when the cancel of a declined charge is refused because it succeeded meanwhile', async () => {
    const { result, requests } = await settle([declined(), unexpectedState('succeeded'), ok(intent('succeeded'))], false);
    expect(result).toEqual({ outcome: charged, alreadySettled: false });
    expect(requests).toEqual([CONFIRM, CANCEL, RETRIEVE]);
  });

  it('does not say declined while the cancel has no answer', async () => {
    const { result } = await settle([declined(), fail(500, { type: 'api_error' })], false);
    expect(result).toBe('provider-error');
  });

  it('cancels and declines what would need the customer', async () => {
    const { result, requests } = await settle([ok(intent('requires_action')), ok(intent('canceled'))], false);
    expect(result).toEqual({ outcome: { status: 'declined', declineCode: 'authentication_required' }, alreadySettled: false });
    expect(requests).toEqual([CONFIRM, CANCEL]);
  });

  it('declines a payment method that the provider does not know', async () => {
    const unknown = fail(400, { type: 'invalid_request_error', code: 'resource_missing', param: 'payment_method' });
    const { result, requests } = await settle([unknown, ok(intent('requires_payment_method')), ok(intent('canceled'))], false);
    expect(result).toEqual({ outcome: { status: 'declined', declineCode: 'resource_missing' }, alreadySettled: false });
    expect(requests).toEqual([CONFIRM, RETRIEVE, CANCEL]);
  });

  const USED_BEFORE =
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without ' +
    'Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it ' +
    'to a Customer first.';

  it.each([
    { case: 'a member alone', error: { param: 'payment_method' }, declineCode: 'payment_method_refused' },
    { case: 'words alone', error: { message: USED_BEFORE }, declineCode: 'payment_method_refused' },
    { case: 'the code of its state', error: { code: 'payment_method_unexpected_state' }, declineCode: 'payment_method_unexpected_state' },
    {
      case: 'the code of its currency',
      error: { code: 'payment_method_currency_mismatch' },
      declineCode: 'payment_method_currency_mismatch',
    },
    {
      case: 'the code of an intent that wants another',
      error: { code: 'payment_intent_incompatible_payment_method' },
      declineCode: 'payment_intent_incompatible_payment_method',
    },
  ])('declines a payment method that the provider refuses by $case', async ({ error, declineCode }) => {
    const refused = fail(400, { type: 'invalid_request_error', ...error });
    const { result, requests } = await settle([refused, ok(intent('requires_payment_method')), ok(intent('canceled'))], false);
    expect(result).toEqual({ outcome: { status: 'declined', declineCode }, alreadySettled: false });
    expect(requests).toEqual([CONFIRM, RETRIEVE, CANCEL]);
  });

  it('is charged when the provider refuses the payment method of a charge that succeeded', async () => {
    const refused = fail(400, { type: 'invalid_request_error', message: USED_BEFORE });
    const { result, requests } = await settle([refused, ok(intent('succeeded'))], false);
    expect(result).toEqual({ outcome: charged, alreadySettled: false });
    expect(requests).toEqual([CONFIRM, RETRIEVE]);
  });

  it.each([
    {
      case: 'of what the request lacks, in words alone',
      error: {
        message: 'Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`.',
      },
    },
    { case: 'of another member, in words that name it', error: { param: 'customer', message: USED_BEFORE } },
    { case: 'under another code, in words that name it', error: { code: 'payment_intent_invalid_parameter', message: USED_BEFORE } },
    { case: 'of a kind that the account has not activated', error: { code: 'payment_method_unactivated' } },
    {
      case: 'of a kind that the account has not activated, beside the member',
      error: { code: 'payment_method_unactivated', param: 'payment_method' },
    },
    { case: 'of how the account is configured', error: { code: 'payment_method_configuration_failures' } },
  ])('declines nobody for a complaint $case', async ({ error }) => {
    const { result, kind, requests } = await settle([fail(400, { type: 'invalid_request_error', ...error })], false);
    expect([kind, result]).toEqual(['PermanentFailure', 'provider-refused']);
    expect(requests).toEqual([CONFIRM]);
  });

  it('declines nobody when a key in flight is answered in words that name the payment method', async () => {
    const { result, kind } = await settle([fail(409, { type: 'invalid_request_error', message: USED_BEFORE })], false);
    expect([kind, result]).toEqual(['TransientFailure', 'provider-busy']);
  });

  it('does not take a refused retrieve or cancel for a decline', async () => {
    const refused = fail(400, { type: 'invalid_request_error', message: USED_BEFORE });
    expect((await settle([refused], true)).result).toBe('provider-refused');
    expect((await settle([declined(), refused], false)).result).toBe('provider-refused');
  });

  it('looks when confirming came too late, and believes what it sees', async () => {
    const { result, requests } = await settle([unexpectedState('succeeded'), ok(intent('succeeded'))], false);
    expect(result).toEqual({ outcome: charged, alreadySettled: false });
    expect(requests).toEqual([CONFIRM, RETRIEVE]);
  });

  it('waits for a charge that is processing', async () => {
    expect((await settle([ok(intent('processing'))], false)).result).toBe('provider-processing');
  });
});

describe('settling a charge that an earlier delivery opened', () => {
  it('asks first, and confirms nothing that succeeded', async () => {
    const { result, requests } = await settle([ok(intent('succeeded'))], true);
    expect(result).toEqual({ outcome: charged, alreadySettled: true });
    expect(requests).toEqual([RETRIEVE]);
  });

  it('confirms what was not confirmed yet without the key of the first time, under which a 500 may be stored', async () => {
    const { result, seen } = await settle([ok(intent('requires_payment_method')), ok(intent('succeeded'))], true);
    expect(result).toEqual({ outcome: charged, alreadySettled: false });
    expect(seen.map(({ request, key }) => [request, key])).toEqual([
      [RETRIEVE, undefined],
      // stripe-node gives each such call a key of its own, which only its repeat after a cut connection shares.
      [CONFIRM, expect.stringMatching(/^stripe-node-retry-/)],
    ]);
  });

  it('is declined when another delivery was declined and cancelled between the look and the confirmation', async () => {
    const theirs = intent('canceled', { last_payment_error: { code: 'card_declined', decline_code: 'lost_card' } });
    const { result, requests } = await settle([ok(intent('requires_payment_method')), unexpectedState('canceled'), ok(theirs)], true);
    expect(result).toEqual({ outcome: { status: 'declined', declineCode: 'lost_card' }, alreadySettled: false });
    expect(requests).toEqual([RETRIEVE, CONFIRM, RETRIEVE]);
  });

  it('is charged when it is declined and another delivery confirms again before the cancel', async () => {
    const script = [ok(intent('requires_payment_method')), declined(), unexpectedState('succeeded'), ok(intent('succeeded'))];
    const { result, requests } = await settle(script, true);
    expect(result).toEqual({ outcome: charged, alreadySettled: false });
    expect(requests).toEqual([RETRIEVE, CONFIRM, CANCEL, RETRIEVE]);
  });

  it('makes an earlier decline final instead of trying the card again', async () => {
    const earlier = intent('requires_payment_method', { last_payment_error: { code: 'card_declined', decline_code: 'lost_card' } });
    const { result, requests } = await settle([ok(earlier), ok(intent('canceled'))], true);
    expect(result).toEqual({ outcome: { status: 'declined', declineCode: 'lost_card' }, alreadySettled: false });
    expect(requests).toEqual([RETRIEVE, CANCEL]);
  });

  it('is declined when an earlier delivery cancelled it', async () => {
    const { result } = await settle(
      [ok(intent('canceled', { last_payment_error: { code: 'card_declined', decline_code: 'generic_decline' } }))],
      true,
    );
    expect(result).toEqual({ outcome: { status: 'declined', declineCode: 'generic_decline' }, alreadySettled: true });
  });

  it.each([
    { case: 'another amount', reply: intent('succeeded', { amount: 2000, amount_received: 2000 }) },
    { case: 'less received than asked', reply: intent('succeeded', { amount_received: 1 }) },
    { case: 'another id', reply: intent('succeeded', { id: 'pi_2' }) },
    { case: 'a state nobody asked for', reply: intent('requires_capture') },
  ])('believes no answer with $case', async ({ reply }) => {
    const { result, requests } = await settle([ok(reply)], true);
    expect(result).toBe('provider-reply-differs');
    expect(requests).toEqual([RETRIEVE]);
  });

  it('never confirms an intent of another amount', async () => {
    const { requests } = await settle([ok(intent('requires_payment_method', { amount: 1 })), ok(intent('succeeded'))], true);
    expect(requests).toEqual([RETRIEVE]);
  });
});

describe('behind a key of the wrong mode', () => {
  const wrong = [
    { stage: 'production', mode: 'test', livemode: true },
    { stage: 'a sandbox', mode: 'live', livemode: false },
  ];

  it.each(wrong)('in $stage, a $mode key opens no charge', async ({ livemode }) => {
    const { result, kind } = await open([ok(intent('requires_payment_method', { livemode: !livemode }))], { livemode });
    expect([kind, result]).toEqual(['TransientFailure', 'provider-rejects-credentials']);
  });

  it.each(wrong)('in $stage, nothing that a $mode key shows is confirmed, cancelled or believed', async ({ livemode }) => {
    for (const status of ['requires_payment_method', 'requires_action', 'succeeded', 'canceled']) {
      const { result, kind, requests } = await settle([ok(intent(status, { livemode: !livemode }))], true, { livemode });
      expect([kind, result]).toEqual(['TransientFailure', 'provider-rejects-credentials']);
      expect(requests).toEqual([RETRIEVE]);
    }
  });

  it.each(wrong)('in $stage, no decline by a $mode key is final', async ({ livemode }) => {
    const other = intent('requires_payment_method', { livemode: !livemode });
    const reply = fail(402, { type: 'card_error', code: 'card_declined', payment_intent: other });
    const { result, requests } = await settle([reply], false, { livemode });
    expect(result).toBe('provider-rejects-credentials');
    expect(requests).toEqual([CONFIRM]);
  });

  it('an answer that does not tell its mode is not believed', async () => {
    expect((await settle([ok(intent('succeeded', { livemode: undefined }))], true)).result).toBe('provider-rejects-credentials');
  });

  it('in production, a live key charges', async () => {
    const { result } = await settle([ok(intent('succeeded', { livemode: true }))], false, { livemode: true });
    expect(result).toEqual({ outcome: charged, alreadySettled: false });
  });
});

describe('what an error of the provider means', () => {
  /** All others are transient: the work may have been done, and only a later delivery finds out. */
  const PERMANENT = ['provider-key-reused', 'provider-refused'];

  it.each([
    { case: 'a 500', reply: fail(500, { type: 'api_error' }), code: 'provider-error' },
    { case: 'a stored 500', reply: replayed(500, { type: 'api_error' }), code: 'provider-repeats-error' },
    { case: 'a stored refusal', reply: replayed(400, { type: 'invalid_request_error', param: 'currency' }), code: 'provider-refused' },
    { case: 'a key in flight', reply: fail(409, { type: 'idempotency_error', code: 'idempotency_key_in_use' }), code: 'provider-busy' },
    { case: 'too many requests', reply: fail(429, { type: 'invalid_request_error', code: 'rate_limit' }), code: 'provider-busy' },
    { case: 'a wrong key of ours', reply: fail(401, { type: 'invalid_request_error' }), code: 'provider-rejects-credentials' },
    { case: 'a missing permission', reply: fail(403, { type: 'invalid_request_error' }), code: 'provider-rejects-credentials' },
    { case: 'the same key with other parameters', reply: fail(400, { type: 'idempotency_error' }), code: 'provider-key-reused' },
    { case: 'a refused parameter', reply: fail(400, { type: 'invalid_request_error', param: 'currency' }), code: 'provider-refused' },
    {
      case: 'a charge that it does not know',
      reply: fail(404, { type: 'invalid_request_error', code: 'resource_missing', param: 'intent' }),
      code: 'provider-refused',
    },
    { case: "a gateway's 504 in JSON", reply: { status: 504, json: { message: 'Endpoint request timed out' } }, code: 'provider-error' },
    { case: "a gateway's 502 in HTML", reply: { status: 502, text: '<html>Bad Gateway</html>' }, code: 'provider-error' },
    { case: 'an empty 200', reply: { status: 200, text: '' }, code: 'provider-error' },
    { case: 'a 200 that is no PaymentIntent', reply: ok({ object: 'customer', id: 'cus_1' }), code: 'provider-error' },
    { case: 'a success without its charge', reply: ok(intent('succeeded', { latest_charge: null })), code: 'provider-error' },
  ])('case: $code', async ({ reply, code }) => {
    const { result, kind } = await settle([reply], false);
    expect(result).toBe(code);
    expect(kind).toBe(PERMANENT.includes(code) ? 'PermanentFailure' : 'TransientFailure');
  });

  it('a connection cut twice: provider-unreachable', async () => {
    const { result, kind, requests } = await settle(['cut', 'cut'], false);
    expect(result).toBe('provider-unreachable');
    expect(kind).toBe('TransientFailure');
    expect(requests).toEqual([CONFIRM, CONFIRM]);
  });
});

describe('ending a charge without confirming it', () => {
  it.each([
    { reason: 'cancelled', cancellation: 'requested_by_customer' },
    { reason: 'expired', cancellation: 'abandoned' },
  ] as const)('asks, then cancels it as $cancellation, without a key: $reason', async ({ reason, cancellation }) => {
    const after = intent('canceled', { cancellation_reason: cancellation });
    const { result, seen } = await end([ok(intent('requires_payment_method')), ok(after)], reason);
    expect(result).toEqual({ outcome: { status: reason }, alreadySettled: false });
    expect(seen.map(({ request }) => request)).toEqual([RETRIEVE, CANCEL]);
    expect(seen[1]!.body).toEqual({ cancellation_reason: cancellation });
  });

  it.each(['requires_payment_method', 'requires_confirmation', 'requires_action', 'requires_capture'])(
    'cancels what %s',
    async (status) => {
      const after = intent('canceled', { cancellation_reason: 'abandoned' });
      expect((await end([ok(intent(status)), ok(after)], 'expired')).requests).toEqual([RETRIEVE, CANCEL]);
    },
  );

  it('finds it charged: money has moved before, and that is the outcome', async () => {
    const { result, requests } = await end([ok(intent('succeeded'))], 'cancelled');
    expect(result).toEqual({ outcome: charged, alreadySettled: true });
    expect(requests).toEqual([RETRIEVE]);
  });

  it('finds it charged in between: the cancellation is refused, and what it is now decides', async () => {
    const { result, requests } = await end(
      [ok(intent('requires_payment_method')), unexpectedState('succeeded'), ok(intent('succeeded'))],
      'cancelled',
    );
    expect(result).toEqual({ outcome: charged, alreadySettled: false });
    expect(requests).toEqual([RETRIEVE, CANCEL, RETRIEVE]);
  });

  it.each([
    {
      case: 'a decline',
      reply: { cancellation_reason: null, last_payment_error: { decline_code: 'insufficient_funds' } },
      right: { status: 'declined', declineCode: 'insufficient_funds' },
    },
    { case: 'the deadline', reply: { cancellation_reason: 'abandoned' }, right: { status: 'expired' } },
    { case: 'a cancellation', reply: { cancellation_reason: 'requested_by_customer' }, right: { status: 'cancelled' } },
    { case: 'the provider', reply: { cancellation_reason: 'automatic' }, right: { status: 'declined', declineCode: 'canceled' } },
  ])('finds it cancelled by $case, and says so', async ({ reply, right }) => {
    const { result, requests } = await end([ok(intent('canceled', reply))], 'cancelled');
    expect(result).toEqual({ outcome: right, alreadySettled: true });
    expect(requests).toEqual([RETRIEVE]);
  });

  it('waits while the provider has not decided', async () => {
    expect(await end([ok(intent('processing'))], 'expired')).toMatchObject({ result: 'provider-processing', kind: 'TransientFailure' });
  });

  it("does not believe, or end, another payment's charge", async () => {
    const { result, requests } = await end([ok(intent('requires_payment_method', { amount: 2000 }))], 'cancelled');
    expect(result).toBe('provider-reply-differs');
    expect(requests).toEqual([RETRIEVE]);
  });
});

describe('a charge that another delivery has ended', () => {
  it.each([
    { reason: 'requested_by_customer', right: { status: 'cancelled' } },
    { reason: 'abandoned', right: { status: 'expired' } },
  ])('is read by its reason, $reason, when it is to be confirmed', async ({ reason, right }) => {
    const { result } = await settle([ok(intent('canceled', { cancellation_reason: reason }))], true);
    expect(result).toEqual({ outcome: right, alreadySettled: true });
  });
});
