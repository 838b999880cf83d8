import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { AWS_CALL_TIMEOUT_SECONDS } from '../../contract/windows';
import type { Computer } from './computer';

export const AWS_CALL = { timeoutMs: AWS_CALL_TIMEOUT_SECONDS * 1000, lost: () => new Error('the service cannot be reached') };

interface Command {
  readonly constructor: { readonly name: string };
  readonly input: object;
}

/** As much of an SDK client as adapters and Powertools use: each command becomes one call of this process to `service`. */
export function awsClient(
  computer: Computer,
  service: (action: string, input: Record<string, unknown>) => unknown,
): DynamoDBClient & SQSClient {
  const client = {
    config: {},
    // Powertools would put its user agent here, unless it is there already.
    middlewareStack: { identify: () => ['addPowertoolsToUserAgent'], addRelativeTo: () => undefined },
    send: (command: Command) =>
      computer.call(() => service(command.constructor.name.replace('Command', ''), command.input as Record<string, unknown>), AWS_CALL),
  };
  return client as unknown as DynamoDBClient & SQSClient;
}
