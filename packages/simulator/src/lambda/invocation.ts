/** One run of a function. */
export interface Invocation {
  requestId: string;
  /** JSON text. */
  payload: string;
  traceId: string;
}

export interface Outcome {
  kind: 'succeeded' | 'failed' | 'timed-out';
  /** JSON text the function returned, or the error document. */
  payload: string;
}

/** An invocation in its environment. It ends with the answer, or with the process: the deadline ends the process. */
export interface RunningInvocation {
  requestId: string;
  outcome: Promise<Outcome>;
  /** False when the answer comes after the deadline: too late, even if the process was still there to give it. */
  answer(kind: 'response' | 'error', payload: string): boolean;
  /** The process ended first. Returns the line that Lambda writes to the function's log. */
  processEnded(reason: string, nowMs: number): string;
}

function failure(errorType: string, errorMessage: string): string {
  return JSON.stringify({ errorType, errorMessage });
}

function exitMessage(requestId: string, reason: string): string {
  return `RequestId: ${requestId} Error: ${reason}`;
}

/** The process ended before it answered. `reason` is in Lambda's words. */
export function exited(requestId: string, reason: string): Outcome {
  return { kind: 'failed', payload: failure('Runtime.ExitError', exitMessage(requestId, reason)) };
}

/** The deadline is in real time: virtual time may jump while a function runs, but no function works faster for it. */
export function startInvocation({ requestId }: Invocation, timeoutMs: number, kill: () => void): RunningInvocation {
  let isTimedOut = false;
  let settle: (outcome: Outcome) => void = () => {};
  const outcome = new Promise<Outcome>((resolve) => {
    settle = resolve;
  });
  const deadline = setTimeout(() => {
    isTimedOut = true;
    kill();
  }, timeoutMs);

  function finish(result: Outcome): void {
    clearTimeout(deadline);
    // What the handler printed before it answered lies in the pipe by now: this turn of the event loop still reads it.
    setImmediate(() => settle(result));
  }

  return {
    requestId,
    outcome,
    answer(kind, payload) {
      if (!isTimedOut) finish({ kind: kind === 'response' ? 'succeeded' : 'failed', payload });
      return !isTimedOut;
    },
    processEnded(reason, nowMs) {
      if (!isTimedOut) {
        finish(exited(requestId, reason));
        return exitMessage(requestId, reason);
      }
      const message = `${new Date(nowMs).toISOString()} ${requestId} Task timed out after ${(timeoutMs / 1000).toFixed(2)} seconds`;
      finish({ kind: 'timed-out', payload: failure('Sandbox.Timedout', message) });
      return message;
    },
  };
}
