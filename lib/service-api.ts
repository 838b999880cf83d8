import { Stack, Validations } from 'aws-cdk-lib';
import {
  AccessLogField,
  AccessLogFormat,
  EndpointType,
  type GatewayResponseOptions,
  LogGroupLogDestination,
  MethodLoggingLevel,
  type MethodOptions,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { LogGroup, type LogGroupProps } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { API_BURST_LIMIT, API_RATE_LIMIT, LOG_RETENTION_DAYS } from '../contract/windows';
import { privateAccess } from './private-access';
import { removalPolicy } from './removal-policy';
import type { Stage } from './settings';

export interface ServiceApiProps {
  readonly description: string;

  /** Name of the API's only stage: the first segment of every path. */
  readonly stageName: string;

  readonly stage: Stage;

  /** Authorization of every method that says nothing else. */
  readonly defaultMethodOptions: MethodOptions;

  /** What API Gateway answers when no function does, so that a caller meets one form of error. */
  readonly errors: readonly GatewayResponseOptions[];

  /**
   * Media types whose bodies reach the function as the bytes that were sent.
   *
   * @default - bodies are decoded as UTF-8 on the way
   */
  readonly binaryMediaTypes?: string[];

  /**
   * Ids of the interface endpoints that alone reach the API. It is private then.
   *
   * @default - the API has a public address
   */
  readonly vpcEndpointIds?: readonly string[];
}

/** Who called what with which result, and how long it took. No body, no header, no query string: they may hold what must not be logged. */
const ACCESS_LOG = AccessLogFormat.custom(
  JSON.stringify({
    requestId: AccessLogField.contextRequestId(),
    requestTime: AccessLogField.contextRequestTime(),
    caller: AccessLogField.contextIdentityUserArn(),
    sourceIp: AccessLogField.contextIdentitySourceIp(),
    httpMethod: AccessLogField.contextHttpMethod(),
    resourcePath: AccessLogField.contextResourcePath(),
    status: AccessLogField.contextStatus(),
    errorType: AccessLogField.contextErrorResponseType(),
    responseLatencyMs: AccessLogField.contextResponseLatency(),
    integrationLatencyMs: AccessLogField.contextIntegrationLatency(),
    traceId: AccessLogField.contextXrayTraceId(),
  }),
);

/** A Regional REST API with one throttled, traced and logged stage. */
export class ServiceApi extends RestApi {
  constructor(scope: Construct, id: string, props: ServiceApiProps) {
    const logGroupProps: LogGroupProps = { retention: LOG_RETENTION_DAYS, removalPolicy: removalPolicy(props.stage) };
    const accessLogs = new LogGroup(scope, `${id}AccessLogs`, logGroupProps);

    super(scope, id, {
      // CloudWatch tells the APIs of an account apart by name. There is one in each stack.
      restApiName: Stack.of(scope).stackName,
      description: props.description,
      ...(props.vpcEndpointIds
        ? privateAccess(scope, props.vpcEndpointIds)
        : { endpointConfiguration: { types: [EndpointType.REGIONAL] } }),
      defaultMethodOptions: props.defaultMethodOptions,
      binaryMediaTypes: props.binaryMediaTypes,
      // An account-wide setting that both kinds of log need. The role outlives the stack, because other APIs of the account may use it.
      cloudWatchRole: true,
      deployOptions: {
        stageName: props.stageName,
        throttlingRateLimit: API_RATE_LIMIT,
        throttlingBurstLimit: API_BURST_LIMIT,
        tracingEnabled: true,
        accessLogDestination: new LogGroupLogDestination(accessLogs),
        accessLogFormat: ACCESS_LOG,
        loggingLevel: MethodLoggingLevel.ERROR,
        dataTraceEnabled: false,
      },
    });

    // API Gateway would create this log group itself, by this name, and keep it for ever.
    const executionLogs = new LogGroup(this, 'ExecutionLogs', {
      ...logGroupProps,
      logGroupName: `API-Gateway-Execution-Logs_${this.restApiId}/${props.stageName}`,
    });
    this.deploymentStage.node.addDependency(executionLogs);

    for (const error of props.errors) this.addGatewayResponse(error.type.responseType, error);

    Validations.of(this).acknowledge({
      id: 'AwsSolutions-APIG2',
      reason:
        'The function validates every request, and more strictly: a model of API Gateway sees neither duplicate members nor bytes that are no UTF-8.',
    });
    Validations.of(this.node.findChild('CloudWatchRole')).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
      reason: 'The role is an account-wide setting of API Gateway, and this is the policy that AWS documents for it.',
    });

    // The stacks publish the URL under a name of their own.
    this.node.tryRemoveChild('Endpoint');
  }
}
