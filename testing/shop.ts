import { apiResources, apiUrl, functionResources, writeAssembly } from '@charge-once/simulator/testing/assembly';

/**
 * A small application with one of everything: a function that echoes its event and environment, a FIFO queue with a consumer that
 * fails for the body `fail`, a table, a secret, an API, and an acquirer with two charges in its books.
 */
export function writeShop(): string {
  const echo = `
    export const handler = async (event) => {
      if (event.fail) throw new Error('as asked');
      if (event.metric) console.log(JSON.stringify({
        _aws: { Timestamp: Date.now(), CloudWatchMetrics: [{ Namespace: 'N', Dimensions: [['Layer']], Metrics: [{ Name: 'DuplicatesSuppressed' }] }] },
        Layer: 'Guard', DuplicatesSuppressed: 1 }));
      if (event.call) return (await fetch(process.env.PROVIDER_URL + event.call, { method: 'POST' })).status;
      if (event.httpMethod) return { statusCode: 200, body: JSON.stringify({ path: event.path, now: Date.now() }) };
      return { event, accessKeyId: process.env.AWS_ACCESS_KEY_ID, env: process.env };
    };`;
  const consumer = `
    export const handler = async ({ Records }) => ({
      batchItemFailures: Records.filter(({ body }) => body === 'fail').map(({ messageId }) => ({ itemIdentifier: messageId })),
    });`;
  const books = `
    const charge = (n) => ({ orderId: 'ord-' + n, attempt: 1, amount: 1999, currency: 'EUR', chargeId: 'pi_' + n, chargedAt: '2026-11-29T10:00:00.000Z' });
    export const handler = async ({ path, headers, queryStringParameters: query }) => {
      if (path !== '/test_helpers/charges') return { statusCode: 404, body: '{}' };
      if (!/^Bearer [A-Za-z0-9]{40}$/.test(headers.authorization)) return { statusCode: 401, body: '{}' };
      // Pages of one, so that the reader has to ask again.
      const all = [charge(1), charge(2)].filter(({ orderId }) => !query.orderId || orderId === query.orderId);
      const next = all.findIndex(({ chargeId }) => chargeId === query.starting_after) + 1;
      return { statusCode: 200, body: JSON.stringify({ data: all.slice(next, next + 1), has_more: next + 1 < all.length }) };
    };`;
  const resource = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });
  return writeAssembly({
    AcquirerStack: {
      template: {
        Resources: {
          ...functionResources('Acquirer', 'books', []),
          ...apiResources('Bank', 'v1', [['ANY', '/{proxy+}', 'Acquirer']]),
          Key: {
            Type: 'AWS::SecretsManager::Secret',
            Properties: { GenerateSecretString: { PasswordLength: 40, ExcludePunctuation: true } },
          },
        },
        Outputs: {
          AcquirerUrl: { Value: apiUrl('Bank') },
          AcquirerSecretName: {
            Value: {
              'Fn::Join': [
                '-',
                [0, 1].map((n) => ({
                  'Fn::Select': [n, { 'Fn::Split': ['-', { 'Fn::Select': [6, { 'Fn::Split': [':', { Ref: 'Key' }] }] }] }],
                })),
              ],
            },
          },
          KeyArn: { Value: { Ref: 'Key' }, Export: { Name: 'AcquirerStack:Key' } },
          BankUrl: { Value: apiUrl('Bank'), Export: { Name: 'AcquirerStack:Url' } },
        },
      },
      assets: { books: { 'index.mjs': books } },
    },
    ShopStack: {
      template: {
        Resources: {
          ...functionResources(
            'Echo',
            'echo',
            [
              { Effect: 'Allow', Action: ['dynamodb:PutItem', 'dynamodb:GetItem'], Resource: resource('Table') },
              { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: resource('Queue') },
            ],
            { PROVIDER_URL: { 'Fn::ImportValue': 'AcquirerStack:Url' } },
          ),
          ...functionResources('Consumer', 'consumer', [
            { Effect: 'Allow', Action: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], Resource: resource('Queue') },
          ]),
          ...apiResources('Api', 'prod', [['ANY', '/{proxy+}', 'Echo']]),
          Table: {
            Type: 'AWS::DynamoDB::Table',
            Properties: {
              KeySchema: [
                { AttributeName: 'orderId', KeyType: 'HASH' },
                { AttributeName: 'attempt', KeyType: 'RANGE' },
              ],
              AttributeDefinitions: [
                { AttributeName: 'orderId', AttributeType: 'S' },
                { AttributeName: 'attempt', AttributeType: 'N' },
              ],
              BillingMode: 'PAY_PER_REQUEST',
              TimeToLiveSpecification: { AttributeName: 'expiration', Enabled: true },
            },
          },
          Dlq: { Type: 'AWS::SQS::Queue', Properties: { FifoQueue: true } },
          Queue: {
            Type: 'AWS::SQS::Queue',
            Properties: {
              FifoQueue: true,
              VisibilityTimeout: 30,
              RedrivePolicy: { deadLetterTargetArn: resource('Dlq'), maxReceiveCount: 2 },
            },
          },
          Mapping: {
            Type: 'AWS::Lambda::EventSourceMapping',
            Properties: {
              EventSourceArn: resource('Queue'),
              FunctionName: { Ref: 'Consumer' },
              FunctionResponseTypes: ['ReportBatchItemFailures'],
            },
          },
        },
        Outputs: {
          ApiUrl: { Value: apiUrl('Api') },
          ChargeQueueUrl: { Value: { Ref: 'Queue' } },
          ChargeDlqUrl: { Value: { Ref: 'Dlq' } },
          TableName: { Value: { Ref: 'Table' } },
          EchoName: { Value: { Ref: 'Echo' } },
        },
      },
      assets: { echo: { 'index.mjs': echo }, consumer: { 'index.mjs': consumer } },
    },
  });
}
