import { availableParallelism } from 'node:os';
import type { FunctionDefinition } from '../types';
import { type EnvironmentHost, type ExecutionEnvironment, startEnvironment } from './execution-environment';
import { exited, type Invocation, type Outcome } from './invocation';

/** Environments of one function. Lambda allows 1,000 an account; each is a Node process of some 60 MB here. Beyond it, invocations wait. */
const MAX_ENVIRONMENTS = 20;

/**
 * Lambda starts an environment for every invocation that finds none free. On a laptop each start takes a core for a third of a second and splits the work
 * among processes that are all still cold. So a pool grows readily to one for each core; beyond that, only when its environments are stuck: when none has
 * finished anything for a while.
 */
const READY_ENVIRONMENTS = availableParallelism();
const WAIT_MS = 100;
const STUCK_MS = 2000;

export interface EnvironmentPool {
  /** Runs in an idle environment, or waits for whichever is free first. */
  run(invocation: Invocation): Promise<Outcome>;
  /** Starts a first environment, so that the first invocation need not wait for it. */
  warm(): void;
  kill(): void;
  close(): Promise<void>;
}

interface Waiting {
  invocation: Invocation;
  since: number;
  resolve: (outcome: Outcome) => void;
}

/** The execution environments of one function. They start when an invocation finds none, and stay. */
export function createEnvironmentPool(definition: FunctionDefinition, host: EnvironmentHost): EnvironmentPool {
  const limit = Math.min(definition.reservedConcurrency ?? MAX_ENVIRONMENTS, MAX_ENVIRONMENTS);
  const environments = new Set<ExecutionEnvironment>();
  const idle: ExecutionEnvironment[] = [];
  const waiting: Waiting[] = [];
  let startingOne: ExecutionEnvironment | undefined;
  let lastFinished = 0;
  let patience: NodeJS.Timeout | undefined;
  let isClosed = false;

  function start(): void {
    const environment = startEnvironment(definition, host, {
      onIdle() {
        started(environment);
        lastFinished = performance.now();
        idle.push(environment);
        dispatch();
      },
      onGone(startFailure) {
        environments.delete(environment);
        started(environment);
        retire(environment);
        // On Lambda an invocation starts the environment and fails with it; so no broken function is started for ever.
        const first = startFailure && waiting.shift();
        if (first) first.resolve(startFailure(first.invocation.requestId));
        dispatch();
      },
    });
    environments.add(environment);
    startingOne = environment;
  }

  function started(environment: ExecutionEnvironment): void {
    if (startingOne === environment) startingOne = undefined;
  }

  function retire(environment: ExecutionEnvironment): void {
    const index = idle.indexOf(environment);
    if (index >= 0) idle.splice(index, 1);
  }

  function dispatch(): void {
    if (isClosed) return;
    while (waiting.length > 0 && idle.length > 0) {
      const { invocation, resolve } = waiting.shift()!;
      // The one used last has the warmest caches and connections.
      void idle.pop()!.run(invocation).then(resolve);
    }
    startForWhoWaits();
  }

  function startForWhoWaits(): void {
    clearTimeout(patience);
    const [first] = waiting;
    if (isClosed || !first || startingOne || environments.size >= limit) return;
    const isReady = environments.size >= READY_ENVIRONMENTS;
    const due = environments.size === 0 ? 0 : isReady ? Math.max(first.since, lastFinished) + STUCK_MS : first.since + WAIT_MS;
    const wait = due - performance.now();
    if (wait <= 0) start();
    else patience = setTimeout(startForWhoWaits, wait);
  }

  return {
    run: (invocation) =>
      new Promise((resolve) => {
        waiting.push({ invocation, since: performance.now(), resolve });
        dispatch();
      }),
    warm() {
      if (environments.size === 0 && !isClosed) start();
    },
    kill() {
      for (const environment of environments) {
        environment.kill();
        // Its end takes a moment to be noticed; nobody is to be sent there meanwhile.
        retire(environment);
      }
    },
    async close() {
      isClosed = true;
      clearTimeout(patience);
      for (const environment of environments) environment.kill();
      for (const { invocation, resolve } of waiting.splice(0)) resolve(exited(invocation.requestId, 'The simulator is closing'));
      await Promise.all([...environments].map((environment) => environment.gone));
    },
  };
}
