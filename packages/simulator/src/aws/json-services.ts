import type { Answer } from '../http/answer';
import { errorAnswer, okAnswer } from '../sqs/wire';
import { AwsError, type FunctionDefinition } from '../types';
import type { AwsServices } from './aws-services';

export interface JsonCall {
  action: string;
  /** JSON text. */
  body: string;
  /** Undefined: a person or a test, who may do anything. */
  caller: FunctionDefinition | undefined;
  /** A signal that aborts when the client is gone. Made on demand: a signal costs as much as a whole short call. */
  untilGone: () => AbortSignal;
}

export async function callSqs({ sqs, authorizer }: AwsServices, { action, body, caller, untilGone }: JsonCall): Promise<Answer> {
  try {
    const input = parse(body);
    const refusal = caller && authorizer.check(caller, 'sqs', action, input);
    if (refusal) throw new AwsError('AccessDenied', refusal, 403);
    // A client that goes away must end its long poll, or the next message would be handed to nobody.
    const signal = action === 'ReceiveMessage' ? untilGone() : undefined;
    return okAnswer(await sqs.handle(action, input, signal));
  } catch (error) {
    return { ...errorAnswer(error), errorCode: error instanceof AwsError ? error.code : 'InternalFailure' };
  }
}

export async function callDynamoDb({ dynamodb, authorizer }: AwsServices, { action, body, caller }: JsonCall): Promise<Answer> {
  try {
    const refusal = caller && authorizer.check(caller, 'dynamodb', action, parse(body));
    if (refusal) throw new AwsError('AccessDeniedException', refusal);
    const answer = await dynamodb.call(action, body);
    return {
      statusCode: answer.status,
      headers: { 'content-type': 'application/x-amz-json-1.0' },
      body: answer.body,
      errorCode: answer.status < 400 ? undefined : errorCode(answer.body),
    };
  } catch (error) {
    return jsonError(error, 'application/x-amz-json-1.0');
  }
}

export async function callSecretsManager({ secrets, authorizer }: AwsServices, { action, body, caller }: JsonCall): Promise<Answer> {
  try {
    const input = parse(body);
    const refusal = caller && authorizer.check(caller, 'secretsmanager', action, { ARN: secrets.arn(input.SecretId) });
    if (refusal) throw new AwsError('AccessDeniedException', refusal);
    const output = await secrets.handle(action, input);
    return { statusCode: 200, headers: { 'content-type': 'application/x-amz-json-1.1' }, body: JSON.stringify(output) };
  } catch (error) {
    return jsonError(error, 'application/x-amz-json-1.1');
  }
}

function jsonError(error: unknown, contentType: string): Answer {
  const aws = error instanceof AwsError ? error : new AwsError('InternalServerError', String(error), 500);
  return {
    statusCode: aws.statusCode,
    headers: { 'content-type': contentType },
    body: JSON.stringify({ __type: `com.amazon.coral.service#${aws.code}`, message: aws.message, Message: aws.message }),
    errorCode: aws.code,
  };
}

/** `ConditionalCheckFailedException` of `…"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException"…`. */
function errorCode(body: string): string {
  return body.match(/"__type":"[^"#]*#?([^"]+)"/)?.[1] ?? 'UnknownError';
}

function parse(body: string): Record<string, unknown> {
  try {
    const input: unknown = JSON.parse(body === '' ? '{}' : body);
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input as Record<string, unknown>;
  } catch {
    // Answered below, like every body that is not a JSON object.
  }
  throw new AwsError('SerializationException', 'The request body is not a JSON object.');
}
