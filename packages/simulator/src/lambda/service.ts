import { randomBytes, randomUUID } from 'node:crypto';
import { AwsError, type Clock, type FunctionCounts, type FunctionDefinition, type InvocationResult, type LambdaService } from '../types';
import { createAsynchronousQueue } from './asynchronous-invocation';
import { type DeployedFunction, deployFunction } from './deployed-function';
import type { EnvironmentHost } from './execution-environment';
import type { Invocation, Outcome } from './invocation';

export interface LambdaOptions extends EnvironmentHost {
  functions: FunctionDefinition[];
  /** Told when an invocation begins; what it returns is told how it ended, or nothing when Lambda did not admit it. */
  onInvocation?: (folder: string, invocation: Invocation) => (outcome: Outcome | undefined) => void;
}

/**
 * AWS Lambda on this machine: each function's bundle runs in child processes that speak the Lambda Runtime API. Unlike on AWS,
 * an environment between two invocations is not frozen, and there is one version, `$LATEST`.
 */
export function createLambda({ functions, onInvocation, ...host }: LambdaOptions): LambdaService {
  const { clock } = host;
  const deployed = functions.map((definition) => deployFunction(definition, host));
  const asynchronous = createAsynchronousQueue(clock);
  const killAll = (): void => {
    for (const each of deployed) each.kill();
  };
  process.on('exit', killAll);

  function find(nameOrArn: string): DeployedFunction {
    const wanted = nameOrArn.replace(/:\$LATEST$/, '');
    const found = deployed.find(({ definition }) => definition.name === wanted || definition.arn === wanted);
    if (!found) throw new AwsError('ResourceNotFoundException', `Function not found: ${nameOrArn}`, 404, { Type: 'User' });
    return found;
  }

  async function watched(target: DeployedFunction, invocation: Invocation): Promise<InvocationResult> {
    const ended = onInvocation?.(target.definition.folder, invocation);
    let outcome: Outcome | undefined;
    try {
      outcome = await target.invoke(invocation);
      return toResult(outcome);
    } finally {
      ended?.(outcome);
    }
  }

  function run(target: DeployedFunction, payload: string, requestId: string, traceId: string): Promise<InvocationResult> {
    return clock.track(watched(target, { requestId, payload, traceId }));
  }

  return {
    async invoke(nameOrArn, payload, { traceId } = {}) {
      const target = find(nameOrArn);
      return run(target, jsonPayload(payload), randomUUID(), traceId ?? newTraceId(clock));
    },
    invokeAsync(nameOrArn, payload) {
      const target = find(nameOrArn);
      const json = jsonPayload(payload);
      // All attempts of an event carry the same request id.
      const [requestId, traceId] = [randomUUID(), newTraceId(clock)];
      asynchronous.enqueue(() => run(target, json, requestId, traceId));
    },
    counts: () => countsByFolder(deployed),
    warm() {
      for (const each of deployed) each.warm();
    },
    kill(folder) {
      for (const each of deployed) if (each.definition.folder === folder) each.kill();
    },
    async close() {
      asynchronous.close();
      await Promise.all(deployed.map((each) => each.close()));
      process.off('exit', killAll);
    },
  };
}

function countsByFolder(deployed: DeployedFunction[]): Record<string, FunctionCounts> {
  return Object.fromEntries(deployed.map((each) => [each.definition.folder, each.counts()]));
}

function toResult({ kind, payload }: Outcome): InvocationResult {
  return kind === 'succeeded' ? { payload } : { payload, functionError: 'Unhandled' };
}

/** Lambda refuses what is not JSON, and takes an empty body for `{}`. */
function jsonPayload(payload: string): string {
  if (payload === '') return '{}';
  try {
    JSON.parse(payload);
    return payload;
  } catch (error) {
    throw new AwsError('InvalidRequestContentException', `Could not parse request body into json: ${(error as Error).message}`);
  }
}

/** https://docs.aws.amazon.com/xray/latest/devguide/xray-concepts.html#xray-concepts-tracingheader */
function newTraceId(clock: Clock): string {
  const seconds = Math.floor(clock.now() / 1000).toString(16);
  return `Root=1-${seconds}-${randomBytes(12).toString('hex')};Parent=${randomBytes(8).toString('hex')};Sampled=0`;
}
