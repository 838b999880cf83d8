import type { Requests } from '../requests/count';

/** One warm invocation. */
export interface Invocation {
  readonly ms: number;
  readonly cpuMs: number;
  /** Printed by the function itself. */
  readonly loggedBytes: number;
  readonly memoryMb: number;
}

/** What the cost model takes from a run of the bench: `measured.json`, written by a full run. */
export interface Measured {
  /** ISO 8601. */
  readonly date: string;
  readonly requests: {
    readonly firstCharge: Requests;
    readonly replayedPost: Requests;
    readonly guardDuplicate: Requests;
    readonly get: Requests;
    /** The test acquirer's own, for one charge. */
    readonly acquirer: Requests;
  };
  readonly invocations: {
    readonly submit: Invocation;
    readonly get: Invocation;
    /** One message, at a provider latency of 200 ms a call. */
    readonly charge: Invocation;
    readonly acquirer: Invocation;
  };
  readonly alarms: number;
  readonly dashboards: number;
}
