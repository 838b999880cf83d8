import { AwsError, type FunctionCounts, type FunctionDefinition } from '../types';
import { createEnvironmentPool } from './environment-pool';
import type { EnvironmentHost } from './execution-environment';
import type { Invocation, Outcome } from './invocation';

export interface DeployedFunction {
  definition: FunctionDefinition;
  /** Rejects with `AwsError` `TooManyRequestsException` when the reserved concurrency is in use. */
  invoke(invocation: Invocation): Promise<Outcome>;
  counts(): FunctionCounts;
  warm(): void;
  kill(): void;
  close(): Promise<void>;
}

/** One function: admits invocations up to its reserved concurrency, and counts how they end as CloudWatch does. */
export function deployFunction(definition: FunctionDefinition, host: EnvironmentHost): DeployedFunction {
  const { reservedConcurrency } = definition;
  const pool = createEnvironmentPool(definition, host);
  // `running` includes invocations whose environment is still starting: Lambda counts those as concurrency too.
  const counts: FunctionCounts = { invocations: 0, errors: 0, timeouts: 0, running: 0 };
  let isClosed = false;

  async function invoke(invocation: Invocation): Promise<Outcome> {
    if (isClosed) throw new AwsError('ServiceException', 'The simulator is closing.', 500);
    if (reservedConcurrency !== undefined && counts.running >= reservedConcurrency) {
      const reason = 'ReservedFunctionConcurrentInvocationLimitExceeded';
      throw new AwsError('TooManyRequestsException', 'Rate Exceeded.', 429, { Reason: reason, Type: 'User' });
    }
    counts.invocations += 1;
    counts.running += 1;
    const outcome = await pool.run(invocation);
    counts.running -= 1;
    if (outcome.kind !== 'succeeded') counts.errors += 1;
    if (outcome.kind === 'timed-out') counts.timeouts += 1;
    return outcome;
  }

  return {
    definition,
    invoke,
    counts: () => ({ ...counts }),
    warm: () => pool.warm(),
    kill: () => pool.kill(),
    close() {
      isClosed = true;
      return pool.close();
    },
  };
}
