import { fork } from 'node:child_process';
import { join } from 'node:path';
import { processEnvironment } from '@charge-once/simulator/lambda/process-environment';
import type { FunctionDefinition } from '@charge-once/simulator/types';
import { FUNCTION_NODE } from '../machine';

const ROOT = join(__dirname, '../../..');

/** One invocation as the process itself measured it. */
export interface Run {
  /** What the handler returned. Absent when it threw. */
  readonly result?: unknown;
  readonly error?: string;
  readonly ms: number;
  /** Processor time of the whole process, its garbage collection included. */
  readonly cpuMs: number;
  /** The most memory that the process has held so far. */
  readonly peakMb: number;
}

/** One process with one function in it, without the Runtime API in between. */
export interface Environment {
  /** Reading, compiling and running the bundle up to the handler. */
  readonly importMs: number;
  /** Its processor time, which other work on the machine disturbs less. */
  readonly importCpuMs: number;
  /** From the start of the process to the loaded handler. */
  readonly initMs: number;
  /** Bytes that the function has printed so far: CloudWatch charges them. */
  readonly loggedBytes: number;
  /** `undefined` when the process died before it answered. */
  invoke(event: unknown, offsetMs?: number): Promise<Run | undefined>;
  kill(): void;
}

/** Starts the function's bundle under the Node.js of `BENCH_NODE`, with the variables that Lambda would give it. */
export async function startEnvironment(definition: FunctionDefinition, awsEndpoint: string): Promise<Environment> {
  const settings = { region: 'us-east-1', awsEndpoint, runtimeApi: '', logStream: 'bench', clockOffsetMs: 0 };
  const env = {
    ...processEnvironment(definition, settings),
    // Bundles without the AWS SDK find it in the runtime, as on Lambda: there NODE_PATH names /var/runtime/node_modules.
    NODE_PATH: join(ROOT, 'node_modules'),
  };
  const startedMs = performance.now();
  const child = fork(join(__dirname, 'main.mjs'), {
    execPath: FUNCTION_NODE,
    execArgv: [],
    env,
    cwd: definition.codeDirectory,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let loggedBytes = 0;
  child.stdout!.on('data', (chunk: Buffer) => {
    loggedBytes += chunk.length;
  });
  let errors = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-2000);
  });
  const waiting = new Map<number, (run: Run | undefined) => void>();
  child.on('exit', () => {
    for (const resolve of waiting.values()) resolve(undefined);
    waiting.clear();
  });
  const imported = await new Promise<Pick<Environment, 'importMs' | 'importCpuMs'>>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`${definition.folder} did not start: ${errors}`)));
    child.once('message', (message) => resolve(message as Environment));
  });
  const initMs = performance.now() - startedMs;
  child.on('message', (message) => {
    const { id, ...run } = message as Run & { id: number };
    waiting.get(id)?.(run);
    waiting.delete(id);
  });
  let last = 0;
  return {
    ...imported,
    initMs,
    get loggedBytes() {
      return loggedBytes;
    },
    invoke: (event, offsetMs = 0) =>
      new Promise((resolve) => {
        if (!child.connected) return resolve(undefined);
        const id = ++last;
        waiting.set(id, resolve);
        child.send({ id, event, offsetMs, timeoutMs: definition.timeoutMs });
      }),
    kill: () => void child.kill('SIGKILL'),
  };
}
