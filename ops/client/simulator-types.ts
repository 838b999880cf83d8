import type { Layer } from '../../contract/names';
import type { QueueCounts } from './queues';
import type { Outputs } from './target';

/** Those of the shipped stacks. */
type FunctionFolder = 'submit-payment' | 'get-payment' | 'charge' | 'redrive' | 'reconcile' | 'acquirer';

export interface FunctionCounts {
  readonly invocations: number;
  readonly errors: number;
}

/** `GET /state`. */
export interface SimulatorState {
  /** ISO 8601, virtual. */
  readonly now: string;
  readonly outputs: Outputs;
  readonly queues: Readonly<Record<'ChargeQueue' | 'ChargeDlq', QueueCounts>>;
  readonly duplicatesSuppressed: Readonly<Record<Layer, number>>;
  readonly functions: Readonly<Record<FunctionFolder, FunctionCounts>>;
}

export interface AlarmState {
  readonly name: string;
  /** `NOT_EVALUATED`: nothing can tell, or there are no values yet. Never to be read as `OK`. */
  readonly state: 'OK' | 'ALARM' | 'NOT_EVALUATED';
  readonly threshold: number;
  /** Of the latest period with values. */
  readonly value?: number;
}

/** A metric with one combination of dimensions. */
export interface MetricSeries {
  readonly namespace: string;
  readonly metric: string;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly sum: number;
}

export interface RecordedCall {
  /** Folder of the calling function. */
  readonly function: string;
  readonly service: string;
  readonly action: string;
  /** ISO 8601, virtual. */
  readonly at: string;
  /** `ok`, the service's error code, `HTTP <status>`, or the effect of a fault. */
  readonly outcome: string;
}

export type CallEffect = 'kill-before' | 'kill-after' | 'lose-reply' | 'throttle' | 'error' | 'delay';

/** A call of a function that goes wrong. */
export interface CallFault {
  /** Folder of the calling function. */
  readonly function: string;
  readonly service: string;
  /** As `calls` shows it. @default every action of the service */
  readonly action?: string;
  readonly effect: CallEffect;
  /** The first call affected. @default 1 */
  readonly nth?: number;
  /** @default 1 */
  readonly times?: number;
  /** Milliseconds of real time, for `delay`. */
  readonly delayMs?: number;
}

/** A fault that is in force. */
export interface SeenFault extends CallFault {
  readonly nth: number;
  readonly times: number;
  /** Calls that it was matched with. */
  readonly seen: number;
}

/** One thing that happened to a payment. */
export interface TimelineEntry {
  /** ISO 8601, virtual. */
  readonly at: string;
  readonly kind: string;
  /** One phrase for people. */
  readonly text: string;
}
