import type { Charge } from '@charge-once/acquirer/client';
import { OperationError } from '../operation-error';
import { type Answer, ask, byFetch, jsonRequest, type Request } from './http';
import type { AlarmState, CallFault, MetricSeries, RecordedCall, SeenFault, SimulatorState, TimelineEntry } from './simulator-types';

/** The control endpoints of the simulator. Every call but `request` throws `OperationError` when it is refused. */
export interface SimulatorControl {
  state(): Promise<SimulatorState>;
  /** Moves virtual time by an ISO 8601 duration; whatever falls due is done when it resolves. */
  advance(duration: string): Promise<void>;
  alarms(): Promise<AlarmState[]>;
  metrics(): Promise<MetricSeries[]>;
  /** Outbound calls of a function, given by its folder, or of all. */
  calls(folder?: string): Promise<RecordedCall[]>;
  /** The acquirer's books: what an order, or every order, was charged. */
  charges(orderId?: string): Promise<Charge[]>;
  /** Faults in force, oldest first. */
  faults(): Promise<SeenFault[]>;
  /** Makes a call of a function fail. */
  breakCall(fault: CallFault): Promise<void>;
  /** No call fails any longer. */
  mendCalls(): Promise<void>;
  /** Kills the processes of a function, given by its folder. */
  kill(folder: string): Promise<void>;
  /** What was seen happening to a payment, oldest first. */
  timeline(orderId: string): Promise<TimelineEntry[]>;
  /** Any request, such as `/faults`, and its answer, whatever the status. `Json` is what the caller expects. */
  request<Json = unknown>(path: string, request?: Request): Promise<Answer<Json>>;
}

/** @param url of the simulator; only its origin counts */
export function simulatorControl(url: string): SimulatorControl {
  const request = <Json>(path: string, details?: Request): Promise<Answer<Json>> =>
    ask(byFetch, `${new URL(url).origin}/_simulator${path}`, details);

  async function done<Json>(path: string, details?: Request): Promise<Json> {
    const { status, text, json } = await request<Json>(path, details);
    if (status >= 300) throw new OperationError(`The simulator answered ${status} to ${path}: ${text}`);
    return json;
  }

  return {
    request,
    state: () => done('/state'),
    advance: async (duration) => void (await done('/clock', jsonRequest({ advance: duration }))),
    alarms: () => done('/alarms'),
    metrics: () => done('/metrics'),
    calls: (folder) => done(folder === undefined ? '/calls' : `/calls?function=${folder}`),
    charges: (orderId) => done(orderId === undefined ? '/charges' : `/charges?orderId=${orderId}`),
    faults: () => done('/faults'),
    breakCall: async (fault) => void (await done('/faults', jsonRequest(fault))),
    mendCalls: async () => void (await done('/faults', { method: 'DELETE' })),
    kill: async (folder) => void (await done(`/functions/${folder}/kill`, { method: 'POST' })),
    timeline: async (orderId) => (await done<{ entries: TimelineEntry[] }>(`/payments/${orderId}/timeline`)).entries,
  };
}
