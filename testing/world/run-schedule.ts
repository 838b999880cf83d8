import { isTerminal } from '../../functions/shared/payments';
import { createInvariants } from './invariants';
import type { Layers } from './layers';
import { redriveInConsole } from './operator';
import { runUntilQuiet } from './running';
import type { Schedule } from './steps';
import { takeStep } from './take-step';
import { type Counts, createWorld, inVirtualTime, type World } from './world';

const DAY_MS = 86_400_000;
/** Longer than the provider keeps a stored error under a key. */
const MENDING_MS = DAY_MS + 3_600_000;
/** Longer than any request of a schedule can be under way. */
const LATE_MS = 600_000;
/** Redrives at the end. One is enough unless the provider has stored an error under both of a payment's keys. */
const LAST_REDRIVES = 4;

/** Runs a schedule in a world of its own, mends everything, and tells which invariants broke, none when all held. */
export async function runSchedule(schedule: Schedule, layers?: Layers): Promise<{ violations: readonly string[]; counts: Counts }> {
  const world = createWorld(layers);
  const invariants = createInvariants(world);
  await inVirtualTime(world, async () => {
    for (const [index, step] of schedule.steps.entries()) {
      await takeStep(world, schedule, step, index);
      invariants.always();
    }
    await mend(world);
    invariants.atTheEnd();
    for (const { status } of world.ledger.rows()) world.counts.ended[status] += 1;
  });
  return world;
}

async function mend(world: World): Promise<void> {
  world.fault.current = { mode: 'none', times: 0 };
  for (let redrives = 0; redrives <= LAST_REDRIVES; redrives += 1) {
    await world.clock.advance(LATE_MS);
    await runUntilQuiet(world, DAY_MS);
    if (!hasOpenPayments(world) || world.queues.size().dlq === 0) break;
    await world.clock.advance(MENDING_MS);
    redriveInConsole(world);
  }
  await world.clock.advance(LATE_MS);
}

const hasOpenPayments = ({ ledger }: World): boolean => ledger.rows().some((row) => !isTerminal(row));
