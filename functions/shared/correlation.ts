import type { SQSRecord } from 'aws-lambda';

/** Ids of the HTTP request that sent a message: they join the log lines and traces of both functions. */
export interface SentBy {
  /** API Gateway's id of the request, which the client sees as `x-amzn-requestid`. */
  readonly apiRequestId?: string;
  /** Root of its X-Ray trace. */
  readonly apiTraceId?: string;
}

const REQUEST_ID = 'ApiRequestId';

/**
 * What goes with a message beside its body. The body and the deduplication id stay what the event alone makes them: a repeated request has
 * other ids and must be the same send. SQS keeps attributes on the way to the dead-letter queue and back, and Lambda links the traces by the header.
 *
 * @see https://docs.aws.amazon.com/xray/latest/devguide/xray-services-sqs.html
 */
export function sentBy(apiRequestId: string, traceHeader = process.env._X_AMZN_TRACE_ID) {
  return {
    MessageAttributes: { [REQUEST_ID]: { DataType: 'String', StringValue: apiRequestId } },
    ...(traceHeader ? { MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue: traceHeader } } } : {}),
  };
}

/** The ids in a message. Whoever may send to the queue may write anything there, so only what has an id's form is read. */
export function readSentBy({ messageAttributes, attributes }: Pick<SQSRecord, 'messageAttributes' | 'attributes'>): SentBy {
  const apiRequestId = messageAttributes?.[REQUEST_ID]?.stringValue;
  const apiTraceId = /\bRoot=(1-[0-9a-f]{8}-[0-9a-f]{24})(?:;|$)/.exec(attributes.AWSTraceHeader ?? '')?.[1];
  return {
    ...(apiRequestId !== undefined && UUID.test(apiRequestId) ? { apiRequestId } : {}),
    ...(apiTraceId === undefined ? {} : { apiTraceId }),
  };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
