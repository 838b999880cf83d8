import type { RestApiDefinition } from './cloudformation/deployment';
import type { DynamoDb } from './dynamodb/dynamodb';
import type { LambdaOptions } from './lambda/service';
import type { DataPoint, MetricName, MetricSeries } from './metric-series';
import type { Metrics } from './metrics';
import type { Observer } from './observer';
import type { Clock, FunctionDefinition, SqsEngine } from './types';

/** Metrics of AWS's own that the engines here know. Every other one of `AWS/…` they cannot tell. */
const OF_SERVICES: Readonly<Record<string, readonly string[]>> = {
  'AWS/ApiGateway': ['Count', '4XXError', '5XXError'],
  'AWS/DynamoDB': ['ConditionalCheckFailedRequests'],
  'AWS/Lambda': ['Invocations', 'Errors', 'Throttles'],
  'AWS/SQS': ['ApproximateNumberOfMessagesVisible', 'ApproximateNumberOfMessagesNotVisible', 'ApproximateAgeOfOldestMessage'],
};

/** Whether a value could be here at all: of a service that counts it, or of the functions, which print their own. */
export const isKnown = ({ namespace, metric }: MetricName): boolean =>
  !namespace.startsWith('AWS/') || (OF_SERVICES[namespace]?.includes(metric) ?? false);

type CountInvocation = NonNullable<LambdaOptions['onInvocation']>;

export interface ServiceMetrics {
  /** The same observer of invocations, each counted when it has ended. */
  counted: (observe?: Observer['invocation']) => CountInvocation;
  /** An answer of an API. */
  answer: (api: RestApiDefinition, statusCode: number) => void;
  /** The same tables, refused writes counted. */
  counting: (dynamodb: DynamoDb) => DynamoDb;
}

/** Counts what CloudWatch would get from Lambda, API Gateway and DynamoDB. */
export function createServiceMetrics(metrics: Metrics, clock: Clock, functions: readonly FunctionDefinition[]): ServiceMetrics {
  const count = (namespace: string, dimensions: Record<string, string>, counts: Record<string, number>): void => {
    for (const [metric, value] of Object.entries(counts)) {
      metrics.record({ namespace, metric, dimensions, unit: 'Count', values: [value], at: clock.now() });
    }
  };
  return {
    counted: (observe) => (folder, invocation) => {
      const ended = observe?.(folder, invocation);
      const { name: FunctionName = folder } = functions.find((each) => each.folder === folder) ?? {};
      return (outcome) => {
        ended?.(outcome);
        // Not admitted: an invocation that is throttled is none.
        if (!outcome) count('AWS/Lambda', { FunctionName }, { Throttles: 1 });
        else count('AWS/Lambda', { FunctionName }, { Invocations: 1, Errors: Number(outcome.kind !== 'succeeded'), Throttles: 0 });
      };
    },
    answer({ name: ApiName, stage: Stage }, statusCode) {
      const hundred = Math.floor(statusCode / 100);
      count('AWS/ApiGateway', { ApiName, Stage }, { Count: 1, '4XXError': Number(hundred === 4), '5XXError': Number(hundred === 5) });
    },
    counting: (dynamodb) => ({
      ...dynamodb,
      async call(action, body) {
        const answer = await dynamodb.call(action, body);
        if (answer.status === 400 && answer.body.includes('#ConditionalCheckFailedException')) {
          const { TableName } = JSON.parse(body) as { TableName: string };
          count('AWS/DynamoDB', { TableName }, { ConditionalCheckFailedRequests: 1 });
        }
        return answer;
      },
    }),
  };
}

/**
 * What SQS would report of its queues now. The age is left out for an empty queue, as on AWS, which also leaves out what was received three
 * times without being deleted; here that counts.
 */
export function queueSeries(sqs: SqsEngine, queues: readonly { name: string; url: string }[], now: number): MetricSeries[] {
  return queues.flatMap(({ name, url }) => {
    const { visible, inFlight } = sqs.counts(url);
    const oldestAt = sqs.oldestSentAt(url);
    const gauge = (metric: string, value: number, unit = 'Count') =>
      seriesOf({ namespace: 'AWS/SQS', metric, dimensions: { QueueName: name }, unit, values: [value], at: now });
    return [
      gauge('ApproximateNumberOfMessagesVisible', visible),
      gauge('ApproximateNumberOfMessagesNotVisible', inFlight),
      ...(oldestAt === undefined ? [] : [gauge('ApproximateAgeOfOldestMessage', (now - oldestAt) / 1000, 'Seconds')]),
    ];
  });
}

function seriesOf({ values: [value = 0], at, ...named }: DataPoint): MetricSeries {
  const set = { sum: value, count: 1, max: value, min: value };
  return { ...named, ...set, minutes: [{ at, ...set }] };
}
