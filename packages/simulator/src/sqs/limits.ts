/** Fixed by SQS. https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-quotas.html */

/** How long a deduplication id is remembered from the first send on. */
export const DEDUPLICATION_SECONDS = 300;

/** Messages a second that a move task moves at most. */
export const MAX_MOVE_RATE = 500;
