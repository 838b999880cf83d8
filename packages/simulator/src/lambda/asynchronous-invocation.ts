import { AwsError, type Clock, type InvocationResult } from '../types';

/** Lambda's own numbers. https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html */
const RETRY_DELAYS_MS = [60_000, 120_000];
const MAX_EVENT_AGE_MS = 6 * 60 * 60 * 1000;
const THROTTLE_BASE_MS = 1000;
const THROTTLE_CAP_MS = 5 * 60 * 1000;

/** Runs an event until the function succeeds, the retries are used up or the event is too old. */
export function createAsynchronousQueue(clock: Clock) {
  let isClosed = false;

  return {
    /** `run` is called once for each attempt. Everything happens in virtual time, and `clock.idle` waits for running attempts. */
    enqueue(run: () => Promise<InvocationResult>): void {
      const enqueuedAt = clock.now();
      let failures = 0;
      let throttles = 0;

      const again = (delayMs: number): void => {
        clock.at(clock.now() + delayMs, () => void clock.track(attempt()));
      };

      async function attempt(): Promise<void> {
        if (isClosed || clock.now() - enqueuedAt > MAX_EVENT_AGE_MS) return;
        try {
          const { functionError } = await run();
          if (functionError === undefined) return;
          const delayMs = RETRY_DELAYS_MS[failures++];
          if (delayMs !== undefined) again(delayMs);
        } catch (error) {
          // Throttling uses up no retry: Lambda tries again with growing waits until the event is too old.
          if (!(error instanceof AwsError) || error.code !== 'TooManyRequestsException') return;
          again(Math.min(THROTTLE_BASE_MS * 2 ** throttles++, THROTTLE_CAP_MS));
        }
      }

      void clock.track(attempt());
    },
    close(): void {
      isClosed = true;
    },
  };
}
