import { mutantsOf } from './mutant';

/** The steps of one payment, and how a delivery and a batch end. */
export const CHARGE_MUTANTS = [
  ...mutantsOf(
    'functions/charge/charge-payment.ts',
    ['test/unit/charge/charge-payment.test.ts'],
    [
      { name: 'a message that the row contradicts is charged', from: 'if (!sameEvent(found, event))', to: 'if (false)' },
      { name: 'a payment that has ended runs again', from: 'if (isTerminal(found)) {', to: 'if (false) {' },
      { name: 'an expired payment is settled all the same', from: 'if (isTerminal(started)) return started;', to: '' },
      {
        name: 'a payment is charged however old it is',
        from: "> CHARGE_HORIZON_SECONDS * 1000 ? 'expired' : undefined",
        to: "> Number.POSITIVE_INFINITY ? 'expired' : undefined",
      },
      {
        name: 'a started payment is charged however old it is, or although somebody cancelled it',
        from: 'return reason === undefined ? settle(',
        to: 'return true ? settle(',
      },
      {
        name: 'a payment is charged although somebody cancelled it',
        from: "if (payment.cancelRequestedAt !== undefined) return 'cancelled';",
        to: '',
      },
      {
        name: 'a cancellation that comes while the charge is opened is forgotten',
        from: "return started.status === 'accepted' ? payments.cancel(started) : started;",
        to: 'return started;',
      },
      {
        name: 'whoever lost the race goes on with its own charge',
        from: 'const started = await payments.startCharging(payment, opening.chargeId);',
        to: "await payments.startCharging(payment, opening.chargeId);\n  const started: Payment = { ...payment, status: 'charging', chargeId: opening.chargeId };",
      },
      {
        name: 'the id of the charge is not recorded before money can move',
        from: 'const started = await payments.startCharging(payment, opening.chargeId);',
        to: "const started: Payment = { ...payment, status: 'charging', chargeId: opening.chargeId };",
      },
      {
        name: 'a refused amount counts as declined although another delivery charges it',
        from: 'return payments.decline(payment, opening.declineCode);',
        to: "return payments.decline(payment, opening.declineCode).then((row) => ({ ...row, status: 'declined' }));",
      },
      { name: 'a charge that was begun is confirmed without asking', from: "askFirst: found.status === 'charging'", to: 'askFirst: false' },
      {
        name: 'a ledger that contradicts the provider is believed',
        from: "if (!isTerminal(settled) || (settled.status === 'charged') !== (outcome.status === 'charged'))",
        to: 'if (!isTerminal(settled))',
      },
      {
        name: 'a charge that another id took over counts as done',
        from: "if (!isTerminal(settled) || (settled.status === 'charged') !== (outcome.status === 'charged'))",
        to: "if (isTerminal(settled) && (settled.status === 'charged') !== (outcome.status === 'charged'))",
      },
    ],
  ),
  ...mutantsOf(
    'functions/charge/heal.ts',
    ['test/unit/charge/heal.test.ts'],
    [
      {
        name: 'an open row beside a finished guard record stays open',
        from: 'if (!row || isTerminal(row) || chargeId === undefined) return status;',
        to: 'return status;',
      },
      {
        name: 'a record is believed without asking the provider',
        from: 'const outcome = await provider.look({ ...row, chargeId });',
        to: "const outcome = { status: 'charged', chargedAt: row.acceptedAt } as Outcome | undefined;",
      },
      {
        name: 'a row that is charging takes the charge of another record',
        from: "if (row.status === 'charging' && row.chargeId !== chargeId) throw",
        to: 'if (false) throw',
      },
      {
        name: 'an order that was charged before its row was lost expires, or is charged, with other content',
        from: "throw new PermanentFailure('ledger-contradicts-provider');\n}\n\n/** The payment had ended before",
        to: 'return;\n}\n\n/** The payment had ended before',
      },
    ],
  ),
  ...mutantsOf(
    'functions/charge/cancel-message.ts',
    ['test/unit/charge/cancel-message.test.ts'],
    [
      {
        name: 'a forged cancellation ends a payment, or charges it',
        from: 'if (row.cancelRequestedAt === undefined) {',
        to: 'if (false) {',
      },
    ],
  ),
  ...mutantsOf(
    'functions/cancel-payment/cancel-payment.ts',
    ['test/unit/cancel-payment/cancel-payment.test.ts'],
    [
      {
        name: 'a payment that was charged before is said to be cancelled',
        from: "if (row.status === 'charged' && row.cancelRequestedAt === undefined) {",
        to: 'if (false) {',
      },
      {
        name: 'a repeated cancellation sends nothing, so that a failed send is never made up for',
        from: 'if (!isTerminal(row)) await send',
        to: 'if (false) await send',
      },
    ],
  ),
  ...mutantsOf(
    'functions/charge/charge-message.ts',
    ['test/unit/charge/charge-message.test.ts'],
    [
      {
        name: 'a delivery that meets another one is acknowledged',
        from: "if (guarded.isSameEvent) ports.countSuppressed('InProgress');",
        to: "if (guarded.isSameEvent) return { kind: 'done', event, status: 'charged' };",
      },
      {
        name: 'an error nobody foresaw sends the message to the DLQ at once',
        from: "return { kind: 'transient', event, failure };",
        to: "return { kind: 'permanent', event, failure };",
      },
      {
        name: 'a known event with another content is tried again for ever',
        from: "return failed(event, new PermanentFailure('message-differs-from-payment'",
        to: "return failed(event, new TransientFailure('unexpected-error'",
      },
      {
        name: 'the guard is not asked',
        from: 'await ports.guard.once(event, async () => resultOf(await chargePayment(event, ports)));',
        to: "{ kind: 'ran', result: resultOf(await chargePayment(event, ports)) } as Guarded;",
      },
    ],
  ),
  ...mutantsOf(
    'functions/charge/charge-batch.ts',
    ['test/unit/charge/charge-batch.test.ts'],
    [
      {
        name: 'the messages of a group run in parallel',
        from: '[...groups.values()].map((group) => chargeGroup(group, ports))',
        to: 'messages.map((message) => chargeGroup([message], ports))',
      },
      { name: 'what is behind a failure is deleted unprocessed', from: 'return [message, ...behind];', to: 'return [message];' },
      { name: 'a failed message is deleted', from: 'return [message, ...behind];', to: 'return behind;' },
      {
        name: 'a failure does not stop its group',
        from: 'return [message, ...behind];\n  }\n  return [];',
        to: '(group as any).kept = [...((group as any).kept ?? []), message];\n  }\n  return (group as any).kept ?? [];',
      },
      {
        name: 'a message that cannot succeed waits instead of walking to the DLQ',
        from: "if (delivery.kind !== 'transient' || isLast(message, ports)) return 0;",
        to: '',
      },
      {
        name: 'receives are burnt while another delivery is at work',
        from: "if (delivery.failure.code === 'in-progress') return LEASE_SECONDS;",
        to: '',
      },
      {
        name: 'a failed note stops the report of a message',
        from: "log('failure not noted', message, delivery, error);",
        to: 'throw error;',
      },
      {
        name: 'a failed change of visibility stops the report of a message',
        from: "log('visibility not changed', message, delivery, error);",
        to: 'throw error;',
      },
      { name: 'a forged message leaves its trace on the payment', from: "  'message-differs-from-payment',\n", to: '' },
    ],
  ),
];
