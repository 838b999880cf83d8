import type { QueueDefinition, SecretDefinition, TableDefinition } from './deployment';
import type { Resource } from './stack';

const QUEUE_ATTRIBUTES = [
  'ContentBasedDeduplication',
  'DeduplicationScope',
  'DelaySeconds',
  'FifoQueue',
  'FifoThroughputLimit',
  'KmsMasterKeyId',
  'MaximumMessageSize',
  'MessageRetentionPeriod',
  'ReceiveMessageWaitTimeSeconds',
  'RedriveAllowPolicy',
  'RedrivePolicy',
  'SqsManagedSseEnabled',
  'VisibilityTimeout',
];

export function queueDefinition(resource: Resource): QueueDefinition {
  const properties = resource.properties();
  const attributes: Record<string, string> = {};
  for (const name of QUEUE_ATTRIBUTES) {
    const value = properties[name];
    // Every attribute of the API is a string; policies among them are JSON text.
    if (value !== undefined) attributes[name] = typeof value === 'string' ? value : JSON.stringify(value);
  }
  return { name: resource.attributes.QueueName!, url: resource.ref, arn: resource.attributes.Arn!, attributes };
}

export function tableDefinition(resource: Resource): TableDefinition {
  const properties = resource.properties() as {
    KeySchema: unknown;
    AttributeDefinitions: unknown;
    GlobalSecondaryIndexes?: { IndexName: string; KeySchema: unknown; Projection: unknown }[];
    LocalSecondaryIndexes?: unknown;
    TimeToLiveSpecification?: { AttributeName?: string; Enabled: boolean | string };
  };
  const ttl = properties.TimeToLiveSpecification;
  return {
    name: resource.ref,
    arn: resource.attributes.Arn!,
    createTable: {
      TableName: resource.ref,
      // Whatever the template provisions, nothing is throttled here.
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: properties.KeySchema,
      AttributeDefinitions: properties.AttributeDefinitions,
      GlobalSecondaryIndexes: properties.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
        IndexName,
        KeySchema,
        Projection,
      })),
      LocalSecondaryIndexes: properties.LocalSecondaryIndexes,
    },
    ttlAttribute: ttl && String(ttl.Enabled) === 'true' ? ttl.AttributeName : undefined,
  };
}

export function secretDefinition(resource: Resource): SecretDefinition {
  const properties = resource.properties() as { SecretString?: string; GenerateSecretString?: SecretDefinition['generate'] };
  // `arn:aws:secretsmanager:<region>:<account>:secret:<name>-<6 characters>`
  const name = resource.ref.split(':').slice(6).join(':').slice(0, -7);
  return { name, arn: resource.ref, value: properties.SecretString, generate: properties.GenerateSecretString };
}
