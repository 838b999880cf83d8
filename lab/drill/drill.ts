import { RECONCILE_INTERVAL_SECONDS } from '../../contract/windows';
import { EXIT, type ExitCode } from '../../ops/exit-code';
import type { Terminal } from '../../ops/terminal';
import type { Simulator } from '../start/start';
import { incident } from './incident';
import { STEPS, type Step } from './steps';

export interface DrillOptions {
  /** A simulator that is fresh, and is closed by whoever started it. */
  readonly simulator: Simulator;
  readonly terminal: Terminal;
  /** Orders every five minutes. The whole drill accepts 25 times as many. */
  readonly ordersPerSlice: number;
  /** Called after each step. For tests: what is spoiled here must be found. */
  readonly after?: (step: Step['name']) => Promise<void>;
}

/** Goes through an incident as the engineer on call would. Resolves to 0 when every payment was charged once and every command did as it should. */
export async function drill({ simulator, terminal, ordersPerSlice, after }: DrillOptions): Promise<ExitCode> {
  await passSchedule(simulator);
  const underWay = incident(simulator, terminal);
  const { print, problems, control } = underWay;
  for (const { name, title, run } of STEPS) {
    const { now } = await control.state();
    print(`\n── ${now.slice(0, 16).replace('T', ' ')} ── ${title}\n`);
    await run(underWay, ordersPerSlice);
    await after?.(name);
  }
  if (problems.length === 0) {
    print('\nThe drill went as it should: every payment was charged once.');
    return EXIT.ok;
  }
  print(`\nTHE DRILL FAILED:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  return EXIT.failed;
}

/**
 * Moves past the next scheduled reconciliation, while all is well. The drill is over before the one after it: one in the bad hours would
 * ring alarms of its own, and whether one came would depend on the time of day.
 */
async function passSchedule({ clock }: Simulator): Promise<void> {
  const intervalMs = RECONCILE_INTERVAL_SECONDS * 1000;
  await clock.advance(intervalMs - (clock.now() % intervalMs));
}
