import { rmSync } from 'node:fs';
import { temporaryDirectory } from '@charge-once/simulator/testing/assembly';
import { type Simulator, startSimulator } from '../lab/start/start';
import { sharedAssembly } from './assembly';

export interface TestSimulator extends Simulator {
  /** Bare addresses: `http://127.0.0.1:<port>`. */
  addresses: { api: string; aws: string; acquirer: string };
  data: string;
}

export interface TestOptions {
  /** An assembly other than that of the real stacks. */
  assembly?: string;
  /** A folder that the test keeps, to start again on it. Without it: a temporary one that `close` deletes. */
  data?: string;
  /** Runs the schedules, too. Without them a payment is settled by its pipeline or not at all. @default false */
  schedules?: boolean;
}

/** Starts the real stacks, or others, on free ports. */
export async function startForTest(options: TestOptions = {}): Promise<TestSimulator> {
  const data = options.data ?? temporaryDirectory();
  const assembly = options.assembly ?? sharedAssembly;
  const simulator = await startSimulator({ assembly, data, port: 0, awsPort: 0, acquirerPort: 0, schedules: options.schedules ?? false });
  return {
    ...simulator,
    data,
    addresses: {
      api: `http://127.0.0.1:${simulator.port}`,
      aws: `http://127.0.0.1:${simulator.awsPort}`,
      acquirer: `http://127.0.0.1:${simulator.acquirerPort}`,
    },
    close: async () => {
      await simulator.close();
      if (options.data === undefined) rmSync(data, { recursive: true, force: true });
    },
  };
}
