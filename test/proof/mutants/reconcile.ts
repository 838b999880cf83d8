import { mutantsOf } from './mutant';

const CHARGES = ['test/unit/reconcile/charges.test.ts'];
const OVERDUE = ['test/unit/reconcile/overdue.test.ts'];

/** The reconciliation: what it records without being asked, and what it must not do to anybody's money. */
export const RECONCILE_MUTANTS = [
  ...mutantsOf('functions/reconcile/compare-charges.ts', CHARGES, [
    {
      name: 'a charge of another amount is recorded',
      from: 'a.amount === b.amount && a.currency === b.currency',
      to: 'a.currency === b.currency',
    },
    {
      name: 'a charge in another currency is recorded',
      from: 'a.amount === b.amount && a.currency === b.currency',
      to: 'a.amount === b.amount',
    },
    {
      name: 'a charge is recorded under the id of another',
      from: "if (row.chargeId !== charge.chargeId) return contradict(charge, row, 'other-charge', ports);",
      to: '',
    },
    {
      name: 'a payment is sent again although money has moved for it',
      from: 'await payments.noteFailure(row,',
      to: 'void (row,',
    },
    {
      name: 'a second attempt that was charged too is not looked for',
      from: "if (status === 'charged' && chargeId !== undefined) findings.charged({ orderId, attempt, chargeId });",
      to: '{}',
    },
  ]),
  ...mutantsOf('functions/reconcile/report.ts', CHARGES, [
    { name: 'two charges of an order are not too many', from: 'attemptByCharge.size > 1', to: 'attemptByCharge.size > 2' },
    {
      name: 'a payment may be recorded under the charge of another order',
      from: 'succeeded.get(charge.chargeId) === eventKey(charge)',
      to: 'succeeded.has(charge.chargeId)',
    },
  ]),
  ...mutantsOf('functions/reconcile/overdue-payments.ts', OVERDUE, [
    { name: 'a payment is sent again by every run', from: ' && row.resentAt === undefined', to: '' },
    { name: 'a payment whose delivery failed is sent again', from: 'row.lastFailure === undefined && ', to: '' },
    {
      name: 'a payment expires although the provider may have charged it',
      from: '!mayExpire || row.lastFailure?.code === CONTRADICTED',
      to: 'row.lastFailure?.code === CONTRADICTED',
    },
    {
      name: 'a payment is settled by the charge of another',
      from: 'if (isSameEvent && sameMoney(row, charge)) return true;',
      to: 'return true;',
    },
  ]),
  ...mutantsOf('functions/reconcile/overdue-payments.ts', CHARGES, [
    {
      name: 'a payment expires although it was charged another amount',
      from: '!mayExpire || row.lastFailure?.code === CONTRADICTED',
      to: '!mayExpire',
    },
  ]),
  ...mutantsOf('functions/reconcile/overdue-payments.ts', OVERDUE, [
    { name: 'a payment that became overdue is told by no run', from: 'row.acceptedAt >= ports.newSince', to: 'false' },
    { name: 'payments are sent again while the queue is behind', from: 'if (!(await isDrained)) return false;', to: '' },
  ]),
  ...mutantsOf(
    'functions/reconcile/overdue-payments.ts',
    ['test/unit/reconcile/crashes.test.ts'],
    [
      {
        name: 'a payment is marked as sent before it is',
        from: 'await queue.send(payment);\n    await payments.noteResent(payment, new Date(clock()).toISOString());',
        to: 'await payments.noteResent(payment, new Date(clock()).toISOString());\n    await queue.send(payment);',
      },
    ],
  ),
  ...mutantsOf('functions/reconcile/compare-charges.ts', CHARGES, [
    {
      name: 'a charge that never succeeded passes for one that did',
      from: "charge?.outcome?.status === 'charged'",
      to: 'charge !== undefined',
    },
  ]),
  ...mutantsOf('functions/reconcile/plan.ts', CHARGES, [
    {
      name: 'charges that were made late are not looked for',
      from: ', upTo(secondPass, secondsAgo(now, CHARGE_HORIZON_SECONDS))]',
      to: ']',
    },
  ]),
  ...mutantsOf(
    'functions/reconcile/pages.ts',
    ['test/unit/reconcile/progress.test.ts'],
    [
      {
        name: 'what could not be read is passed over',
        from: 'if (error instanceof TransientFailure) return { range,',
        to: 'if (error instanceof TransientFailure) return { range: { ...range, done: true },',
      },
      {
        name: 'a run calls itself complete that has compared only what an earlier one left',
        from: 'result.range.done && result.range.to < upTo ?',
        to: 'result.range.to > upTo ?',
      },
    ],
  ),
  ...mutantsOf(
    'functions/reconcile/provider-books.stripe.ts',
    ['test/unit/reconcile/provider-books.stripe.test.ts'],
    [
      {
        name: 'what was asked for counts, not what was received',
        from: "intent.status === 'succeeded' ? intent.amount_received : intent.amount",
        to: 'intent.amount',
      },
      {
        name: 'the books of the wrong mode are read',
        from: "if (intent.livemode !== livemode) throw new TransientFailure('provider-rejects-credentials');",
        to: '',
      },
      {
        name: 'a failing gateway passes for an empty list',
        from: "if (page.object !== 'list' || (page.has_more && !last)) throw new TransientFailure('provider-error');",
        to: "if (page.object !== 'list') return { items: [] };",
      },
    ],
  ),
];
