import type { SimulatorClient } from '../../ops/client/simulator-client';
import { ops } from '../../ops/ops';
import { say, type Terminal } from '../../ops/terminal';
import { clientOf } from '../start/client';
import type { Simulator } from '../start/start';
import type { Order } from './traffic';

/** A drill under way: the system in trouble, what its operator types, and what was not as it should be. */
export interface Incident extends Pick<SimulatorClient, 'control' | 'payments'> {
  /** ISO 8601, virtual: the drill began then. */
  readonly startedAt: string;
  readonly accepted: Order[];
  readonly problems: string[];
  readonly print: (text: string) => void;
  /** Types a command of the operator, shows what it prints, and notes when it does not end with this exit code. */
  readonly operate: (command: string, exitCode: number) => Promise<void>;
  /** Notes what is wrong unless it holds. */
  readonly check: (holds: boolean, otherwise: string) => void;
}

export function incident(simulator: Simulator, terminal: Terminal): Incident {
  const { control, payments, target } = clientOf(simulator);
  const problems: string[] = [];
  const print = (text: string): void => void terminal.stdout.write(`${text}\n`);
  return {
    control,
    payments,
    startedAt: new Date(target.now).toISOString(),
    accepted: [],
    problems,
    print,
    operate: async (command, expected) => {
      print(`\n$ npm run ops -- ${command}`);
      const exitCode = await ops([...command.split(' '), '--simulator', new URL(simulator.controlUrl).origin], terminal);
      if (exitCode === expected) return;
      problems.push(`"${command}" ended with exit code ${exitCode} instead of ${expected}`);
      say(terminal, `exit code ${exitCode}`);
    },
    check: (holds, otherwise) => {
      if (!holds) problems.push(otherwise);
    },
  };
}
