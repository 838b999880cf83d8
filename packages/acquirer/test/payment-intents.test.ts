import Stripe from 'stripe';
import { type Acquirer, failure, order, startAcquirer } from './acquirer';

let acquirer: Acquirer;
let stripe: Stripe;

beforeEach(async () => {
  acquirer = await startAcquirer();
  ({ stripe } = acquirer);
});
afterEach(() => acquirer.close());

const open = (more: object = {}) => stripe.paymentIntents.create(order('ord-1', more));

it('creates a PaymentIntent that has moved no money', async () => {
  const intent = await stripe.paymentIntents.create(order('ord-1', { automatic_payment_methods: { enabled: true } }));
  expect(intent).toMatchObject({
    object: 'payment_intent',
    amount: 1999,
    amount_received: 0,
    currency: 'eur',
    status: 'requires_payment_method',
    metadata: { orderId: 'ord-1', attempt: '1' },
    latest_charge: null,
    last_payment_error: null,
    created: 1795946400,
    livemode: false,
  });
  expect(intent.id).toMatch(/^pi_[A-Za-z0-9]{24}$/);
  expect(await acquirer.books('orderId=ord-1')).toEqual({ data: [], has_more: false });
});

it('waits for confirmation when a payment method is given', async () => {
  expect(await open({ payment_method: 'pm_card_visa', currency: 'EUR' })).toMatchObject({
    status: 'requires_confirmation',
    payment_method: 'pm_card_visa',
    currency: 'eur',
  });
});

it.each(['pm_card_visa', 'pm_card_mastercard', 'pm_card_amex'])('charges %s when it is confirmed', async (payment_method) => {
  const { id } = await open();
  acquirer.wait(1500);
  const confirmed = await stripe.paymentIntents.confirm(id, { payment_method, expand: ['latest_charge'] });
  expect(confirmed).toMatchObject({
    status: 'succeeded',
    amount_received: 1999,
    payment_method,
    latest_charge: { object: 'charge', amount: 1999, paid: true, status: 'succeeded', payment_intent: id, created: 1795946401 },
  });
  expect(await acquirer.books('orderId=ord-1')).toEqual({
    data: [{ orderId: 'ord-1', attempt: 1, amount: 1999, currency: 'EUR', chargeId: id, chargedAt: '2026-11-29T10:00:01.000Z' }],
    has_more: false,
  });
});

it('charges at once when it is confirmed while creating', async () => {
  const intent = await open({ payment_method: 'pm_card_visa', confirm: true });
  expect(intent.status).toBe('succeeded');
  expect(intent.latest_charge).toMatch(/^ch_/);
  expect((await acquirer.books()).data).toHaveLength(1);
});

it.each([
  ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
  ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
  ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
  ['pm_card_chargeDeclinedLostCard', 'card_declined', 'lost_card'],
  ['pm_card_chargeDeclinedStolenCard', 'card_declined', 'stolen_card'],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
  ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'],
  ['pm_card_chargeDeclinedProcessingError', 'processing_error', 'processing_error'],
])('declines %s with code %s and decline code %s', async (payment_method, code, decline_code) => {
  const { id } = await open({ payment_method });
  const error = await failure(stripe.paymentIntents.confirm(id));
  expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
  expect(error).toMatchObject({ statusCode: 402, rawType: 'card_error', code, decline_code });
  expect(error.payment_intent).toMatchObject({
    id,
    status: 'requires_payment_method',
    payment_method: null,
    last_payment_error: { code, decline_code },
  });
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'requires_payment_method', amount_received: 0 });
  expect((await acquirer.books()).data).toEqual([]);
});

it('declines a create with confirmation and keeps its PaymentIntent', async () => {
  const error = await failure(open({ payment_method: 'pm_card_chargeDeclined', confirm: true }));
  expect(error).toMatchObject({ statusCode: 402, decline_code: 'generic_decline' });
  expect(await stripe.paymentIntents.retrieve(error.payment_intent!.id)).toMatchObject({ status: 'requires_payment_method' });
});

it('declines a declined PaymentIntent again, and charges it with another card', async () => {
  const { id } = await open();
  await failure(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }));
  expect(await failure(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_chargeDeclinedLostCard' }))).toMatchObject({
    decline_code: 'lost_card',
  });
  expect(await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })).toMatchObject({
    status: 'succeeded',
    last_payment_error: null,
  });
  expect((await acquirer.books()).data).toHaveLength(1);
});

it('refuses to confirm without a payment method, also after a decline took it off', async () => {
  const { id } = await open({ payment_method: 'pm_card_chargeDeclined' });
  await failure(stripe.paymentIntents.confirm(id));
  expect(await failure(stripe.paymentIntents.confirm(id))).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
});

it('refuses to confirm what has succeeded, and shows it', async () => {
  const { id } = await open({ payment_method: 'pm_card_visa', confirm: true });
  const error = await failure(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }));
  expect(error).toMatchObject({ statusCode: 400, rawType: 'invalid_request_error', code: 'payment_intent_unexpected_state' });
  expect(error.payment_intent).toMatchObject({ id, status: 'succeeded', amount_received: 1999, metadata: { orderId: 'ord-1' } });
  expect((await acquirer.books()).data).toHaveLength(1);
});

it('cancels what has not been charged, after which it cannot be confirmed or cancelled', async () => {
  const { id } = await open({ payment_method: 'pm_card_visa' });
  expect(await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })).toMatchObject({
    status: 'canceled',
    canceled_at: 1795946400,
    cancellation_reason: 'abandoned',
  });
  const unexpected = { statusCode: 400, code: 'payment_intent_unexpected_state', payment_intent: { status: 'canceled' } };
  expect(await failure(stripe.paymentIntents.confirm(id))).toMatchObject(unexpected);
  expect(await failure(stripe.paymentIntents.cancel(id))).toMatchObject(unexpected);
});

it('keeps the decline on a PaymentIntent that is cancelled after it', async () => {
  const { id } = await open({ payment_method: 'pm_card_chargeDeclined' });
  await failure(stripe.paymentIntents.confirm(id));
  expect(await stripe.paymentIntents.cancel(id)).toMatchObject({
    status: 'canceled',
    last_payment_error: { decline_code: 'generic_decline' },
  });
});

it('refuses to cancel what has succeeded', async () => {
  const { id } = await open({ payment_method: 'pm_card_visa', confirm: true });
  const error = await failure(stripe.paymentIntents.cancel(id));
  expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state', payment_intent: { status: 'succeeded' } });
});

it('asks for the card holder when authentication is required, and declines when nobody is there', async () => {
  const { id } = await open({ payment_method: 'pm_card_authenticationRequired' });
  expect(await stripe.paymentIntents.confirm(id)).toMatchObject({
    status: 'requires_action',
    next_action: { type: 'use_stripe_sdk' },
    amount_received: 0,
  });
  expect(await failure(stripe.paymentIntents.confirm(id, { error_on_requires_action: true }))).toMatchObject({
    statusCode: 402,
    code: 'authentication_required',
  });
});

it.each(['pm_card_unknown', 'pm_constructor', 'card'])(
  'refuses the unknown payment method %s at create and at confirm',
  async (payment_method) => {
    const unknown = { statusCode: 400, code: 'resource_missing', param: 'payment_method' };
    expect(await failure(open({ payment_method }))).toMatchObject(unknown);
    const { id } = await open();
    expect(await failure(stripe.paymentIntents.confirm(id, { payment_method }))).toMatchObject(unknown);
  },
);

it.each(['pi_000000000000000000000000', 'pi_1', 'x'])('answers 404 for the unknown PaymentIntent %s', async (id) => {
  const missing = { statusCode: 404, code: 'resource_missing' };
  expect(await failure(stripe.paymentIntents.retrieve(id))).toMatchObject(missing);
  expect(await failure(stripe.paymentIntents.confirm(id))).toMatchObject(missing);
  expect(await failure(stripe.paymentIntents.cancel(id))).toMatchObject(missing);
});

it('charges once when 20 confirmations with different keys run at once', async () => {
  const { id } = await open({ payment_method: 'pm_card_visa' });
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => stripe.paymentIntents.confirm(id)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const result of results) if (result.status === 'rejected') expect(result.reason.code).toBe('payment_intent_unexpected_state');
  expect((await acquirer.books('orderId=ord-1')).data).toHaveLength(1);
});

it('ends in exactly one of charged and cancelled when both are asked at once', async () => {
  const { id } = await open({ payment_method: 'pm_card_visa' });
  const results = await Promise.allSettled([stripe.paymentIntents.confirm(id), stripe.paymentIntents.cancel(id)]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});
