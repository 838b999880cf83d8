import { AwsError } from '../types';

export interface ReceiptHandle {
  messageId: string;
  receiptId: string;
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const SHAPE = new RegExp(`^(${UUID}) (\\S+) (${UUID})$`);

/** Opaque to clients. The queue's ARN is inside because a handle of another queue is not valid. */
export function formatReceiptHandle(queueArn: string, { messageId, receiptId }: ReceiptHandle): string {
  return Buffer.from(`${receiptId} ${queueArn} ${messageId}`).toString('base64');
}

/** Throws `ReceiptHandleIsInvalid` for what no receive of this queue can have returned. */
export function parseReceiptHandle(queueArn: string, handle: string): ReceiptHandle {
  const [, receiptId, arn, messageId] = SHAPE.exec(Buffer.from(handle, 'base64').toString()) ?? [];
  if (!receiptId || !messageId || arn !== queueArn) {
    throw new AwsError('ReceiptHandleIsInvalid', `The input receipt handle "${handle}" is not a valid receipt handle.`, 404);
  }
  return { messageId, receiptId };
}
