import type { Broker } from '../broker';
import type { OpenPolls } from '../long-poll';
import type { MoveTaskRunner } from '../move-task-runner';
import type { ReceiveAttempts } from '../receive-attempts';
import type { Input } from '../request';

export interface ActionContext {
  broker: Broker;
  moveTasks: MoveTaskRunner;
  attempts: ReceiveAttempts;
  openPolls: OpenPolls;
}

export type Output = Record<string, unknown>;

/** One action of the API: reads and checks its input, returns the output object or throws `AwsError`. Changes state before it first waits. */
export type Action = (context: ActionContext, input: Input, signal?: AbortSignal) => Output | Promise<Output>;
