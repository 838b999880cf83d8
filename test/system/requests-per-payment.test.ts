import type { Requests } from '../../lab/bench/requests/count';
import { countRequests, type Scenario } from '../../lab/bench/requests/scenarios';
import { operator } from '../../testing/operator';
import { startForTest, type TestSimulator } from '../../testing/start';

describe('requests per payment', () => {
  let simulator: TestSimulator;
  let counts: Record<Scenario, Requests>;

  beforeAll(async () => {
    simulator = await startForTest();
    counts = await countRequests(operator(simulator));
  }, 120_000);

  afterAll(() => simulator?.close());

  it('charges with five table writes, one read, one message and two provider calls', () => {
    expect(counts['first charge']).toEqual({ tableWrites: 5, refusedWrites: 0, tableReads: 1, queueRequests: 1, providerCalls: 2 });
  });

  it('makes a decline final with one more provider call', () => {
    expect(counts.decline).toEqual({ tableWrites: 5, refusedWrites: 0, tableReads: 1, queueRequests: 1, providerCalls: 3 });
  });

  it('answers a replayed POST from one refused write', () => {
    expect(counts['POST replayed after the charge']).toEqual({
      tableWrites: 0,
      refusedWrites: 1,
      tableReads: 0,
      queueRequests: 0,
      providerCalls: 0,
    });
  });

  it('sends again when the payment of a replayed POST is open', () => {
    expect(counts['POST replayed while the payment is open']).toEqual({
      tableWrites: 0,
      refusedWrites: 1,
      tableReads: 0,
      queueRequests: 1,
      providerCalls: 0,
    });
  });

  it('stops a duplicate in the guard with one refused write, and one read that sees whether a restored table lost its end', () => {
    expect(counts['duplicate after the charge, stopped by the guard']).toEqual({
      tableWrites: 0,
      refusedWrites: 1,
      tableReads: 1,
      queueRequests: 0,
      providerCalls: 0,
    });
  });

  it('hides a duplicate that meets the first in progress, after one refused write', () => {
    expect(counts['duplicate while the first is in progress']).toEqual({
      tableWrites: 0,
      refusedWrites: 1,
      tableReads: 0,
      queueRequests: 1,
      providerCalls: 0,
    });
  });

  it('stops a duplicate in the ledger with one read and the two writes of the guard', () => {
    expect(counts['duplicate after the guard has forgotten, stopped by the ledger']).toEqual({
      tableWrites: 2,
      refusedWrites: 0,
      tableReads: 1,
      queueRequests: 0,
      providerCalls: 0,
    });
  });

  it('finds out with one provider call that a redriven payment was charged', () => {
    expect(counts['redrive of a payment that the provider had charged']).toEqual({
      tableWrites: 3,
      refusedWrites: 0,
      tableReads: 1,
      queueRequests: 0,
      providerCalls: 1,
    });
  });

  it('answers a GET from one query', () => {
    expect(counts.GET).toEqual({ tableWrites: 0, refusedWrites: 0, tableReads: 1, queueRequests: 0, providerCalls: 0 });
  });
});
