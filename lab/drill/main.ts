import { Readable } from 'node:stream';
import { commandLine, runProgram } from '../../ops/command-line';
import { startTemporarySimulator } from '../start/temporary-simulator';
import { drill } from './drill';

/** 150 orders in two hours: more than a preview's sample, and about a minute on two cores. */
const ORDERS_PER_SLICE = 6;

/** Runs the drill on a simulator of its own. */
async function main(): Promise<void> {
  commandLine('npm run drill --')
    .description(
      'Rehearses an incident on a simulator of its own: a bad provider, alarms, redrive and reconciliation. Takes about a minute.',
    )
    .parse();
  // The exit hooks end the functions' processes and delete the folder.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
  // Nor does a drill go on that nobody watches, as behind `| head`; and it has not shown what it should.
  process.stdout.on('error', () => process.exit(1));
  process.stdout.write('Starting the system …\n');
  const simulator = await startTemporarySimulator();
  try {
    // Nobody sits at the keyboard of a drill: no question is asked.
    const terminal = { stdin: Readable.from([]), stdout: process.stdout, stderr: process.stderr };
    process.exitCode = await drill({ simulator, terminal, ordersPerSlice: ORDERS_PER_SLICE });
  } finally {
    await simulator.close();
  }
}

void runProgram('drill', main);
