// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the text of the product, in which they stand

import { mutantsOf } from './mutant';

const STRIPE_TESTS = ['test/unit/charge/provider.stripe.test.ts'];

/** What is asked of the provider, and what is believed of its answers. */
export const PROVIDER_MUTANTS = [
  ...mutantsOf('functions/charge/provider.stripe.ts', STRIPE_TESTS, [
    {
      name: 'a charge is created without a key',
      from: 'intents.create(payment, params, { idempotencyKey: keyOf(payment) })',
      to: 'intents.create(payment, params, {})',
    },
    {
      name: 'a charge is confirmed without a key',
      from: 'await intents.confirm(payment, { idempotencyKey: `${keyOf(payment)}/confirm` })',
      to: 'await intents.confirm(payment)',
    },
    {
      name: 'a later delivery confirms into the stored error of the first',
      from: 'declineCode === undefined ? await intents.confirm(payment)',
      to: 'declineCode === undefined ? await intents.confirm(payment, { idempotencyKey: `${keyOf(payment)}/confirm` })',
    },
    { name: 'create and confirm share a key', from: '`${keyOf(payment)}/confirm`', to: '`${keyOf(payment)}`' },
    {
      name: 'an amount that is never taken is tried for ever',
      from: "if (declineCode !== undefined) return { kind: 'refused', declineCode };",
      to: '',
    },
    {
      name: 'a declined charge stays open to a late confirmation',
      from: ": { intent: await intents.cancel(payment, 'declined'), declineCode };",
      to: ": { intent: { ...intent, status: 'canceled' }, declineCode };",
    },
    {
      name: 'a charge that waits for the customer stays open',
      from: "seen = { intent: await intents.cancel(payment, 'declined'), declineCode: 'authentication_required' };",
      to: "seen = { intent: { ...intent, status: 'canceled' }, declineCode: 'authentication_required' };",
    },
    {
      name: 'the provider is not asked before it is told again',
      from: '= askFirst\n    ? { intent: await intents.retrieve(payment) }\n    :',
      to: '=',
    },
    {
      name: 'a charge that is processing counts as declined',
      from: "case 'processing':\n        throw new TransientFailure('provider-processing');",
      to: "case 'processing':\n        return { outcome: { status: 'declined', declineCode: 'processing' }, alreadySettled };",
    },
    {
      name: 'a success without its charge is believed',
      from: "if (typeof charge !== 'object' || charge === null) throw new TransientFailure('provider-error');",
      to: 'if (typeof charge !== "object" || charge === null) return new Date(0).toISOString();',
    },
    {
      name: 'a payment that is to be ended counts as ended while the provider may still charge it',
      from: 'const intent = isOpen ? await intents.cancel(payment, reason) : before;',
      to: "const intent = isOpen ? { ...before, status: 'canceled' as const } : before;",
    },
    {
      name: 'a payment that is to be ended is cancelled without asking',
      from: "const isOpen = before.status.startsWith('requires_');",
      to: 'const isOpen = true;',
    },
    {
      name: 'a card that was declined is tried again',
      from: 'declineCode === undefined ? await intents.confirm(payment)',
      to: 'askFirst ? await intents.confirm(payment)',
    },
  ]),
  ...mutantsOf('functions/charge/intents.stripe.ts', STRIPE_TESTS, [
    {
      name: 'a call is begun that cannot finish in time',
      from: 'if (remainingMs() < PROVIDER_BUDGET_SECONDS * 1000)',
      to: 'if (false)',
    },
    { name: 'an answer with another amount is believed', from: 'intent.amount === amount &&', to: 'true &&' },
    { name: 'an answer in another currency is believed', from: 'intent.currency === currency.toLowerCase() &&', to: 'true &&' },
    { name: 'an answer for another order is believed', from: 'intent.metadata.orderId === orderId &&', to: 'true &&' },
    { name: 'an answer for another attempt is believed', from: 'intent.metadata.attempt === String(attempt) &&', to: 'true &&' },
    {
      name: 'an answer under another id is believed',
      from: '(payment.chargeId === undefined || intent.id === payment.chargeId) &&',
      to: 'true &&',
    },
    {
      name: 'a charge of less than was asked counts as charged',
      from: "(intent.status !== 'succeeded' || intent.amount_received === amount);",
      to: 'true;',
    },
    {
      name: "a gateway's JSON passes for an answer",
      from: "if (intent.object !== 'payment_intent') throw new TransientFailure('provider-error');",
      to: '',
    },
    {
      name: 'a charge behind a key of the wrong mode is believed',
      from: "if (intent.livemode !== livemode) throw new TransientFailure('provider-rejects-credentials');",
      to: '',
    },
    {
      name: 'confirming too late is a failure, not a reason to look',
      from: 'if (isUnexpectedState(error)) return { intent: await retrieve(payment) };',
      to: '',
    },
    {
      name: 'a cancel that came too late counts as a cancel',
      from: 'if (isUnexpectedState(error)) return retrieve(payment);',
      to: "if (isUnexpectedState(error)) return { status: 'canceled' } as Intent;",
    },
  ]),
  ...mutantsOf('functions/shared/stripe-errors.ts', STRIPE_TESTS, [
    {
      name: 'a key in flight sends the message to the DLQ',
      from: 'error.statusCode === 409 || error.statusCode === 429',
      to: 'error.statusCode === 429',
    },
    { name: 'a stored error is taken for a new one', from: "headers?.['idempotent-replayed'] === 'true'", to: 'false' },
    {
      name: 'a time-out of the provider sends the message to the DLQ',
      from: "return new TransientFailure('provider-unreachable'",
      to: "return new PermanentFailure('provider-unreachable' as never",
    },
    {
      name: 'a provider that does not know the charge counts as a decline',
      from: 'error instanceof StripeInvalidRequestError && refusesPaymentMethod(error)',
      to: 'error instanceof StripeInvalidRequestError',
    },
    {
      name: 'a complaint about the request counts as a decline',
      from: "return param === undefined && message.includes('PaymentMethod');",
      to: 'return param === undefined;',
    },
    { name: 'what the account lacks declines every customer', from: 'ACCOUNT_CODES.has(code)', to: 'false' },
    {
      name: 'a payment method that is refused in words alone is never declined',
      from: "return param === undefined && message.includes('PaymentMethod');",
      to: 'return false;',
    },
    {
      name: 'confirming too late is not recognised',
      from: "error instanceof StripeInvalidRequestError && error.code === 'payment_intent_unexpected_state';",
      to: 'false;',
    },
    {
      name: 'whatever is refused of a new charge counts as its amount',
      from: "error.code === 'amount_too_small' || error.code === 'amount_too_large' ? error.code : undefined",
      to: 'error.code',
    },
  ]),
  ...mutantsOf(
    'functions/shared/stripe-client.ts',
    ['test/unit/shared/stripe-client.test.ts'],
    [{ name: 'a key of the wrong mode is used', from: "(mode === 'live') !== livemode", to: 'false' }],
  ),
];
