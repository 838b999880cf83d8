import { json } from '@charge-once/simulator/http/answer';
import { queuesOf } from '../../../ops/client/queues';
import { targetOf } from '../../../ops/client/simulator-target';
import type { Endpoint } from './endpoint';
import { problem } from './problem';

/** Starts a DLQ redrive to the source queue, as the SQS console does. */
export const redrive: Endpoint = async ({ outputs, clock }, { url }) => {
  const { ChargeDlqUrl: dlqUrl } = outputs;
  if (dlqUrl === undefined) return problem(404, 'no-dlq', 'The templates name no dead-letter queue');
  const queues = queuesOf(targetOf(url.origin, { now: new Date(clock.now()).toISOString(), outputs }));
  const { visible } = await queues.counts(dlqUrl);
  try {
    await queues.startMoveTask(dlqUrl);
  } catch (error) {
    // One move task a queue at a time.
    return problem(409, 'redrive-not-started', 'SQS did not start the redrive', { code: (error as Error).name });
  }
  return json(202, { redriving: visible });
};
