// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the text of the product, in which they stand

import { mutantsOf } from './mutant';

const SUBMIT = 'test/unit/submit-payment';
const CORE_TESTS = ['submit-payment', 'client-token', 'further-attempt', 'unavailable'].map((name) => `${SUBMIT}/${name}.test.ts`);

/** What the API refuses, and in which order it promises. */
export const SUBMIT_MUTANTS = [
  ...mutantsOf('functions/submit-payment/submit-payment.ts', CORE_TESTS, [
    { name: 'a client token that was used for another body is accepted', from: "=== 'used-for-another-event'", to: '=== undefined' },
    { name: 'a further attempt is accepted beside one that may still charge', from: 'if (refusal) return refusal;', to: '' },
    {
      name: 'a further attempt is accepted while the one before is charging',
      from: 'if (previous && isTerminal(previous) &&',
      to: 'if (previous &&',
    },
    {
      name: 'a further attempt is accepted behind one that was charged',
      from: "&& previous.status !== 'charged') return undefined;",
      to: ') return undefined;',
    },
    { name: 'another amount is accepted for the same attempt', from: 'if (!sameEvent(payment, event)) {', to: 'if (false) {' },
    {
      name: 'the message is sent before the row exists',
      from: 'const payment = await payments.create(',
      to: 'await send(event);\n  const payment = await payments.create(',
    },
    {
      name: 'a repeat sends nothing, so a send that failed is lost',
      from: 'if (!isTerminal(payment)) await send(event);',
      to: 'if (!replayed) await send(event);',
    },
    {
      name: 'a repeat sends nothing for a payment that is charging',
      from: 'if (!isTerminal(payment)) await send(event);',
      to: "if (payment.status === 'accepted') await send(event);",
    },
    {
      name: 'a repeat is sent for a payment that has ended',
      from: 'if (!isTerminal(payment)) await send(event);',
      to: 'await send(event);',
    },
    {
      name: 'the answer does not wait for the queue',
      from: 'if (!isTerminal(payment)) await send(event);',
      to: 'if (!isTerminal(payment)) void send(event).catch(() => undefined);',
    },
  ]),
  ...mutantsOf(
    'contract/payment-event.ts',
    ['test/unit/contract/message.test.ts'],
    [
      {
        name: 'every send is new to SQS',
        from: 'MessageDeduplicationId: deduplicationId(event),',
        to: 'MessageDeduplicationId: `${deduplicationId(event)}${Math.random()}`,',
      },
      {
        name: 'the attempts of an order may overtake each other',
        from: 'MessageGroupId: messageGroupId(event),',
        to: 'MessageGroupId: deduplicationId(event),',
      },
    ],
  ),
  ...mutantsOf(
    'functions/submit-payment/handler.ts',
    ['test/system/faults.test.ts'],
    [
      {
        name: 'the API answers 202 before the queue has the message',
        from: 'await sqs.send(new SendMessageCommand(',
        to: 'void sqs.send(new SendMessageCommand(',
      },
    ],
  ),
  ...mutantsOf(
    'functions/submit-payment/client-tokens.dynamodb.ts',
    [`${SUBMIT}/client-tokens-contract.test.ts`],
    [
      {
        name: 'a client token is taken over by the next body',
        from: "'attribute_not_exists(#pk) OR #ttl <= :now'",
        to: "'attribute_not_exists(#pk) OR attribute_exists(#pk) OR #ttl <= :now'",
      },
      {
        name: 'a client token never expires',
        from: "'attribute_not_exists(#pk) OR #ttl <= :now'",
        to: "'attribute_not_exists(#pk) OR (attribute_not_exists(#pk) AND #ttl <= :now)'",
      },
      {
        name: 'a client token fits every body',
        from: "error.Item?.fingerprint?.S === bound ? 'claimed' : 'used-for-another-event'",
        to: "'claimed'",
      },
      {
        name: 'a client token does not know the amount',
        from: '[orderId, attempt, amount, currency, paymentMethod]',
        to: '[orderId, attempt, currency, paymentMethod]',
      },
    ],
  ),
  ...mutantsOf(
    'functions/shared/json-body.ts',
    [`${SUBMIT}/request-body.test.ts`, `${SUBMIT}/request-envelope.test.ts`],
    [
      { name: 'a body with a card number is stored', from: 'if (containsCardNumber(text))', to: 'if (false)' },
      {
        name: 'a card number in escaped digits is stored',
        from: 'if (Object.entries(members).some(',
        to: 'if (false && Object.entries(members).some(',
      },
      { name: 'bytes that are not UTF-8 are replaced', from: '{ fatal: true, ignoreBOM: true }', to: '{ fatal: false, ignoreBOM: true }' },
    ],
  ),
  ...mutantsOf(
    'functions/shared/exact-json.ts',
    [`${SUBMIT}/exact-json.test.ts`],
    [
      { name: 'of two amounts in one body one is dropped', from: 'if (flat && countNames(text) > members.length)', to: 'if (false)' },
      { name: 'an amount is rounded', from: "if (sign === undefined || (digits !== '' && scale < 0)) return Number.NaN;", to: '' },
      { name: 'an amount too long for a double is rounded', from: 'Math.abs(value) < 1e15 ?', to: 'Math.abs(value) < 1e30 ?' },
    ],
  ),
  ...mutantsOf(
    'contract/card-number.ts',
    ['test/unit/contract/card-number.test.ts'],
    [
      { name: 'a card number is any number', from: 'return sum % 10 === 0;', to: 'return true;' },
      { name: 'a grouped card number passes', from: "'[ ._-]'", to: "'[#]'" },
    ],
  ),
];
