import type { Asked, OutboundCall } from './aws/outbound-call';
import type { Invocation, Outcome } from './lambda/invocation';
import type { ObservedEvent } from './sqs/events';
import type { QueueState } from './sqs/queue-state';
import type { LogLine } from './types';

/** Told of everything as it happens. It changes nothing. */
export interface Observer {
  /** A call that a function made is over. What this returns is recorded with the call. @param answer JSON text, if the work was done */
  call?: (call: OutboundCall, outcome: string, asked: Asked, answer: string | undefined) => object | undefined;
  /** Before the event is applied: a message that is removed can still be read. */
  queueEvent?: (event: ObservedEvent, state: QueueState) => void;
  /** An invocation begins; returns what to call when it has ended, without an outcome when it was throttled. */
  invocation?: (folder: string, invocation: Invocation) => ((outcome: Outcome | undefined) => void) | undefined;
  log?: (line: LogLine) => void;
}
