import type { ReconciliationReport } from '../../../functions/reconcile/report';
import { outcomeOf } from '../../../ops/reconcile/run';

const clean: ReconciliationReport = {
  from: '2026-11-29T00:00:00.000Z',
  to: '2026-11-29T06:00:00.000Z',
  complete: true,
  comparedUntil: '2026-11-29T06:00:00.000Z',
  lagSeconds: 900,
  compared: 7,
  chargedTwice: [],
  healed: [],
  unknownToProvider: [],
  differing: [],
  open: { overdue: 0, newlyOverdue: 0, resent: 0, settled: 0, inDlq: 0, expired: 0, inDoubt: 0 },
  counts: { chargedTwice: 0, healed: 0, unknownToProvider: 0, differing: 0 },
};
const open = (counts: Partial<ReconciliationReport['open']>) => ({ ...clean, open: { ...clean.open, ...counts } });
const found = (counts: Partial<ReconciliationReport['counts']>) => ({ ...clean, counts: { ...clean.counts, ...counts } });

it('says that it is clean', () => {
  const { text, exitCode } = outcomeOf(clean);
  expect(text).toMatch(/^7 charges compared, from 2026-11-29T00:00:00.000Z to 2026-11-29T06:00:00.000Z\n/);
  expect(text).toMatch(/\nClean: ledger and provider agree.$/);
  expect(exitCode).toBe(0);
});

it.each([
  ['a double charge', found({ chargedTwice: 1 })],
  ['a difference', found({ differing: 1 })],
  ['a charge that the provider does not know', found({ unknownToProvider: 1 })],
  ['a payment in doubt', open({ overdue: 1, inDoubt: 1 })],
  ['a payment that is open although its message was sent again long ago', open({ overdue: 1 })],
  ['a payment in the DLQ', open({ overdue: 1, inDlq: 1 })],
  ['a run that is not complete', { ...clean, complete: false, stoppedBy: 'out-of-time' }],
  ['a run that had nothing to compare', { ...clean, complete: false, stoppedBy: 'too-early' }],
])('asks for a person after %s', (_case, report) => {
  expect(outcomeOf(report)).toMatchObject({ text: expect.stringMatching(/A person should look at this.$/), exitCode: 3 });
});

it('says so when all that was asked for is too young to be compared', () => {
  const { text } = outcomeOf({ ...clean, complete: false, stoppedBy: 'too-early', compared: 0 });
  expect(text).toContain('\nNothing was compared: what is younger than 15 minutes may still be on its way. Run it again later.\n');
});

it('asks for nobody after what it has put right by itself', () => {
  const report = { ...open({ overdue: 3, resent: 1, settled: 1, expired: 1 }), counts: { ...clean.counts, healed: 2 } };
  expect(outcomeOf(report).exitCode).toBe(0);
});

it('names the charges of each finding', () => {
  const { text } = outcomeOf({
    ...found({ chargedTwice: 1, differing: 1 }),
    chargedTwice: [{ orderId: 'ord-1', attempt: 1, chargeIds: ['pi_1', 'pi_2'] }],
    differing: [{ orderId: 'ord-2', attempt: 2, chargeId: 'pi_3', reason: 'amount-or-currency' }],
  });
  expect(text).toMatch(/CHARGED TWICE +│ ord-1 │ 1 +│ pi_1, pi_2 │ -/);
  expect(text).toMatch(/differs from the ledger │ ord-2 │ 2 +│ pi_3 +│ amount-or-currency/);
});
