import { invalidAttributeName, invalidAttributeValue } from './errors';
import { parseRedriveAllowPolicy, parseRedrivePolicy, type RedriveAllowPolicy, type RedrivePolicy } from './redrive-policy';

/** Attributes as the API has them: every value a string. */
export type QueueAttributes = Record<string, string>;

/** Attributes as the engine uses them. */
export interface QueueSettings {
  delayMs: number;
  maximumBytes: number;
  retentionMs: number;
  waitMs: number;
  visibilityMs: number;
  contentBasedDeduplication: boolean;
  deduplicationScope: string;
  redrive: RedrivePolicy | undefined;
  redriveAllow: RedriveAllowPolicy | undefined;
}

interface Rule {
  default?: string;
  allows(value: string): boolean;
}

const integer = (min: number, max: number, byDefault?: number): Rule => ({
  ...(byDefault === undefined ? {} : { default: String(byDefault) }),
  allows: (value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max,
});
const oneOf = (values: string[], byDefault?: string): Rule => ({
  ...(byDefault === undefined ? {} : { default: byDefault }),
  allows: (value) => values.includes(value),
});
const anyText: Rule = { allows: () => true };

/** Ranges and defaults of `CreateQueue`. An empty text removes a policy or key. */
const RULES = new Map<string, Rule>([
  ['FifoQueue', oneOf(['true'])],
  ['DelaySeconds', integer(0, 900, 0)],
  ['MaximumMessageSize', integer(1024, 1_048_576, 1_048_576)],
  ['MessageRetentionPeriod', integer(60, 1_209_600, 345_600)],
  ['ReceiveMessageWaitTimeSeconds', integer(0, 20, 0)],
  ['VisibilityTimeout', integer(0, 43_200, 30)],
  ['ContentBasedDeduplication', oneOf(['true', 'false'], 'false')],
  ['DeduplicationScope', oneOf(['queue', 'messageGroup'], 'queue')],
  ['FifoThroughputLimit', oneOf(['perQueue', 'perMessageGroupId'], 'perQueue')],
  ['SqsManagedSseEnabled', oneOf(['true', 'false'], 'true')],
  ['KmsDataKeyReusePeriodSeconds', integer(60, 86_400)],
  ['KmsMasterKeyId', anyText],
  ['Policy', anyText],
  ['RedrivePolicy', anyText],
  ['RedriveAllowPolicy', anyText],
]);

/** What only `GetQueueAttributes` knows. `ApproximateAgeOfOldestMessage` is a CloudWatch metric and not among them. */
const COMPUTED_ATTRIBUTES = [
  'ApproximateNumberOfMessages',
  'ApproximateNumberOfMessagesDelayed',
  'ApproximateNumberOfMessagesNotVisible',
  'CreatedTimestamp',
  'LastModifiedTimestamp',
  'QueueArn',
];

export const ATTRIBUTE_NAMES: ReadonlySet<string> = new Set(['All', ...COMPUTED_ATTRIBUTES, ...RULES.keys()]);

export const DEFAULT_ATTRIBUTES: QueueAttributes = Object.fromEntries(
  [...RULES].flatMap(([name, rule]) => (rule.default === undefined ? [] : [[name, rule.default]])),
);

/**
 * The attributes a queue has after `changes`. Throws `InvalidAttributeName`, `InvalidAttributeValue`,
 * or `InvalidParameterValue` for a redrive policy that is none.
 */
export function changedAttributes(current: QueueAttributes, changes: QueueAttributes): QueueAttributes {
  const next = { ...current };
  for (const [name, value] of Object.entries(changes)) {
    const rule = RULES.get(name);
    if (!rule) throw invalidAttributeName(name);
    if (!rule.allows(value)) throw invalidAttributeValue(name);
    if (value === '') delete next[name];
    else next[name] = value;
  }
  // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/high-throughput-fifo.html
  if (next.FifoThroughputLimit === 'perMessageGroupId' && next.DeduplicationScope !== 'messageGroup') {
    throw invalidAttributeValue('FifoThroughputLimit', "'perMessageGroupId' is only allowed when DeduplicationScope is 'messageGroup'.");
  }
  settingsOf(next);
  return next;
}

export function settingsOf(attributes: QueueAttributes): QueueSettings {
  const ms = (name: string) => Number(attributes[name]) * 1000;
  const { RedrivePolicy: redrive, RedriveAllowPolicy: redriveAllow } = attributes;
  return {
    delayMs: ms('DelaySeconds'),
    maximumBytes: Number(attributes.MaximumMessageSize),
    retentionMs: ms('MessageRetentionPeriod'),
    waitMs: ms('ReceiveMessageWaitTimeSeconds'),
    visibilityMs: ms('VisibilityTimeout'),
    contentBasedDeduplication: attributes.ContentBasedDeduplication === 'true',
    deduplicationScope: attributes.DeduplicationScope ?? 'queue',
    redrive: redrive === undefined ? undefined : parseRedrivePolicy(redrive),
    redriveAllow: redriveAllow === undefined ? undefined : parseRedriveAllowPolicy(redriveAllow),
  };
}
