import { billedMs, costOf, duplicateUsd, fixedUsd, httpApiSavingUsd, lambdaUsd, tableUsd, totalOf } from '../../../lab/bench/cost/model';
import { costSection } from '../../../lab/bench/cost/report';
import { NONE } from '../../../lab/bench/requests/count';
import { invocation, measured } from '../../../testing/measured-fixture';

const usage = { payments: 1_000_000, duplicates: 0, reads: 0 };
const bill = (...args: Parameters<typeof costOf>): Record<string, number> =>
  Object.fromEntries(costOf(...args).map(({ service, usd }) => [service, Number(usd.toFixed(4))]));

describe('cost model', () => {
  it('bills a million invocations of 0.1 GB-seconds with 0.20 for the requests and 1.33 for the time', () => {
    expect(lambdaUsd(1_000_000, invocation)).toBeCloseTo(1.53334, 5);
  });

  it('stretches computing, and not waiting, to the share of a processor that the memory buys', () => {
    // 1,769 MB are one processor, so that a quarter of them computes four times as long.
    expect(billedMs({ ms: 110, cpuMs: 10, loggedBytes: 0, memoryMb: 1769 / 4 })).toBeCloseTo(140, 6);
    expect(billedMs({ ms: 110, cpuMs: 10, loggedBytes: 0, memoryMb: 4000 })).toBe(110);
  });

  it('charges a refused write like any other', () => {
    expect(tableUsd(1_000_000, { ...NONE, refusedWrites: 1 })).toBe(0.625);
    expect(tableUsd(1_000_000, { ...NONE, tableWrites: 1 })).toBe(0.625);
  });

  it('adds up a million payments in production, service by service', () => {
    expect(bill(usage, 'production', measured)).toEqual({
      'API Gateway (REST)': 3.5,
      'AWS WAF': 0.6,
      'Lambda: submit, get': 1.5333,
      'Lambda: charge': 1.5333,
      // Five writes and two of the index at 0.625, one read at 0.125.
      'DynamoDB: ledger and guard': 4.5,
      // Sent, received and deleted.
      'SQS (FIFO)': 1.5,
      // Two invocations of 350 bytes and an access log line of 400 are 1.1 GB.
      'CloudWatch Logs': 0.55,
      'X-Ray': 0.25,
    });
  });

  it('adds an API, a function and a table for the test acquirer in the sandbox', () => {
    const [sandbox, production] = [bill(usage, 'sandbox', measured), bill(usage, 'production', measured)];
    expect(sandbox['API Gateway (REST)']).toBe(10.5);
    expect(sandbox['AWS WAF']).toBeUndefined();
    expect(sandbox['DynamoDB: test acquirer']).toBe(3.375);
    expect(sandbox['DynamoDB: ledger and guard']).toBe(production['DynamoDB: ledger and guard']);
  });

  it('charges a duplicate for its request, its invocation and one write, and sends no message', () => {
    const doubled = bill({ ...usage, duplicates: 1 }, 'production', measured);
    expect(doubled['API Gateway (REST)']).toBe(7);
    expect(doubled['DynamoDB: ledger and guard']).toBe(5.125);
    expect(doubled['SQS (FIFO)']).toBe(1.5);
    expect(duplicateUsd(measured).api).toBeCloseTo(3.5 + 1.53334 + 0.625, 5);
  });

  it('costs nothing without payments, apart from what is paid by the month', () => {
    expect(totalOf(costOf({ ...usage, payments: 0, duplicates: 1 }, 'sandbox', measured))).toBe(0);
    // Ten alarms, a dashboard, a secret, 648,000 polls, and eight metrics for four hours a day.
    expect(fixedUsd(measured, 'sandbox')).toBeCloseTo(1 + 3 + 0.4 + 0.324 + 0.4, 6);
    // A web ACL with four rules, and a key.
    expect(fixedUsd(measured, 'production')).toBeCloseTo(1 + 3 + 0.4 + 0.324 + 0.4 + 5 + 4 + 1, 6);
  });

  it('saves 2.50 a million requests with HTTP API', () => {
    expect(httpApiSavingUsd({ payments: 1_000_000, duplicates: 0.5, reads: 1 })).toBe(6.25);
  });

  it('judges its goal by a million payments, however many were asked for', () => {
    const found = (payments: number) => costSection({ ...usage, payments }, measured).goals.map(({ found: text }) => text);
    expect(found(1000)).toEqual(found(1_000_000));
    expect(found(1000)[0]).toBe('13.97; DynamoDB: ledger and guard and API Gateway (REST) dominate');
  });
});
