import type { SQSRecord } from 'aws-lambda';
import { readSentBy, type SentBy } from '../shared/correlation';

/** One delivered message, as much of it as the worker needs. */
export interface Message {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly groupId: string;
  /** How often SQS has delivered it, this time included. */
  readonly receives: number;
  readonly body: string;
  readonly sentBy?: SentBy;
}

export const readRecord = (record: SQSRecord): Message => ({
  messageId: record.messageId,
  receiptHandle: record.receiptHandle,
  body: record.body,
  groupId: record.attributes.MessageGroupId ?? record.messageId,
  receives: Number(record.attributes.ApproximateReceiveCount),
  sentBy: readSentBy(record),
});
