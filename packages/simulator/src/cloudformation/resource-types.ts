import { createHash } from 'node:crypto';
import { ACCOUNT_ID, arn, REGION } from './account';

/** What `Ref` and `Fn::GetAtt` of a resource give. */
export interface Identity {
  ref: string;
  attributes: Record<string, string>;
}

interface Named {
  stack: string;
  logicalId: string;
  /** A string property of the resource, intrinsics resolved. */
  property(name: string): string | undefined;
  awsEndpoint: string;
}

/** Resource types that run here, and those whose names and rights others need. */
export const RESOURCE_TYPES: Record<string, (resource: Named) => Identity> = {
  'AWS::SQS::Queue': (resource) => {
    const fifo = resource.property('FifoQueue') === 'true';
    const name = resource.property('QueueName') ?? `${generatedName(resource, fifo ? 75 : 80)}${fifo ? '.fifo' : ''}`;
    const url = `${resource.awsEndpoint}/${ACCOUNT_ID}/${name}`;
    return { ref: url, attributes: { Arn: arn('sqs', name), QueueName: name, QueueUrl: url } };
  },
  'AWS::DynamoDB::Table': (resource) => table(resource),
  'AWS::DynamoDB::GlobalTable': (resource) => table(resource),
  'AWS::Lambda::Function': (resource) => {
    const name = resource.property('FunctionName') ?? generatedName(resource, 64);
    return { ref: name, attributes: { Arn: arn('lambda', `function:${name}`) } };
  },
  'AWS::Lambda::EventSourceMapping': (resource) => ({ ref: uniqueId(resource, 36), attributes: { Id: uniqueId(resource, 36) } }),
  'AWS::SecretsManager::Secret': (resource) => {
    // CDK reads the name back from the ARN and expects the form that CloudFormation generates: logical id, hyphen, 12 characters.
    const name = resource.property('Name') ?? `${resource.logicalId}-${uniqueId(resource, 12)}`;
    const secretArn = arn('secretsmanager', `secret:${name}-${uniqueId({ ...resource, logicalId: `${resource.logicalId}/arn` }, 6)}`);
    return { ref: secretArn, attributes: { Id: secretArn } };
  },
  'AWS::IAM::Role': (resource) => {
    const name = resource.property('RoleName') ?? generatedName(resource, 64);
    return {
      ref: name,
      attributes: { Arn: `arn:aws:iam::${ACCOUNT_ID}:role/${name}`, RoleId: `AROA${uniqueId(resource, 17).toUpperCase()}` },
    };
  },
  'AWS::IAM::Policy': (resource) => ({ ref: generatedName(resource, 128), attributes: {} }),
  'AWS::IAM::ManagedPolicy': (resource) => ({ ref: `arn:aws:iam::${ACCOUNT_ID}:policy/${generatedName(resource, 128)}`, attributes: {} }),
  'AWS::ApiGateway::RestApi': (resource) => {
    const id = apiId(resource);
    return {
      ref: id,
      attributes: { RestApiId: id, RootResourceId: uniqueId({ ...resource, logicalId: `${resource.logicalId}/root` }, 6) },
    };
  },
  'AWS::ApiGateway::Resource': (resource) => ({ ref: uniqueId(resource, 6), attributes: { ResourceId: uniqueId(resource, 6) } }),
  'AWS::ApiGateway::Method': (resource) => ({ ref: uniqueId(resource, 6), attributes: {} }),
  'AWS::ApiGateway::GatewayResponse': (resource) => ({ ref: uniqueId(resource, 10), attributes: {} }),
  'AWS::ApiGateway::Stage': (resource) => ({ ref: resource.property('StageName') ?? '', attributes: {} }),
  'AWS::Scheduler::Schedule': (resource) => {
    const name = resource.property('Name') ?? generatedName(resource, 64);
    return { ref: name, attributes: { Arn: arn('scheduler', `schedule/default/${name}`) } };
  },
  'AWS::Logs::LogGroup': (resource) => {
    const name = resource.property('LogGroupName') ?? generatedName(resource, 512);
    return { ref: name, attributes: { Arn: arn('logs', `log-group:${name}:*`) } };
  },
  'AWS::CloudWatch::Alarm': (resource) => {
    const name = resource.property('AlarmName') ?? generatedName(resource, 255);
    return { ref: name, attributes: { Arn: arn('cloudwatch', `alarm:${name}`) } };
  },
  'AWS::SNS::Topic': (resource) => {
    const name = resource.property('TopicName') ?? generatedName(resource, 256);
    return { ref: arn('sns', name), attributes: { TopicArn: arn('sns', name), TopicName: name } };
  },
  'AWS::KMS::Key': (resource) => {
    const id = uniqueId(resource, 36);
    return { ref: id, attributes: { KeyId: id, Arn: arn('kms', `key/${id}`) } };
  },
};

/**
 * Types that deploy something on AWS and change nothing here, each on purpose: who shows, tells, logs, encrypts or limits is not
 * simulated. A type in neither list is an error, so that nothing is left out unnoticed.
 */
export const WITHOUT_LOCAL_EFFECT: ReadonlySet<string> = new Set([
  'AWS::ApiGateway::Account',
  'AWS::ApiGateway::ApiKey',
  'AWS::ApiGateway::Deployment',
  'AWS::ApiGateway::Model',
  'AWS::ApiGateway::RequestValidator',
  'AWS::ApiGateway::UsagePlan',
  'AWS::ApiGateway::UsagePlanKey',
  'AWS::Budgets::Budget',
  'AWS::CDK::Metadata',
  'AWS::CloudWatch::AnomalyDetector',
  'AWS::CloudWatch::CompositeAlarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::KMS::Alias',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::Permission',
  'AWS::Lambda::Version',
  'AWS::Logs::MetricFilter',
  'AWS::Logs::QueryDefinition',
  'AWS::Logs::ResourcePolicy',
  'AWS::ResourceGroups::Group',
  'AWS::Scheduler::ScheduleGroup',
  'AWS::SNS::Subscription',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::QueuePolicy',
  'AWS::SSM::Parameter',
  'AWS::SecretsManager::ResourcePolicy',
  'AWS::WAFv2::LoggingConfiguration',
  'AWS::WAFv2::WebACL',
  'AWS::WAFv2::WebACLAssociation',
  'AWS::XRay::Group',
  'AWS::XRay::SamplingRule',
]);

/** Names and ARN of a resource without local effect, in a form that looks like AWS's. */
export function plainIdentity(type: string, resource: Named): Identity {
  const name = generatedName(resource, 128);
  const service = type.split('::')[1]!.toLowerCase();
  return { ref: name, attributes: { Arn: arn(service, name) } };
}

/** Ten lower-case letters and digits, as API Gateway names its APIs. */
export function apiId(resource: { stack: string; logicalId: string }): string {
  return uniqueId(resource, 10);
}

/** `<stack>-<logicalId>`. CloudFormation adds random characters; here the name is the same after every restart. */
function generatedName(resource: { stack: string; logicalId: string }, maxLength: number): string {
  return `${resource.stack}-${resource.logicalId}`.slice(0, maxLength);
}

function uniqueId(resource: { stack: string; logicalId: string }, length: number): string {
  return createHash('sha256').update(`${REGION}/${resource.stack}/${resource.logicalId}`).digest('hex').slice(0, length);
}

function table(resource: Named): Identity {
  const name = resource.property('TableName') ?? generatedName(resource, 255);
  return { ref: name, attributes: { Arn: arn('dynamodb', `table/${name}`), TableId: uniqueId(resource, 36) } };
}
