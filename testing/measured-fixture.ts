import type { Invocation, Measured } from '../lab/bench/cost/measured';
import { NONE } from '../lab/bench/requests/count';

/** Waits a tenth of a second with a gigabyte: 0.1 GB-seconds, and nothing to compute or to log. */
export const invocation: Invocation = { ms: 100, cpuMs: 0, loggedBytes: 0, memoryMb: 1024 };

/** What the README says that a payment costs in requests, with round durations. */
export const measured: Measured = {
  date: '2026-11-29T10:00:00.000Z',
  requests: {
    firstCharge: { ...NONE, tableWrites: 5, tableReads: 1, queueRequests: 1, providerCalls: 2 },
    replayedPost: { ...NONE, refusedWrites: 1 },
    guardDuplicate: { ...NONE, refusedWrites: 1 },
    get: { ...NONE, tableReads: 1 },
    acquirer: { ...NONE, tableWrites: 4, tableReads: 2 },
  },
  invocations: { submit: invocation, get: invocation, charge: invocation, acquirer: invocation },
  alarms: 10,
  dashboards: 1,
};
