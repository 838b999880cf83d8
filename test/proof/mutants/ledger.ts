// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the text of the product, in which they stand

import { mutantsOf } from './mutant';

const LEDGER_TESTS = ['test/unit/shared/payments-contract.test.ts', 'test/unit/shared/payments-dynamodb.test.ts'];

/** The conditional writes of the ledger, and the reading of its rows. */
export const LEDGER_MUTANTS = [
  ...mutantsOf('functions/shared/payments.dynamodb.ts', LEDGER_TESTS, [
    {
      name: 'create overwrites the row that is there',
      from: 'ConditionExpression: `attribute_not_exists(${pk})`',
      to: "ConditionExpression: 'attribute_not_exists(nothing)'",
    },
    {
      name: 'create answers with its own row when another is there',
      from: "if (stored) return stored;\n        throw new Error('a refused put",
      to: "if (stored) return payment;\n        throw new Error('a refused put",
    },
    {
      name: 'a transition starts from any status',
      from: 'ConditionExpression: `#status = :from${sameCharge}${notSet}`',
      to: 'ConditionExpression: `(#status = :from OR attribute_exists(#status))${sameCharge}${notSet}`',
    },
    {
      name: 'a charge is settled under the id of another',
      from: "' AND chargeId = :sameCharge'",
      to: "' AND (chargeId = :sameCharge OR attribute_exists(chargeId))'",
    },
    {
      name: 'a transition creates a row that is missing',
      from: 'ConditionExpression: `#status = :from${sameCharge}${notSet}`',
      to: 'ConditionExpression: `(#status = :from OR attribute_not_exists(#status))${sameCharge}${notSet}`',
    },
    {
      name: 'a failed condition is an error, so a write whose answer was lost never succeeds',
      from: 'if (stored) return stored;\n      throw new Error(`payment',
      to: 'throw new Error(`payment',
    },
    {
      name: 'a charge is started although somebody has asked to cancel it',
      from: "false, 'cancelRequestedAt')",
      to: 'false)',
    },
    {
      name: 'a second cancellation moves the time of the first',
      from: 'if_not_exists(cancelRequestedAt, :at)',
      to: ':at',
    },
    {
      name: 'a failure is noted on a payment that has ended',
      from: "'#status IN (:accepted, :charging)'",
      to: "'attribute_exists(#status) OR #status IN (:accepted, :charging)'",
    },
    {
      name: 'a payment is read eventually consistent',
      from: 'Key: keyOf({ orderId, attempt }), ConsistentRead: true',
      to: 'Key: keyOf({ orderId, attempt }), ConsistentRead: false',
    },
    {
      name: 'the attempts of an order are read eventually consistent',
      from: 'ConsistentRead: true,\n          KeyConditionExpression',
      to: 'ConsistentRead: false,\n          KeyConditionExpression',
    },
    {
      name: 'a settled payment stays in the index of open ones',
      from: '{ ...outcome }, true)',
      to: '{ ...outcome }, false)',
    },
  ]),
  ...mutantsOf(
    'functions/shared/payments.ts',
    ['test/unit/charge/charge-payment.test.ts'],
    [
      {
        name: 'a declined payment has not ended',
        from: "payment.status !== 'accepted' && payment.status !== 'charging';",
        to: "payment.status === 'charged' || payment.status === 'expired';",
      },
      {
        name: 'an expired payment has not ended',
        from: "payment.status !== 'accepted' && payment.status !== 'charging';",
        to: "payment.status === 'charged' || payment.status === 'declined';",
      },
    ],
  ),
  ...mutantsOf(
    'contract/payment-event.ts',
    ['test/unit/contract/payment-event.test.ts'],
    [
      { name: 'two events with different amounts say the same', from: 'a.amount === b.amount &&', to: 'true &&' },
      { name: 'two events with different currencies say the same', from: 'a.currency === b.currency &&', to: 'true &&' },
      {
        name: 'two events with different payment methods say the same',
        from: 'a.paymentMethod === b.paymentMethod;',
        to: 'true;',
      },
      { name: 'two orders say the same', from: 'a.orderId === b.orderId &&', to: 'true &&' },
      { name: 'two attempts say the same', from: 'a.attempt === b.attempt &&', to: 'true &&' },
      {
        name: 'a message is trusted because it is in the queue',
        from: 'const event = PaymentMessage.safeParse(JSON.parse(body)).data;',
        to: 'const event = JSON.parse(body);',
      },
      {
        name: 'a card number is logged as the order of a message',
        from: 'event && !containsCardNumber(event.orderId) ? event : undefined',
        to: 'event',
      },
      {
        name: 'an amount that cards cannot settle is accepted',
        from: 'decimalsOf(currency) !== 3 || amount % 10 === 0',
        to: 'true',
      },
    ],
  ),
  ...mutantsOf(
    'contract/keys.ts',
    ['test/unit/contract/keys.test.ts'],
    [
      { name: 'all attempts of an order have one key', from: '=> `${orderId}/${attempt}`;', to: '=> `${orderId}`;' },
      { name: 'two events may share a key', from: '=> `${orderId}/${attempt}`;', to: '=> `${orderId}-${attempt}`;' },
    ],
  ),
];
