import type { Asked, OutboundCall } from '@charge-once/simulator/aws/outbound-call';
import type { Invocation, Outcome } from '@charge-once/simulator/lambda/invocation';
import type { ObservedEvent } from '@charge-once/simulator/sqs/events';
import type { QueueState } from '@charge-once/simulator/sqs/queue-state';
import type { Clock, LogLine } from '@charge-once/simulator/types';
import type { Subject } from './entry';
import { createPaymentTimelines, type PaymentTimelines } from './payment-timelines';
import { seeCall } from './seen-calls';
import { type SeenInvocation, seeEnd, seeInvocation } from './seen-invocations';
import { seeFailure, suppressingLayers } from './seen-log-lines';
import { seeMessages } from './seen-messages';
import { createSubjects } from './subjects';

/** Watches calls, queues, invocations and logs as they are, and keeps what each says about a payment. It changes nothing. */
export interface Timeline extends Pick<PaymentTimelines, 'know' | 'list' | 'of'> {
  /** Returns whom the call was about. @param answer JSON text of the service's answer, if the work was done */
  call: (call: OutboundCall, outcome: string, asked: Asked, answer: string | undefined) => Subject | undefined;
  queueEvent: (event: ObservedEvent, state: QueueState) => void;
  /** An invocation begins; returns what to call when it has ended, without an outcome when it was throttled. */
  invocation: (folder: string, invocation: Pick<Invocation, 'requestId' | 'payload'>) => (outcome: Outcome | undefined) => void;
  log: (line: LogLine) => void;
}

/** @param labelOf name of a queue as people know it, by its physical one */
export function createTimeline(clock: Pick<Clock, 'now'>, labelOf: (queue: string) => string): Timeline {
  const timelines = createPaymentTimelines();
  const subjects = createSubjects();
  /** Those that run, by request id. */
  const running = new Map<string, SeenInvocation>();

  return {
    call(call, outcome, asked, answer) {
      const seen = seeCall(call, outcome, asked, answer, subjects);
      if (seen?.observation) timelines.add(clock.now(), seen.subject, seen.observation);
      return seen?.subject;
    },
    queueEvent(event, state) {
      for (const { subject, observation } of seeMessages(event, state, labelOf, subjects)) timelines.add(event.at, subject, observation);
    },
    invocation(folder, { requestId, payload }) {
      const seen = seeInvocation(payload, subjects);
      running.set(requestId, seen);
      if (seen.request !== undefined) {
        for (const subject of seen.subjects) timelines.add(clock.now(), subject, { kind: 'request', text: seen.request });
      }
      return (outcome) => {
        running.delete(requestId);
        const observation = seeEnd(folder, seen, outcome);
        if (observation) for (const subject of seen.subjects) timelines.add(clock.now(), subject, observation);
      };
    },
    log({ at, folder, requestId, text }) {
      const failure = seeFailure(folder, text, subjects);
      if (failure) timelines.add(at, failure.subject, failure.observation);
      // A metric does not say whose duplicate it was: told only where the invocation was about one payment.
      const [subject, another] = running.get(requestId ?? '')?.subjects ?? [];
      if (!subject || another) return;
      for (const layer of suppressingLayers(text)) {
        timelines.add(at, subject, { kind: 'suppressed', text: `duplicate stopped by ${layer}`, function: folder, layer });
      }
    },
    know: timelines.know,
    list: timelines.list,
    of: timelines.of,
  };
}
