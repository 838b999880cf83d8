import type { Answer } from '../http/answer';
import type { Clock } from '../types';
import { faultAnswer } from './fault-answers';
import type { FaultRules } from './fault-rules';

/** A call that a function makes to a service outside its process. */
export interface OutboundCall {
  /** Folder of the calling function. */
  function: string;
  service: 'dynamodb' | 'sqs' | 'secretsmanager' | 'lambda' | 'sts' | 'acquirer';
  /** `PutItem`, or method and path for the acquirer: `POST /v1/payment_intents`. */
  action: string;
}

export interface RecordedCall extends OutboundCall {
  /** ISO 8601, virtual time at which it was answered. */
  at: string;
  /** `ok`, the service's error code, `HTTP <status>`, or the effect of a fault rule. */
  outcome: string;
}

export interface OutboundCalls {
  /** Does the call's work, unless a fault rule says otherwise, and records how it ended. Throws `ConnectionCut` when nothing is answered. */
  run(call: OutboundCall, work: () => Promise<Answer>): Promise<Answer>;
  /** In the order in which they were answered, oldest first. */
  list(folder?: string): RecordedCall[];
}

/** Calls kept: enough for a thousand payments, a few megabytes. */
const MAX_RECORDED = 20_000;

/** The caller gets no answer: its connection is closed, or its process is dead. */
export class ConnectionCut extends Error {}

/** Every outbound call of every function passes through `run`: the one place to watch calls and to make them fail. */
export function createOutboundCalls(clock: Clock, faults: FaultRules, kill: (folder: string) => void): OutboundCalls {
  const ring: RecordedCall[] = [];
  let next = 0;

  const record = (call: OutboundCall, outcome: string): void => {
    ring[next] = { ...call, at: new Date(clock.now()).toISOString(), outcome };
    next = (next + 1) % MAX_RECORDED;
  };

  return {
    run: async (call, work) => {
      const fault = faults.next(call);
      if (fault?.effect === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
      if (fault?.effect === 'throttle' || fault?.effect === 'error') {
        record(call, fault.effect);
        return faultAnswer(fault.service, fault.effect);
      }
      const answer = fault?.effect === 'kill-before' ? undefined : await work();
      if (answer === undefined || fault?.effect === 'kill-after' || fault?.effect === 'lose-reply') {
        record(call, fault!.effect);
        if (fault!.effect !== 'lose-reply') kill(call.function);
        throw new ConnectionCut(fault!.effect);
      }
      record(call, answer.statusCode < 400 ? 'ok' : (answer.errorCode ?? `HTTP ${answer.statusCode}`));
      return answer;
    },
    list: (folder) => {
      const oldestFirst = ring.length < MAX_RECORDED ? ring : [...ring.slice(next), ...ring.slice(0, next)];
      return oldestFirst.filter((call) => folder === undefined || call.function === folder);
    },
  };
}
