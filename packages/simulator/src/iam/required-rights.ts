import { arn, nameFromArn } from '../cloudformation/account';

/** One IAM action on one resource. `resource` undefined: the call names none. */
export interface Right {
  action: string;
  resource: string | undefined;
}

type Input = Record<string, unknown>;

/** The rights that a call needs, as AWS documents them per action. */
export function requiredRights(service: string, action: string, input: Input): Right[] {
  if (service === 'sqs') return sqsRights(action, input);
  if (service === 'dynamodb') return dynamodbRights(action, input);
  if (service === 'lambda') return [{ action: 'lambda:InvokeFunction', resource: text(input.FunctionArn) }];
  return [{ action: `${service}:${action}`, resource: text(input.ARN) }];
}

function sqsRights(action: string, input: Input): Right[] {
  if (action === 'StartMessageMoveTask') {
    const source = text(input.SourceArn);
    // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-configure-dead-letter-queue-redrive.html
    const onSource = ['StartMessageMoveTask', 'ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'];
    return [
      ...onSource.map((name) => ({ action: `sqs:${name}`, resource: source })),
      { action: 'sqs:SendMessage', resource: text(input.DestinationArn) },
    ];
  }
  if (action === 'ListMessageMoveTasks') return [{ action: 'sqs:ListMessageMoveTasks', resource: text(input.SourceArn) }];
  const queue = text(input.QueueUrl)?.split('/').pop() ?? text(input.QueueName);
  // A batch needs the right of the single action; there is none of its own.
  return [{ action: `sqs:${action.replace(/Batch$/, '')}`, resource: queue === undefined ? undefined : arn('sqs', queue) }];
}

function dynamodbRights(action: string, input: Input): Right[] {
  const right = (name: string, table: string, index?: string): Right => {
    const tableArn = arn('dynamodb', `table/${nameFromArn(table).replace(/^table\//, '')}`);
    return { action: `dynamodb:${name}`, resource: index === undefined ? tableArn : `${tableArn}/index/${index}` };
  };
  if (typeof input.TableName === 'string') return [right(action, input.TableName, text(input.IndexName))];
  if (typeof input.RequestItems === 'object' && input.RequestItems !== null) {
    return Object.keys(input.RequestItems).map((table) => right(action, table));
  }
  return [{ action: `dynamodb:${action}`, resource: undefined }];
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
