import { createClock } from '../src/clock';
import { rateMs, startSchedules } from '../src/schedules';
import type { LambdaService } from '../src/types';

const schedule = (expression: string) => ({ name: 'Reconcile', expression, functionArn: 'arn:f', payload: '{"a":1}' });

describe('schedules', () => {
  it('invoke their target at their rate, in virtual time', async () => {
    const clock = createClock();
    const invoked: [string, string][] = [];
    const lambda = { invokeAsync: (arn: string, payload: string) => void invoked.push([arn, payload]) } as unknown as LambdaService;
    const running = startSchedules([schedule('rate(6 hours)')], lambda, clock);
    await clock.advance(24 * 3_600_000);
    running.close();
    await clock.advance(24 * 3_600_000);
    clock.close();
    expect(invoked).toEqual(Array.from({ length: 4 }, () => ['arn:f', '{"a":1}']));
  });

  it('begin at once when they are created, as a rate without a start date does, and only then', async () => {
    const clock = createClock();
    let invoked = 0;
    const lambda = { invokeAsync: () => void invoked++ } as unknown as LambdaService;
    startSchedules([schedule('rate(6 hours)')], lambda, clock, { isNew: true }).close();
    expect(invoked).toBe(1);
    startSchedules([schedule('rate(6 hours)')], lambda, clock, { isNew: false }).close();
    expect(invoked).toBe(1);
    clock.close();
  });

  it.each([
    { expression: 'rate(5 minutes)', ms: 300_000 },
    { expression: 'rate(1 hour)', ms: 3_600_000 },
    { expression: 'rate(2 days)', ms: 172_800_000 },
  ])('read $expression', ({ expression, ms }) => {
    expect(rateMs(schedule(expression))).toBe(ms);
  });

  it.each(['cron(0 12 * * ? *)', 'at(2026-11-29T10:00:00)', 'rate(0 hours)', 'rate(1 week)'])(
    'refuse %s, naming the schedule',
    (expression) => {
      expect(() => rateMs(schedule(expression))).toThrow('schedule Reconcile: the simulator runs rate(…) expressions');
    },
  );
});
