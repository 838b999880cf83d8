import { rateLimiter } from '../../../functions/shared/dlq/rate-limiter';

/** Time that passes only while somebody waits. */
function virtualTime() {
  let now = 1_000_000;
  return {
    clock: () => now,
    wait: async (ms: number) => {
      now += ms;
    },
    pass: (ms: number) => {
      now += ms;
    },
    elapsed: () => now - 1_000_000,
  };
}

it('gives the first permit at once and the others a rate apart, to callers at the same time as well', async () => {
  const time = virtualTime();
  const acquirePermit = rateLimiter(4, { ...time, timeLeft: () => true });
  const at: number[] = [];
  await Promise.all([1, 2, 3, 4, 5].map(() => acquirePermit().then(() => at.push(time.elapsed()))));
  expect(at).toEqual([0, 250, 500, 750, 1000]);
});

it('does not make up for a slow call with a burst', async () => {
  const time = virtualTime();
  const acquirePermit = rateLimiter(2, { ...time, timeLeft: () => true });
  await acquirePermit();
  time.pass(10_000);
  const at: number[] = [];
  for (let call = 0; call < 3; call++) {
    await acquirePermit();
    at.push(time.elapsed());
  }
  expect(at).toEqual([10_000, 10_500, 11_000]);
});

it('waits at most one interval when the clock is set back', async () => {
  const time = virtualTime();
  const acquirePermit = rateLimiter(1, { ...time, timeLeft: () => true });
  await acquirePermit();
  time.pass(-3_600_000);
  await acquirePermit();
  expect(time.elapsed()).toBe(-3_599_000);
});

it('never waits without a rate', async () => {
  const acquirePermit = rateLimiter(undefined, { clock: () => 0, wait: () => Promise.reject(new Error('waited')), timeLeft: () => true });
  expect(await Promise.all([acquirePermit(), acquirePermit(), acquirePermit()])).toEqual([true, true, true]);
});

it('gives no permit when time is out, and keeps nobody waiting for it', async () => {
  const time = virtualTime();
  const acquirePermit = rateLimiter(1, { ...time, timeLeft: () => time.elapsed() < 2000 });
  expect(await Promise.all([acquirePermit(), acquirePermit(), acquirePermit(), acquirePermit(), acquirePermit()])).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(time.elapsed()).toBe(2000);
});
