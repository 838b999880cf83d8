import type { Answer } from '../http/answer';
import type { Clock } from '../types';
import type { FaultRules } from './fault-rules';
import type { Asked, OutboundCall } from './outbound-call';

export interface RecordedCall extends OutboundCall {
  /** What the observer found the call to be about. */
  [about: string]: unknown;
  /** ISO 8601, virtual time at which it was answered. */
  at: string;
  /** `ok`, the service's error code, `HTTP <status>`, or the effect of a fault rule. */
  outcome: string;
}

export interface OutboundCalls {
  /** Does the call's work, unless a fault rule says otherwise, and records how it ended. Throws `ConnectionCut` when nothing is answered. */
  run(call: OutboundCall, work: () => Promise<Answer>, asked?: Asked): Promise<Answer>;
  /** In the order in which they were answered, oldest first. */
  list(folder?: string): RecordedCall[];
}

/** Calls kept: a few megabytes. */
const MAX_RECORDED = 20_000;

/** The caller gets no answer: its connection is closed, or its process is dead. */
export class ConnectionCut extends Error {}

export interface OutboundCallsOptions {
  clock: Clock;
  faults: FaultRules;
  kill: (folder: string) => void;
  /** What a service answers that is overloaded (`throttle`) or fails (`error`). */
  faultAnswer: (service: string, effect: 'throttle' | 'error') => Answer;
  /** Told of each call when it is over. What it returns is recorded with the call. `answer` is absent when the work was not done. */
  see: (call: OutboundCall, outcome: string, asked: Asked, answer: string | undefined) => object | undefined;
}

/** Every outbound call of every function passes through `run`: the one place to watch calls and to make them fail. */
export function createOutboundCalls({ clock, faults, kill, faultAnswer, see }: OutboundCallsOptions): OutboundCalls {
  const ring: RecordedCall[] = [];
  let next = 0;

  const record = (call: OutboundCall, outcome: string, asked: Asked, answer?: Answer): void => {
    const about = see(call, outcome, asked, answer && String(answer.body));
    ring[next] = { ...call, ...about, at: new Date(clock.now()).toISOString(), outcome };
    next = (next + 1) % MAX_RECORDED;
  };

  return {
    run: async (call, work, asked = {}) => {
      const fault = faults.next(call);
      if (fault?.effect === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
      if (fault?.effect === 'throttle' || fault?.effect === 'error') {
        record(call, fault.effect, asked);
        return faultAnswer(fault.service, fault.effect);
      }
      const answer = fault?.effect === 'kill-before' ? undefined : await work();
      if (answer === undefined || fault?.effect === 'kill-after' || fault?.effect === 'lose-reply') {
        record(call, fault!.effect, asked, answer);
        if (fault!.effect !== 'lose-reply') kill(call.function);
        throw new ConnectionCut(fault!.effect);
      }
      record(call, answer.statusCode < 400 ? 'ok' : (answer.errorCode ?? `HTTP ${answer.statusCode}`), asked, answer);
      return answer;
    },
    list: (folder) => {
      const oldestFirst = ring.length < MAX_RECORDED ? ring : [...ring.slice(next), ...ring.slice(0, next)];
      return oldestFirst.filter((call) => folder === undefined || call.function === folder);
    },
  };
}
