import { createClock } from '../src/clock';
import type { Clock } from '../src/types';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let clock: Clock;
beforeEach(() => {
  clock = createClock();
});
afterEach(() => clock.close());

const immediate = () => new Promise((resolve) => setImmediate(resolve));

test('is real time at first, and starts from a given offset', () => {
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(50);
  expect(clock.offsetMs).toBe(0);
  const resumed = createClock({ startOffsetMs: 14 * HOUR });
  expect(resumed.offsetMs).toBe(14 * HOUR);
  expect(Math.abs(resumed.now() - Date.now() - 14 * HOUR)).toBeLessThan(50);
  resumed.close();
});

test('advance moves the offset by what was asked', async () => {
  await clock.advance(14 * DAY);
  expect(Math.abs(clock.offsetMs - 14 * DAY)).toBeLessThan(50);
});

test('fires what falls due in order of time, then of registration, at its own time', async () => {
  const start = clock.now();
  const fired: [string, number][] = [];
  const note = (name: string) => () => void fired.push([name, Math.floor((clock.now() - start) / HOUR)]);
  clock.at(start + 3 * HOUR, note('c'));
  clock.at(start + HOUR, note('a'));
  clock.at(start + 2 * HOUR, note('b1'));
  clock.at(start + 2 * HOUR, note('b2'));
  clock.at(start + 5 * HOUR, note('later'));
  await clock.advance(4 * HOUR);
  expect(fired).toEqual([
    ['a', 1],
    ['b1', 2],
    ['b2', 2],
    ['c', 3],
  ]);
});

test('fires a timer that falls due within the advance, and not one that falls due after it', async () => {
  const [due, later] = [jest.fn(), jest.fn()];
  clock.at(clock.now() + HOUR, due);
  clock.at(clock.now() + HOUR + 60_000, later);
  await clock.advance(HOUR);
  expect(due).toHaveBeenCalledTimes(1);
  expect(later).not.toHaveBeenCalled();
});

test('fires timers that were set during the advance', async () => {
  const start = clock.now();
  const hours: number[] = [];
  const again = () => {
    hours.push(Math.floor((clock.now() - start) / HOUR));
    clock.at(clock.now() + HOUR, again);
  };
  clock.at(start + HOUR, again);
  await clock.advance(3.5 * HOUR);
  expect(hours).toEqual([1, 2, 3]);
});

test('a cancelled timer never fires', async () => {
  const fired = jest.fn();
  const timer = clock.at(clock.now() + HOUR, fired);
  timer.cancel();
  timer.cancel();
  await clock.advance(DAY);
  expect(fired).not.toHaveBeenCalled();
});

test('fires in real time when nobody advances it', async () => {
  const order: string[] = [];
  clock.at(clock.now() + 40, () => order.push('second'));
  await new Promise<void>((resolve) => {
    clock.at(clock.now() + 60, resolve);
    clock.at(clock.now() + 20, () => order.push('first'));
  });
  expect(order).toEqual(['first', 'second']);
  expect(clock.offsetMs).toBe(0);
});

test('does not fire a timer early that lies beyond what setTimeout can wait', async () => {
  const fired = jest.fn();
  clock.at(clock.now() + 56 * DAY, fired);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(fired).not.toHaveBeenCalled();
});

test('waits for tracked work, and for the work that it starts, before time jumps on', async () => {
  const start = clock.now();
  const log: string[] = [];
  const hour = () => Math.floor((clock.now() - start) / HOUR);
  clock.at(start + HOUR, () => {
    void clock.track(
      (async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        setImmediate(() => void clock.track(immediate().then(() => log.push(`follow-up at ${hour()}`))));
        log.push(`work at ${hour()}`);
      })(),
    );
  });
  clock.at(start + 2 * HOUR, () => log.push(`next at ${hour()}`));
  await clock.advance(3 * HOUR);
  expect(log).toEqual(['work at 1', 'follow-up at 1', 'next at 2']);
});

test('work that fails ends like any other, and its failure stays with its owner', async () => {
  const work = clock.track(Promise.reject(new Error('broken')));
  await clock.idle();
  await expect(work).rejects.toThrow('broken');
});

test.each([1, 2])('is not idle while work runs that started in turn %i after the wait began', async (turns) => {
  let isDone = false;
  const finish = (): void => {
    isDone = true;
  };
  const startIn = (left: number): void => {
    setImmediate(() => {
      if (left > 1) startIn(left - 1);
      else void clock.track(new Promise<void>((resolve) => setTimeout(resolve, 50)).then(finish));
    });
  };
  // Two quiet turns end the wait; what starts later than that is a new event.
  startIn(turns);
  await clock.idle();
  expect(isDone).toBe(true);
});

test('advances that overlap run one after the other', async () => {
  const start = clock.now();
  const hours: number[] = [];
  for (const hour of [1, 2, 3]) {
    clock.at(start + hour * HOUR, () => void clock.track(immediate().then(() => hours.push(Math.floor((clock.now() - start) / HOUR)))));
  }
  await Promise.all([clock.advance(1.5 * HOUR), clock.advance(2 * HOUR)]);
  expect(hours).toEqual([1, 2, 3]);
  expect(Math.abs(clock.now() - start - 3.5 * HOUR)).toBeLessThan(1000);
});

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('refuses to advance by %p', (ms) => {
  expect(() => clock.advance(ms)).toThrow(RangeError);
});

test('fires nothing after it is closed', async () => {
  const fired = jest.fn();
  clock.at(clock.now() + 10, fired);
  clock.close();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(fired).not.toHaveBeenCalled();
});
