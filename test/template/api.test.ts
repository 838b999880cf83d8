import type { Template } from 'aws-cdk-lib/assertions';
import { PRODUCTION, resourcesOf, synthesize } from './app';

const { payments, acquirer } = synthesize();

const propertiesOfAll = (template: Template, type: string) =>
  Object.values(resourcesOf(template, type)).map(({ Properties }) => Properties);
const pathsOf = (template: Template) => propertiesOfAll(template, 'AWS::ApiGateway::Resource').map(({ PathPart }) => PathPart);

test('the payments API has POST /payments, GET /payments/{orderId} and POST /payments/{orderId}/cancel, all signed with IAM', () => {
  expect(pathsOf(payments)).toEqual(['payments', '{orderId}', 'cancel']);
  const methods = propertiesOfAll(payments, 'AWS::ApiGateway::Method');
  expect(new Set(methods.map(({ HttpMethod }) => HttpMethod))).toEqual(new Set(['GET', 'POST']));
  for (const { AuthorizationType, Integration } of methods) {
    expect(AuthorizationType).toBe('AWS_IAM');
    expect(Integration.Type).toBe('AWS_PROXY');
  }
});

test('the acquirer API passes every path below /v1/ on; its function checks the key', () => {
  expect(pathsOf(acquirer!)).toEqual(['{proxy+}']);
  expect(propertiesOfAll(acquirer!, 'AWS::ApiGateway::Method')).toEqual([
    expect.objectContaining({ HttpMethod: 'ANY', AuthorizationType: 'NONE' }),
  ]);
  expect(propertiesOfAll(acquirer!, 'AWS::ApiGateway::Stage')[0]!.StageName).toBe('v1');
});

test('the stage of the payments API is the stage of the app', () => {
  expect(propertiesOfAll(payments, 'AWS::ApiGateway::Stage')[0]!.StageName).toBe('sandbox');
  expect(propertiesOfAll(synthesize(PRODUCTION).payments, 'AWS::ApiGateway::Stage')[0]!.StageName).toBe('production');
});

test('bodies of payments reach the function as the bytes that were sent', () => {
  expect(propertiesOfAll(payments, 'AWS::ApiGateway::RestApi')[0]).toMatchObject({
    BinaryMediaTypes: ['*/*'],
    EndpointConfiguration: { Types: ['REGIONAL'] },
  });
});

test.each([
  ['payments', payments],
  ['acquirer', acquirer!],
])('the %s API is throttled, traced and logged without bodies', (_name, template) => {
  const stage = propertiesOfAll(template, 'AWS::ApiGateway::Stage')[0]!;
  expect(stage.TracingEnabled).toBe(true);
  expect(stage.MethodSettings).toEqual([
    {
      HttpMethod: '*',
      ResourcePath: '/*',
      ThrottlingRateLimit: 500,
      ThrottlingBurstLimit: 1000,
      LoggingLevel: 'ERROR',
      DataTraceEnabled: false,
    },
  ]);
  expect(JSON.parse(stage.AccessLogSetting.Format)).toMatchObject({ requestId: '$context.requestId', status: '$context.status' });
  expect(stage.AccessLogSetting.Format).not.toMatch(/body|header|querystring|authorizer/i);
});

test('errors of the gateway are problem details with a stable type, as the functions answer', () => {
  const answers = propertiesOfAll(payments, 'AWS::ApiGateway::GatewayResponse');
  const types = answers.map(({ ResponseType, ResponseTemplates }) => [
    ResponseType,
    // The message is the one value that API Gateway puts in with its own quotes.
    JSON.parse(ResponseTemplates['application/json'].replace('$context.error.messageString', '"…"')).type,
  ]);
  expect(Object.fromEntries(types)).toEqual({ DEFAULT_4XX: 'request-refused', DEFAULT_5XX: 'temporarily-unavailable' });
  for (const { ResponseParameters } of answers) {
    expect(ResponseParameters).toEqual({ 'gatewayresponse.header.Content-Type': "'application/problem+json'" });
  }
});

test('errors of the gateway before the acquirer look like Stripe errors, or its client would take them for success', () => {
  for (const { ResponseTemplates } of propertiesOfAll(acquirer!, 'AWS::ApiGateway::GatewayResponse')) {
    const body = JSON.parse(ResponseTemplates['application/json'].replace('$context.error.messageString', '"…"'));
    expect(body.error.type).toMatch(/^(invalid_request_error|api_error)$/);
  }
});

test('the key of the acquirer is generated, long, and safe in a header', () => {
  const [secret] = propertiesOfAll(acquirer!, 'AWS::SecretsManager::Secret');
  expect(secret!.GenerateSecretString).toEqual({ PasswordLength: 40, ExcludePunctuation: true });
});

test('the outputs have the names that operators and tools use', () => {
  const namesOf = (template: Template) => Object.keys(template.toJSON().Outputs).filter((name) => !name.startsWith('ExportsOutput'));
  expect(namesOf(payments)).toEqual([
    'ApiUrl',
    'PaymentsTableName',
    'ChargeQueueUrl',
    'ChargeDlqUrl',
    'ChargeFunctionName',
    'RedriveFunctionName',
    'ReconcileFunctionName',
    'AlarmTopicArn',
    'DashboardName',
  ]);
  expect(namesOf(acquirer!)).toEqual(['AcquirerUrl', 'AcquirerSecretName']);
});

test('both URLs end in a slash after the stage', () => {
  const lastOf = (template: Template, output: string) => template.toJSON().Outputs[output].Value['Fn::Join'][1].slice(-2);
  expect(lastOf(payments, 'ApiUrl')).toEqual([{ Ref: expect.stringContaining('Stagesandbox') }, '/']);
  expect(lastOf(acquirer!, 'AcquirerUrl')).toEqual([{ Ref: expect.stringContaining('Stagev1') }, '/']);
});
