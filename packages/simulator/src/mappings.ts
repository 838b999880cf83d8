import type { Deployment } from './cloudformation/deployment';
import { evaluate } from './iam/policy';
import { createEventSourceMapping } from './lambda/event-source-mapping';
import type { Clock, LambdaService, SqsEngine } from './types';

/** What Lambda needs from the function's role to poll a queue; without it AWS refuses to create the mapping. */
const POLLING_ACTIONS = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];

/** Connects queues to functions as the templates say. Throws when a function's role may not poll its queue. */
export function startMappings(deployment: Deployment, sqs: SqsEngine, lambda: LambdaService, clock: Clock): { close(): void } {
  for (const { functionName, queueArn } of deployment.mappings) {
    const statements = deployment.rights.get(functionName)?.statements ?? [];
    const refused = POLLING_ACTIONS.find((action) => evaluate(statements, action, queueArn) !== 'allowed');
    if (refused)
      throw new Error(`the role of ${functionName} does not allow ${refused} on ${queueArn}, which its event source mapping needs`);
  }
  const mappings = deployment.mappings.map((definition) => {
    const queue = deployment.queues.find(({ arn }) => arn === definition.queueArn);
    if (!queue)
      throw new Error(`the event source mapping of ${definition.functionName} names no queue of the templates: ${definition.queueArn}`);
    return createEventSourceMapping({ definition, queueUrl: queue.url, sqs, lambda, clock });
  });
  return {
    close: () => {
      for (const mapping of mappings) mapping.close();
    },
  };
}
