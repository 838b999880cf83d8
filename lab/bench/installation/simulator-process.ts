import { fork, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SimulatorClient, simulatorClient } from '../../../ops/client/simulator-client';
import { simulatorTarget } from '../../../ops/client/simulator-target';
import type { Memory, Question } from './simulator-main';

/** The simulator in a process of its own, so that its memory is its own. */
export interface SimulatorProcess {
  readonly client: SimulatorClient;
  memory(): Promise<Memory>;
  /** Resident memory of its execution environments in megabytes, added up. */
  environmentsMb(): number;
  close(): Promise<void>;
}

export async function startSimulatorProcess(assembly: string): Promise<SimulatorProcess> {
  const data = mkdtempSync(join(tmpdir(), 'charge-once-bench-'));
  const child = fork(join(__dirname, 'simulator-main.ts'), [assembly, data], { execArgv: ['--expose-gc', '--import', 'tsx'] });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const next = <T>(): Promise<T> =>
    new Promise((resolve, reject) => {
      child.once('message', (message) => resolve(message as T));
      void gone.then(() => reject(new Error('the simulator ended')));
    });
  const ask = (question: Question): void => void child.send(question);
  const { url } = await next<{ url: string }>();
  return {
    client: simulatorClient(await simulatorTarget(url)),
    memory() {
      ask({ ask: 'memory' });
      return next<Memory>();
    },
    environmentsMb() {
      const { stdout } = spawnSync('ps', ['-A', '-o', 'ppid=,rss='], { encoding: 'utf8' });
      const rows = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number));
      return rows.reduce((sum, [parent, kib = 0]) => (parent === child.pid ? sum + kib / 1024 : sum), 0);
    },
    async close() {
      ask({ ask: 'close' });
      await gone;
      rmSync(data, { recursive: true, force: true });
    },
  };
}
