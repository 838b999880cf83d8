import { apiResources, apiUrl, functionResources, writeAssembly } from './assembly';

const ECHO = `
  export const handler = async (event) => {
    if (event.fail) throw new Error('as asked');
    if (event.metric) console.log(JSON.stringify({
      _aws: { Timestamp: Date.now(), CloudWatchMetrics: [{ Namespace: 'Shop', Dimensions: [[]], Metrics: [{ Name: 'Visits' }] }] }, Visits: 1 }));
    if (event.call) return (await fetch(process.env.BANK_URL + event.call, { method: 'POST' })).status;
    if (event.httpMethod) return { statusCode: 200, body: JSON.stringify({ path: event.path, now: Date.now() }) };
    return { event, accessKeyId: process.env.AWS_ACCESS_KEY_ID };
  };`;
const CONSUMER = `
  export const handler = async ({ Records }) => ({
    batchItemFailures: Records.filter(({ body }) => body === 'fail').map(({ messageId }) => ({ itemIdentifier: messageId })),
  });`;
const TELLER = `export const handler = async () => ({ statusCode: 404, body: '{}' });`;

const arnOf = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });

const BANK = {
  template: {
    Resources: {
      ...functionResources('Teller', 'teller', []),
      ...apiResources('Bank', 'v1', [['ANY', '/{proxy+}', 'Teller']]),
      Key: { Type: 'AWS::SecretsManager::Secret', Properties: { GenerateSecretString: { PasswordLength: 40, ExcludePunctuation: true } } },
    },
    Outputs: {
      BankUrl: { Value: apiUrl('Bank'), Export: { Name: 'BankStack:Url' } },
      KeyArn: { Value: { Ref: 'Key' } },
      KeyName: {
        Value: {
          'Fn::Join': [
            '-',
            [0, 1].map((n) => ({
              'Fn::Select': [n, { 'Fn::Split': ['-', { 'Fn::Select': [6, { 'Fn::Split': [':', { Ref: 'Key' }] }] }] }],
            })),
          ],
        },
      },
    },
  },
  assets: { teller: { 'index.mjs': TELLER } },
};

const SHOP = {
  template: {
    Resources: {
      ...functionResources(
        'Echo',
        'echo',
        [
          { Effect: 'Allow', Action: ['dynamodb:PutItem', 'dynamodb:GetItem'], Resource: arnOf('Table') },
          { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: arnOf('Queue') },
        ],
        { BANK_URL: { 'Fn::ImportValue': 'BankStack:Url' } },
      ),
      ...functionResources('Consumer', 'consumer', [
        { Effect: 'Allow', Action: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], Resource: arnOf('Queue') },
      ]),
      ...apiResources('Api', 'prod', [['ANY', '/{proxy+}', 'Echo']]),
      Table: {
        Type: 'AWS::DynamoDB::Table',
        Properties: {
          KeySchema: [
            { AttributeName: 'basket', KeyType: 'HASH' },
            { AttributeName: 'line', KeyType: 'RANGE' },
          ],
          AttributeDefinitions: [
            { AttributeName: 'basket', AttributeType: 'S' },
            { AttributeName: 'line', AttributeType: 'N' },
          ],
          BillingMode: 'PAY_PER_REQUEST',
          TimeToLiveSpecification: { AttributeName: 'expiration', Enabled: true },
        },
      },
      Dlq: { Type: 'AWS::SQS::Queue', Properties: { FifoQueue: true } },
      Queue: {
        Type: 'AWS::SQS::Queue',
        Properties: { FifoQueue: true, VisibilityTimeout: 30, RedrivePolicy: { deadLetterTargetArn: arnOf('Dlq'), maxReceiveCount: 2 } },
      },
      Mapping: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: {
          EventSourceArn: arnOf('Queue'),
          FunctionName: { Ref: 'Consumer' },
          FunctionResponseTypes: ['ReportBatchItemFailures'],
        },
      },
    },
    Outputs: {
      ApiUrl: { Value: apiUrl('Api') },
      QueueUrl: { Value: { Ref: 'Queue' } },
      DlqUrl: { Value: { Ref: 'Dlq' } },
      TableName: { Value: { Ref: 'Table' } },
      EchoName: { Value: { Ref: 'Echo' } },
    },
  },
  assets: { echo: { 'index.mjs': ECHO }, consumer: { 'index.mjs': CONSUMER } },
};

/**
 * A cloud assembly with one of everything: a function that echoes its event, a FIFO queue with a consumer that fails for the body `fail`, a
 * table, a secret, an API, and a second stack as the service outside AWS that the first one calls. Returns its directory.
 */
export const writeSampleApp = (): string => writeAssembly({ BankStack: BANK, ShopStack: SHOP });
