import { createClock } from '../../src/clock';
import { createAsynchronousQueue } from '../../src/lambda/asynchronous-invocation';
import { AwsError, type Clock, type InvocationResult } from '../../src/types';
import { deploy, esm } from './function-fixture';

const MINUTE = 60_000;
let clock: Clock;
beforeEach(() => {
  clock = createClock();
});
afterEach(() => clock.close());

const failed: InvocationResult = { payload: '{}', functionError: 'Unhandled' };
const succeeded: InvocationResult = { payload: 'null' };

/** Enqueues an event whose attempts end as listed, the last one for ever; returns the minute of each attempt. */
function enqueue(...results: (InvocationResult | AwsError)[]): number[] {
  const start = clock.now();
  const minutes: number[] = [];
  createAsynchronousQueue(clock).enqueue(async () => {
    minutes.push(Math.floor((clock.now() - start) / MINUTE));
    const result = results[Math.min(minutes.length, results.length) - 1]!;
    if (result instanceof AwsError) throw result;
    return result;
  });
  return minutes;
}

test('an event that fails runs three times: at once, after one minute and after two more', async () => {
  const minutes = enqueue(failed);
  await clock.advance(60 * MINUTE);
  expect(minutes).toEqual([0, 1, 3]);
});

test('an event that succeeds when it is retried is not run again', async () => {
  const minutes = enqueue(failed, succeeded);
  await clock.advance(60 * MINUTE);
  expect(minutes).toEqual([0, 1]);
});

test('a throttled event waits without using up its retries, and is dropped after six hours', async () => {
  const minutes = enqueue(new AwsError('TooManyRequestsException', 'Rate Exceeded.', 429));
  await clock.advance(24 * 60 * MINUTE);
  expect(minutes.length).toBeGreaterThan(70);
  expect(minutes.at(-1)).toBeLessThan(360);
  expect(minutes.at(-1)).toBeGreaterThan(350);
});

test('all attempts of an event carry its request id, in real environments too', async () => {
  const deployment = deploy({ f: esm('console.log("run " + context.awsRequestId); throw new Error("again")') }, clock);
  deployment.lambda.invokeAsync('stack-f', '{}');
  await clock.advance(60 * MINUTE);
  const runs = deployment.logs.map(({ text }) => text).filter((text) => text.startsWith('run '));
  expect(runs).toHaveLength(3);
  expect(new Set(runs).size).toBe(1);
  expect(deployment.lambda.counts().f).toEqual({ invocations: 3, errors: 3, timeouts: 0, running: 0 });
  await deployment.close();
});
