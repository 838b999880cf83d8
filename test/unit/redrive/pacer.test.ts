import { pacer } from '../../../functions/redrive/pacer';

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

it('gives the first turn at once and the others a rate apart, to callers at the same time as well', async () => {
  const time = virtualTime();
  const turn = pacer(4, { ...time, timeLeft: () => true });
  const at: number[] = [];
  await Promise.all([1, 2, 3, 4, 5].map(() => turn().then(() => at.push(time.elapsed()))));
  expect(at).toEqual([0, 250, 500, 750, 1000]);
});

it('does not make up for a slow call with a burst', async () => {
  const time = virtualTime();
  const turn = pacer(2, { ...time, timeLeft: () => true });
  await turn();
  time.pass(10_000);
  const at: number[] = [];
  for (let call = 0; call < 3; call++) {
    await turn();
    at.push(time.elapsed());
  }
  expect(at).toEqual([10_000, 10_500, 11_000]);
});

it('waits at most one interval when the clock is set back', async () => {
  const time = virtualTime();
  const turn = pacer(1, { ...time, timeLeft: () => true });
  await turn();
  time.pass(-3_600_000);
  await turn();
  expect(time.elapsed()).toBe(-3_599_000);
});

it('never waits without a rate', async () => {
  const turn = pacer(undefined, { clock: () => 0, wait: () => Promise.reject(new Error('waited')), timeLeft: () => true });
  expect(await Promise.all([turn(), turn(), turn()])).toEqual([true, true, true]);
});

it('gives no turn when time is out, and keeps nobody waiting for it', async () => {
  const time = virtualTime();
  const turn = pacer(1, { ...time, timeLeft: () => time.elapsed() < 2000 });
  expect(await Promise.all([turn(), turn(), turn(), turn(), turn()])).toEqual([true, true, true, false, false]);
  expect(time.elapsed()).toBe(2000);
});
