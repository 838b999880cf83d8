import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, send } from '../http/answer';
import { readBody } from '../http/body';
import { isForeignOrigin, isLoopbackHost } from '../http/loopback';
import type { Handler } from '../http/server';
import { type AwsServices, failure } from './aws-services';
import { callDynamoDb, callSecretsManager, callSqs, type JsonCall } from './json-services';
import { callLambda, LAMBDA_PATH } from './lambda-api';
import { ConnectionCut } from './outbound-calls';
import { callSts } from './sts';

/** DynamoDB's limit on a request, the largest of the services here. */
const MAX_REQUEST_BYTES = 16 * 1024 * 1024;

/** `X-Amz-Target` prefix of each JSON service, and who answers it. */
const JSON_SERVICES = {
  AmazonSQS: { service: 'sqs', call: callSqs },
  DynamoDB_20120810: { service: 'dynamodb', call: callDynamoDb },
  secretsmanager: { service: 'secretsmanager', call: callSecretsManager },
} as const;

/** One endpoint for every AWS service, told apart as AWS's own gateways do: by `X-Amz-Target`, path, or query-protocol body. */
export function createAwsEndpoint(services: AwsServices): Handler {
  return (request, response) => {
    answer(request, response, services)
      .catch((error: unknown) => {
        if (error instanceof ConnectionCut) throw error;
        return failure(500, 'InternalFailure', error instanceof Error ? error.message : String(error));
      })
      .then((result) => {
        result.headers['x-amzn-requestid'] ??= randomUUID();
        send(response, result);
      })
      .catch(() => response.destroy());
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, services: AwsServices): Promise<Answer> {
  if (!isLoopbackHost(request) || isForeignOrigin(request))
    return failure(403, 'AccessDeniedException', 'Only this machine may call the simulator.');
  const body = await readBody(request, MAX_REQUEST_BYTES);
  if (!body) return failure(413, 'RequestEntityTooLarge', `The request is larger than ${MAX_REQUEST_BYTES} bytes.`);

  const caller = services.authorizer.caller(request.headers.authorization);
  // A function lives in virtual time. An SDK that sees its clock five minutes off repeats every call that was refused.
  if (caller) response.setHeader('date', new Date(services.clock.now()).toUTCString());
  const target = request.headers['x-amz-target'];
  if (typeof target === 'string') {
    const dot = target.lastIndexOf('.');
    const name = target.slice(0, dot);
    const found = Object.hasOwn(JSON_SERVICES, name) && JSON_SERVICES[name as keyof typeof JSON_SERVICES];
    if (!found) return failure(400, 'UnknownOperationException', `The simulator does not offer ${target}.`);
    const action = target.slice(dot + 1);
    const call: JsonCall = { action, body: body.toString(), caller, untilGone: () => untilGone(response) };
    if (!caller) return found.call(services, call);
    return services.calls.run({ function: caller.folder, service: found.service, action }, () => found.call(services, call), call);
  }
  if (request.url?.startsWith(LAMBDA_PATH)) {
    const work = () => callLambda(services, request, body, caller);
    return caller ? services.calls.run({ function: caller.folder, service: 'lambda', action: 'Invoke' }, work) : work();
  }
  return (
    callSts(body.toString(), caller, services) ??
    failure(400, 'UnknownOperationException', `The simulator does not offer ${request.method} ${request.url}.`)
  );
}

/** Aborts when the client goes away before it has its answer. */
function untilGone(response: ServerResponse): AbortSignal {
  const abort = new AbortController();
  response.on('close', () => {
    if (!response.writableFinished) abort.abort();
  });
  return abort.signal;
}
