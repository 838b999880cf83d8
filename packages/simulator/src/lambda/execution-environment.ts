import { randomBytes } from 'node:crypto';
import type { AddressInfo, Server } from 'node:net';
import type { Clock, FunctionDefinition, LogLine } from '../types';
import { exited, type Invocation, type Outcome, type RunningInvocation, startInvocation } from './invocation';
import { processEnvironment } from './process-environment';
import { createRuntimeApi } from './runtime-api';
import { type RuntimeProcess, startRuntimeProcess } from './runtime-process';

/** Lambda gives the initialisation 10 s; several functions starting at once on a laptop may need three times that. */
const INIT_TIMEOUT_MS = 30_000;

export interface EnvironmentHost {
  clock: Clock;
  awsEndpoint: string;
  region: string;
  onLog: (line: LogLine) => void;
}

export interface EnvironmentListener {
  /** It has started, or ended its invocation: it can take another one. */
  onIdle(): void;
  /** Its process has ended. `startFailure` is given when it never became idle: the outcome for the invocation with this id. */
  onGone(startFailure?: (requestId: string) => Outcome): void;
}

export interface ExecutionEnvironment {
  /** Runs one invocation; only to be called after `onIdle`, once. */
  run(invocation: Invocation): Promise<Outcome>;
  /** SIGKILL, as a crash would. */
  kill(): void;
  /** Resolves when its process has ended and its port is closed. */
  gone: Promise<void>;
}

/** One process that runs one invocation at a time. After a crash or a time-out it is gone for good. */
export function startEnvironment(
  definition: FunctionDefinition,
  host: EnvironmentHost,
  listener: EnvironmentListener,
): ExecutionEnvironment {
  const { clock } = host;
  let runtime: RuntimeProcess | undefined;
  let isKilled = false;
  let hasStarted = false;
  let initError: string | undefined;
  let reply: ((headers: Record<string, string>, payload: string) => void) | undefined;
  let running: RunningInvocation | undefined;
  let requestId: string | undefined;

  const log = (text: string): void => host.onLog({ at: clock.now(), folder: definition.folder, requestId, text });

  function kill(): void {
    isKilled = true;
    runtime?.kill();
  }

  function onExit(reason: string): void {
    clearTimeout(initTimeout);
    if (running) log(running.processEnded(reason, clock.now()));
    const failure = initError;
    listener.onGone(hasStarted ? undefined : (id) => (failure === undefined ? exited(id, reason) : { kind: 'failed', payload: failure }));
  }

  function run(invocation: Invocation): Promise<Outcome> {
    requestId = invocation.requestId;
    running = startInvocation(invocation, definition.timeoutMs, kill);
    reply?.(invocationHeaders(invocation, definition, clock), invocation.payload);
    reply = undefined;
    return running.outcome;
  }

  const initTimeout = setTimeout(kill, INIT_TIMEOUT_MS);
  const api = createRuntimeApi({
    onNext(answer) {
      // Asked just before it was killed: it is as good as gone, and must not be given an invocation.
      if (isKilled) return;
      reply = answer;
      hasStarted = true;
      clearTimeout(initTimeout);
      listener.onIdle();
    },
    onResult(id, kind, payload) {
      if (running?.requestId === id && running.answer(kind, payload)) running = undefined;
    },
    onInitError(payload) {
      initError = payload;
    },
  });

  async function live(): Promise<void> {
    runtime = await startRuntime(api, definition, host, log);
    if (isKilled) runtime.kill();
    onExit(await runtime.exited);
    api.closeAllConnections();
    await new Promise((resolve) => api.close(resolve));
  }

  return { run, kill, gone: live() };
}

async function startRuntime(
  api: Server,
  definition: FunctionDefinition,
  host: EnvironmentHost,
  log: (text: string) => void,
): Promise<RuntimeProcess> {
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const runtimeApi = `127.0.0.1:${(api.address() as AddressInfo).port}`;
  const settings = { ...host, runtimeApi, logStream: logStreamName(host.clock.now()), clockOffsetMs: host.clock.offsetMs };
  return startRuntimeProcess(definition.memoryMb, processEnvironment(definition, settings), log);
}

/** The offset is the simulator's own; the deadline is in virtual time, like everything the function sees. */
function invocationHeaders(invocation: Invocation, definition: FunctionDefinition, clock: Clock): Record<string, string> {
  return {
    'Lambda-Runtime-Aws-Request-Id': invocation.requestId,
    'Lambda-Runtime-Deadline-Ms': String(clock.now() + definition.timeoutMs),
    'Lambda-Runtime-Invoked-Function-Arn': definition.arn,
    'Lambda-Runtime-Trace-Id': invocation.traceId,
    'Lambda-Runtime-Simulator-Offset-Ms': String(clock.offsetMs),
  };
}

function logStreamName(nowMs: number): string {
  const day = new Date(nowMs).toISOString().slice(0, 10).replaceAll('-', '/');
  return `${day}/[$LATEST]${randomBytes(16).toString('hex')}`;
}
