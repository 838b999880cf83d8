import { EXIT, type ExitCode } from '../ops/exit-code';
import type { Terminal } from '../ops/terminal';
import type { Simulator } from '../simulator/simulator';
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
