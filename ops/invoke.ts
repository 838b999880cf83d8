import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { OperationError } from './operation-error';
import { outputOf, type Target } from './target';

/**
 * Asks a function of the installation and waits for its answer. `output` names the output that names the function. Throws `OperationError` with
 * the function's own message when it refuses or fails.
 */
export async function invoke<Result>(target: Target, output: string, request: object): Promise<Result> {
  const lambda = new LambdaClient(target.client);
  const payload = { ...request, requestedBy: await target.requestedBy() };
  const FunctionName = outputOf(target.outputs, output, target);
  const answer = await lambda.send(new InvokeCommand({ FunctionName, Payload: Buffer.from(JSON.stringify(payload)) }));
  const json = JSON.parse(Buffer.from(answer.Payload ?? []).toString() || 'null') as unknown;
  if (answer.FunctionError === undefined) return json as Result;
  const { errorMessage = 'it gave no reason' } = (json ?? {}) as { errorMessage?: string };
  throw new OperationError(`${FunctionName} failed: ${errorMessage}`);
}
