import { rmSync } from 'node:fs';
import { json } from '../src/http/answer';
import type { Observer } from '../src/observer';
import { type Parts, type Simulator, startSimulator } from '../src/simulator';
import { temporaryDirectory } from './assembly';

export interface StartOptions {
  /** Directory of a cloud assembly. */
  assembly: string;
  /** A folder that the test keeps, to start again on it. Without it: a temporary one that `close` deletes. */
  data?: string;
  observer?: Observer;
}

/** Starts on free ports, with `BankStack` as the service outside AWS; hands out the running parts beside the addresses. */
export async function startForTest({ assembly, data, observer }: StartOptions): Promise<Simulator & { parts: Parts }> {
  const directory = data ?? temporaryDirectory();
  let parts: Parts | undefined;
  const simulator = await startSimulator({
    assembly,
    data: directory,
    port: 0,
    awsPort: 0,
    quiet: true,
    schedules: false,
    peer: { stack: 'BankStack', service: 'bank', port: 0, flag: '--bank-port', faultAnswer: () => json(500, {}) },
    extend: (running) => {
      parts = running;
      return { observer };
    },
  });
  return {
    ...simulator,
    parts: parts!,
    close: async () => {
      await simulator.close();
      if (data === undefined) rmSync(directory, { recursive: true, force: true });
    },
  };
}
