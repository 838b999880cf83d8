import { deliver } from './worker';
import type { World } from './world';

/** Charge functions at once while the event source mapping is on. */
const CONCURRENCY = 2;

/** The event source mapping is on for so long: whatever can be delivered is, as soon as it can. */
export async function runFor(world: World, ms: number): Promise<void> {
  await run(world, ms, () => true);
}

/** The mapping is on until the charge queue is empty and nobody is at work, but no longer than this. */
export async function runUntilQuiet(world: World, limitMs: number): Promise<void> {
  await run(world, limitMs, () => world.queues.size().queue > 0 || world.workers.size > 0);
}

async function run(world: World, ms: number, goesOn: () => boolean): Promise<void> {
  const { clock } = world;
  const until = clock.now() + ms;
  await clock.idle();
  while (clock.now() < until && goesOn()) {
    let started = false;
    while (world.workers.size < CONCURRENCY && deliver(world)) started = true;
    // What was started may be over at once; otherwise nothing happens before the next alarm.
    await clock.advance(started ? 0 : Math.min(clock.nextAlarmAt(), until) - clock.now());
  }
}
