import type { IncomingMessage } from 'node:http';
import { arn } from '../cloudformation/account';
import { functionName } from '../cloudformation/functions';
import { type Answer, json } from '../http/answer';
import { AwsError, type FunctionDefinition } from '../types';
import { type AwsServices, failure } from './aws-services';

export const LAMBDA_PATH = '/2015-03-31/functions';

/** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const MAX_SYNCHRONOUS_BYTES = 6 * 1024 * 1024;
const MAX_ASYNCHRONOUS_BYTES = 1024 * 1024;

/** Lambda's REST API: `Invoke`, `ListFunctions` and `GetFunction`. */
export async function callLambda(
  services: AwsServices,
  request: IncomingMessage,
  body: Buffer,
  caller?: FunctionDefinition,
): Promise<Answer> {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname.slice(LAMBDA_PATH.length);
  const [, encodedName = '', operation] = path.split('/');
  if (request.method === 'GET' && encodedName === '') return json(200, { Functions: services.functions.map(configuration) });

  const name = functionName(decodeURIComponent(encodedName));
  const definition = services.functions.find((each) => each.name === name);
  if (!definition) return failure(404, 'ResourceNotFoundException', `Function not found: ${arn('lambda', `function:${name}`)}`);
  if (request.method === 'GET' && operation === undefined) return json(200, { Configuration: configuration(definition) });
  if (request.method !== 'POST' || operation !== 'invocations') {
    return failure(400, 'UnknownOperationException', `The simulator does not offer ${request.method} ${request.url}.`);
  }
  const refusal = caller && services.authorizer.check(caller, 'lambda', 'InvokeFunction', { FunctionArn: definition.arn });
  if (refusal) return failure(403, 'AccessDeniedException', refusal);
  return invoke(services, definition, request, body);
}

async function invoke(services: AwsServices, definition: FunctionDefinition, request: IncomingMessage, body: Buffer): Promise<Answer> {
  const type = String(request.headers['x-amz-invocation-type'] ?? 'RequestResponse');
  const maxBytes = type === 'Event' ? MAX_ASYNCHRONOUS_BYTES : MAX_SYNCHRONOUS_BYTES;
  if (body.length > maxBytes)
    return failure(413, 'RequestTooLargeException', `${body.length} byte payload is too large, the limit is ${maxBytes}`);
  const payload = body.length === 0 ? '{}' : body.toString();
  if (!isJson(payload)) return failure(400, 'InvalidRequestContentException', 'Could not parse request body into json');

  if (type === 'DryRun') return { statusCode: 204, headers: {}, body: '' };
  if (type === 'Event') {
    services.lambda.invokeAsync(definition.name, payload);
    return { statusCode: 202, headers: {}, body: '' };
  }
  if (type !== 'RequestResponse') return failure(400, 'InvalidParameterValueException', `Unknown invocation type: ${type}`);
  try {
    const result = await services.clock.track(services.lambda.invoke(definition.name, payload));
    const headers: Record<string, string> = { 'content-type': 'application/json', 'x-amz-executed-version': '$LATEST' };
    if (result.functionError) headers['x-amz-function-error'] = result.functionError;
    return { statusCode: 200, headers, body: result.payload };
  } catch (error) {
    if (error instanceof AwsError) return failure(error.statusCode, error.code, error.message);
    throw error;
  }
}

function configuration(definition: FunctionDefinition): Record<string, unknown> {
  return {
    FunctionName: definition.name,
    FunctionArn: definition.arn,
    Handler: definition.handler,
    MemorySize: definition.memoryMb,
    Timeout: definition.timeoutMs / 1000,
    PackageType: 'Zip',
    Version: '$LATEST',
    State: 'Active',
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
