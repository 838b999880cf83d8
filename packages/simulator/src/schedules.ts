import type { ScheduleDefinition } from './cloudformation/deployment';
import type { Clock, LambdaService, Timer } from './types';

const UNIT_MS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Milliseconds of `rate(5 minutes)`. Throws on other expressions, which the simulator does not run. */
export function rateMs({ name, expression }: ScheduleDefinition): number {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  if (!count || !unit || Number(count) === 0)
    throw new Error(`schedule ${name}: the simulator runs rate(…) expressions, not ${expression}`);
  return Number(count) * UNIT_MS[unit]!;
}

/**
 * EventBridge Scheduler: invokes each target asynchronously at its rate, in virtual time. A rate without a start date begins at once when it
 * is created.
 *
 * @see https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
 * @param isNew the schedules are created now, and did not exist in an earlier run
 */
export function startSchedules(
  schedules: readonly ScheduleDefinition[],
  lambda: LambdaService,
  clock: Clock,
  { isNew = false }: { isNew?: boolean } = {},
): { close(): void } {
  const timers = new Map<string, Timer>();
  for (const schedule of schedules) {
    const everyMs = rateMs(schedule);
    const arm = (): void => {
      // Multiples of the rate since 1970: a restart neither skips nor repeats one.
      const nextMs = (Math.floor(clock.now() / everyMs) + 1) * everyMs;
      const fire = (): void => {
        lambda.invokeAsync(schedule.functionArn, schedule.payload);
        arm();
      };
      timers.set(schedule.name, clock.at(nextMs, fire));
    };
    if (isNew) lambda.invokeAsync(schedule.functionArn, schedule.payload);
    arm();
  }
  return {
    close: () => {
      for (const timer of timers.values()) timer.cancel();
    },
  };
}
