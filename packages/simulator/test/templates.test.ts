import { rmSync } from 'node:fs';
import { loadTemplates } from '../src/templates';
import { apiResources, apiUrl, type FixtureStack, functionResources, writeAssembly } from '../testing/assembly';

const directories: string[] = [];
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true });
});

function load(stacks: Record<string, FixtureStack>) {
  const assembly = writeAssembly(stacks);
  directories.push(assembly);
  const apiBase = ({ stack }: { stack: string }) => (stack === 'ShopStack' ? 'http://127.0.0.1:3000' : 'http://127.0.0.1:4242');
  return loadTemplates({ assembly, awsEndpoint: 'http://127.0.0.1:4566', apiBase });
}

const withResources = (resources: Record<string, unknown>, rest: Record<string, unknown> = {}): FixtureStack => ({
  template: { Resources: resources, ...rest },
});

describe('names and ARNs', () => {
  it('gives a FIFO queue the suffix, the URL and the ARN that it has on AWS', () => {
    const { queues } = load({
      ShopStack: withResources({ Orders: { Type: 'AWS::SQS::Queue', Properties: { FifoQueue: true, VisibilityTimeout: 180 } } }),
    });
    expect(queues).toEqual([
      {
        name: 'ShopStack-Orders.fifo',
        url: 'http://127.0.0.1:4566/000000000000/ShopStack-Orders.fifo',
        arn: 'arn:aws:sqs:us-east-1:000000000000:ShopStack-Orders.fifo',
        attributes: { FifoQueue: 'true', VisibilityTimeout: '180' },
      },
    ]);
  });

  it('keeps a name that the template gives', () => {
    const { queues } = load({
      ShopStack: withResources({ Orders: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'mine.fifo', FifoQueue: true } } }),
    });
    expect(queues[0]?.name).toBe('mine.fifo');
  });

  it('writes policies of a queue as JSON text with resolved ARNs', () => {
    const { queues } = load({
      ShopStack: withResources({
        Dead: { Type: 'AWS::SQS::Queue', Properties: { FifoQueue: true } },
        Orders: {
          Type: 'AWS::SQS::Queue',
          Properties: { FifoQueue: true, RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['Dead', 'Arn'] }, maxReceiveCount: 5 } },
        },
      }),
    });
    expect(JSON.parse(queues[1]!.attributes.RedrivePolicy!)).toEqual({
      deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:ShopStack-Dead.fifo',
      maxReceiveCount: 5,
    });
  });

  it('reads keys, indexes and TTL of a table', () => {
    const keys = [{ AttributeName: 'id', KeyType: 'HASH' }];
    const { tables } = load({
      ShopStack: withResources({
        Sessions: {
          Type: 'AWS::DynamoDB::Table',
          Properties: {
            KeySchema: keys,
            AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
            BillingMode: 'PAY_PER_REQUEST',
            TimeToLiveSpecification: { AttributeName: 'expiration', Enabled: true },
            GlobalSecondaryIndexes: [
              { IndexName: 'open', KeySchema: keys, Projection: { ProjectionType: 'ALL' }, ContributorInsightsSpecification: {} },
            ],
          },
        },
      }),
    });
    expect(tables[0]).toMatchObject({
      name: 'ShopStack-Sessions',
      arn: 'arn:aws:dynamodb:us-east-1:000000000000:table/ShopStack-Sessions',
      ttlAttribute: 'expiration',
      createTable: {
        KeySchema: keys,
        GlobalSecondaryIndexes: [{ IndexName: 'open', KeySchema: keys, Projection: { ProjectionType: 'ALL' } }],
      },
    });
  });

  it('names a secret so that CDK reads its name back from the ARN', () => {
    const name = { 'Fn::Select': [6, { 'Fn::Split': [':', { Ref: 'ApiKey' }] }] };
    const part = (index: number) => ({ 'Fn::Select': [index, { 'Fn::Split': ['-', name] }] });
    const { secrets, outputs } = load({
      ShopStack: withResources(
        { ApiKey: { Type: 'AWS::SecretsManager::Secret', Properties: { GenerateSecretString: { PasswordLength: 40 } } } },
        { Outputs: { SecretName: { Value: { 'Fn::Join': ['-', [part(0), part(1)]] } } } },
      ),
    });
    expect(secrets[0]?.name).toMatch(/^ApiKey-[0-9a-f]{12}$/);
    expect(outputs.SecretName).toBe(secrets[0]?.name);
    expect(secrets[0]?.arn).toMatch(new RegExp(`^arn:aws:secretsmanager:us-east-1:000000000000:secret:${secrets[0]?.name}-[0-9a-f]{6}$`));
  });

  it('gives the same names again', () => {
    const stack = { ShopStack: withResources({ ApiKey: { Type: 'AWS::SecretsManager::Secret' }, Api: { Type: 'AWS::IAM::Role' } }) };
    expect(load(stack).secrets).toEqual(load(stack).secrets);
  });
});

describe('functions', () => {
  const stack: FixtureStack = {
    template: {
      Parameters: { BootstrapVersion: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/cdk-bootstrap/hnb659fds/version' } },
      Resources: {
        ...functionResources(
          'Worker',
          'abc',
          [{ Effect: 'Allow', Action: 'sqs:ReceiveMessage', Resource: { 'Fn::GetAtt': ['Orders', 'Arn'] } }],
          {
            QUEUE_URL: { Ref: 'Orders' },
            PROVIDER_URL: apiUrl('Bank'),
          },
        ),
        ...apiResources('Bank', 'v1', [['ANY', '/{proxy+}', 'Worker']]),
        Orders: { Type: 'AWS::SQS::Queue', Properties: { FifoQueue: true } },
        Mapping: {
          Type: 'AWS::Lambda::EventSourceMapping',
          Properties: {
            EventSourceArn: { 'Fn::GetAtt': ['Orders', 'Arn'] },
            FunctionName: { Ref: 'Worker' },
            BatchSize: 10,
            FunctionResponseTypes: ['ReportBatchItemFailures'],
            ScalingConfig: { MaximumConcurrency: 4 },
          },
        },
      },
      Outputs: { Url: { Value: apiUrl('Bank') } },
    },
    assets: { abc: { 'index.mjs': 'export const handler = async () => ({});' } },
  };

  it('reads code, environment and limits, with the local address of an API', () => {
    const { functions, outputs } = load({ BankStack: stack });
    expect(functions).toHaveLength(1);
    expect(functions[0]).toMatchObject({
      name: 'BankStack-Worker',
      arn: 'arn:aws:lambda:us-east-1:000000000000:function:BankStack-Worker',
      folder: 'worker',
      handler: 'index.handler',
      memoryMb: 256,
      timeoutMs: 5000,
      codeDirectory: expect.stringMatching(/asset\.abc$/),
      accessKeyId: expect.stringMatching(/^ASIA[0-9A-F]{16}$/),
      environment: { QUEUE_URL: 'http://127.0.0.1:4566/000000000000/BankStack-Orders.fifo', PROVIDER_URL: 'http://127.0.0.1:4242/v1/' },
    });
    expect(outputs).toEqual({ Url: 'http://127.0.0.1:4242/v1/' });
  });

  it('reads the event source mapping', () => {
    expect(load({ BankStack: stack }).mappings).toEqual([
      {
        queueArn: 'arn:aws:sqs:us-east-1:000000000000:BankStack-Orders.fifo',
        functionName: 'BankStack-Worker',
        batchSize: 10,
        maximumConcurrency: 4,
        reportBatchItemFailures: true,
        enabled: true,
      },
    ]);
  });

  it('reads the rights of the role that the function has', () => {
    expect(load({ BankStack: stack }).rights.get('BankStack-Worker')).toMatchObject({
      roleName: 'BankStack-WorkerRole',
      statements: [{ Effect: 'Allow', Action: 'sqs:ReceiveMessage', Resource: 'arn:aws:sqs:us-east-1:000000000000:BankStack-Orders.fifo' }],
    });
  });

  it('reads the routes of a REST API', () => {
    expect(load({ BankStack: stack }).apis).toMatchObject([
      { stack: 'BankStack', stage: 'v1', routes: [{ httpMethod: 'ANY', resourcePath: '/{proxy+}', functionName: 'BankStack-Worker' }] },
    ]);
  });
});

describe('several stacks', () => {
  const exporter = withResources(
    { Orders: { Type: 'AWS::SQS::Queue' } },
    { Outputs: { Exported: { Value: { 'Fn::GetAtt': ['Orders', 'Arn'] }, Export: { Name: { 'Fn::Sub': `\${AWS::StackName}:Orders` } } } } },
  );

  it('imports what another stack exports', () => {
    const importer = withResources({}, { Outputs: { Imported: { Value: { 'Fn::ImportValue': 'Exporter:Orders' } } } });
    expect(load({ Exporter: exporter, Importer: importer }).outputs.Imported).toBe('arn:aws:sqs:us-east-1:000000000000:Exporter-Orders');
  });

  it('rejects an import that nobody exports', () => {
    const importer = withResources({}, { Outputs: { Imported: { Value: { 'Fn::ImportValue': 'Nobody:Orders' } } } });
    expect(() => load({ Importer: importer })).toThrow('Importer: output Imported: no stack exports Nobody:Orders');
  });
});

describe('what the simulator cannot run', () => {
  it('rejects a resource type that it does not know, naming stack, resource and type', () => {
    const stack = withResources({ Machine: { Type: 'AWS::EC2::Instance', Properties: {} } });
    expect(() => load({ ShopStack: stack })).toThrow(
      'ShopStack: Machine (AWS::EC2::Instance): the simulator does not know this resource type',
    );
  });

  it('ignores such a resource when its condition does not hold', () => {
    const stack = withResources(
      { Machine: { Type: 'AWS::EC2::Instance', Condition: 'Elsewhere' } },
      { Conditions: { Elsewhere: { 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'eu-west-1'] } } },
    );
    expect(load({ ShopStack: stack }).queues).toEqual([]);
  });

  it('accepts types without local effect, whatever is in them', () => {
    const stack = withResources({ Board: { Type: 'AWS::CloudWatch::Dashboard', Properties: { DashboardBody: { 'Fn::Cidr': [] } } } });
    expect(load({ ShopStack: stack }).queues).toEqual([]);
  });

  it('rejects an attribute that it does not know, naming where it is used', () => {
    const stack = withResources({
      Orders: { Type: 'AWS::SQS::Queue', Properties: { QueueName: { 'Fn::GetAtt': ['Orders2', 'Colour'] } } },
      Orders2: { Type: 'AWS::SQS::Queue' },
    });
    expect(() => load({ ShopStack: stack })).toThrow(
      'ShopStack: Orders (AWS::SQS::Queue): the simulator does not know attribute Colour of Orders2 (AWS::SQS::Queue)',
    );
  });

  it('rejects a directory that is not a cloud assembly', () => {
    const options = { assembly: '/nonexistent', awsEndpoint: '', apiBase: () => '' };
    expect(() => loadTemplates(options)).toThrow('/nonexistent is not a cloud assembly: it has no manifest.json');
  });
});
