import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { OperationError } from '../operation-error';
import { outputOf, type Target } from './target';

/** What a function returned, or the error that it threw. */
export interface Invoked {
  readonly json: unknown;
  /** `Unhandled` when the function failed: then `json` is its error. */
  readonly error?: string;
}

/** Functions by their physical names. */
export interface Functions {
  /** Waits for the answer. */
  call(functionName: string, event: unknown): Promise<Invoked>;
  /** Lambda takes the event, and runs it again when the function fails. */
  send(functionName: string, event: unknown): Promise<void>;
}

export function functionsOf({ client }: Pick<Target, 'client'>): Functions {
  const lambda = new LambdaClient(client);
  const request = (FunctionName: string, event: unknown) => ({ FunctionName, Payload: JSON.stringify(event) });
  return {
    async call(functionName, event) {
      const { Payload, FunctionError } = await lambda.send(new InvokeCommand(request(functionName, event)));
      return { json: JSON.parse(Buffer.from(Payload ?? []).toString() || 'null'), error: FunctionError };
    },
    async send(functionName, event) {
      await lambda.send(new InvokeCommand({ ...request(functionName, event), InvocationType: 'Event' }));
    },
  };
}

/** What the function returned. Throws `OperationError` with the function's own message when it refused or failed. */
export async function resultOf<Result>(functions: Functions, functionName: string, event: unknown): Promise<Result> {
  const { json, error } = await functions.call(functionName, event);
  if (error === undefined) return json as Result;
  const { errorMessage = 'it gave no reason' } = (json ?? {}) as { errorMessage?: string };
  throw new OperationError(`${functionName} failed: ${errorMessage}`);
}

/** Asks the function that an output names, in the operator's name. Throws `OperationError`. */
export async function invoke<Result>(target: Target, output: string, request: object): Promise<Result> {
  const event = { ...request, requestedBy: await target.requestedBy() };
  return resultOf<Result>(functionsOf(target), outputOf(target.outputs, output, target), event);
}
