import { randomUUID } from 'node:crypto';
import { AwsError } from '../types';

/** AWS JSON 1.0 as SQS speaks it: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-json-api.html */
export const CONTENT_TYPE = 'application/x-amz-json-1.0';
const SHAPE_NAMESPACE = 'com.amazonaws.sqs';

/**
 * Codes of the older query protocol where they differ from the JSON shape's name (trait `awsQueryError` of the API model).
 * SDKs that once spoke it, botocore among them, report this code from the header `x-amzn-query-error`.
 */
const QUERY_CODES = new Map(
  [
    'BatchEntryIdsNotDistinct',
    'BatchRequestTooLong',
    'EmptyBatchRequest',
    'InvalidBatchEntryId',
    'MessageNotInflight',
    'PurgeQueueInProgress',
    'QueueDeletedRecently',
    'TooManyEntriesInBatchRequest',
    'UnsupportedOperation',
  ].map((code) => [code, `AWS.SimpleQueueService.${code}`]),
)
  .set('QueueDoesNotExist', 'AWS.SimpleQueueService.NonExistentQueue')
  .set('QueueNameExists', 'QueueAlreadyExists');

export function queryCode(code: string): string {
  return QUERY_CODES.get(code) ?? code;
}

export interface HttpAnswer {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
}

export function okAnswer(output: Record<string, unknown>): HttpAnswer {
  return { statusCode: 200, headers: answerHeaders(), body: JSON.stringify(output) };
}

/** An error that is not an `AwsError` is a bug of ours: 500 `InternalFailure`, which SDKs retry. */
export function errorAnswer(error: unknown): HttpAnswer {
  const aws = error instanceof AwsError ? error : new AwsError('InternalFailure', String(error), 500);
  const fault = aws.statusCode < 500 ? 'Sender' : 'Receiver';
  return {
    statusCode: aws.statusCode,
    headers: { ...answerHeaders(), 'x-amzn-query-error': `${queryCode(aws.code)};${fault}` },
    body: JSON.stringify({ ...aws.details, __type: `${SHAPE_NAMESPACE}#${aws.code}`, message: aws.message }),
  };
}

function answerHeaders(): Record<string, string> {
  return { 'content-type': CONTENT_TYPE, 'x-amzn-requestid': randomUUID() };
}
