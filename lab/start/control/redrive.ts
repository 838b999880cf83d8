import { json } from '@charge-once/simulator/http/answer';
import { AwsError } from '@charge-once/simulator/types';
import type { Endpoint } from './endpoint';
import { problem } from './problem';

/** Starts a DLQ redrive to the source queue, as the SQS console does. */
export const redrive: Endpoint = async ({ outputs, sqs }) => {
  const { ChargeDlqUrl: url } = outputs;
  if (url === undefined) return problem(404, 'no-dlq', 'The templates name no dead-letter queue');
  try {
    const { Attributes: attributes } = await sqs.handle('GetQueueAttributes', { QueueUrl: url, AttributeNames: ['QueueArn'] });
    await sqs.handle('StartMessageMoveTask', { SourceArn: (attributes as { QueueArn: string }).QueueArn });
    return json(202, { redriving: sqs.counts(url).visible });
  } catch (error) {
    // One move task a queue at a time.
    if (error instanceof AwsError) return problem(409, 'redrive-not-started', 'SQS did not start the redrive', { code: error.code });
    throw error;
  }
};
