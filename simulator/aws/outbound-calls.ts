import type { Answer } from '../http/answer';
import type { Clock } from '../types';

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
  /** `ok`, the service's error code, or `HTTP <status>`. */
  outcome: string;
}

export interface OutboundCalls {
  /** Does the call's work and records how it ended. */
  run(call: OutboundCall, work: () => Promise<Answer>): Promise<Answer>;
  /** In the order in which they were answered, oldest first. */
  list(folder?: string): RecordedCall[];
}

/** Calls kept: enough for a thousand payments, a few megabytes. */
const MAX_RECORDED = 20_000;

/** Every outbound call of every function passes through `run`: the one place to watch calls and to make them fail. */
export function createOutboundCalls(clock: Clock): OutboundCalls {
  const ring: RecordedCall[] = [];
  let next = 0;

  const record = (call: OutboundCall, outcome: string): void => {
    ring[next] = { ...call, at: new Date(clock.now()).toISOString(), outcome };
    next = (next + 1) % MAX_RECORDED;
  };

  return {
    run: async (call, work) => {
      const answer = await work();
      record(call, answer.statusCode < 400 ? 'ok' : (answer.errorCode ?? `HTTP ${answer.statusCode}`));
      return answer;
    },
    list: (folder) => {
      const oldestFirst = ring.length < MAX_RECORDED ? ring : [...ring.slice(next), ...ring.slice(0, next)];
      return oldestFirst.filter((call) => folder === undefined || call.function === folder);
    },
  };
}
