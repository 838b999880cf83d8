import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  AccessLogField,
  AccessLogFormat,
  AuthorizationType,
  EndpointType,
  LambdaIntegration,
  LogGroupLogDestination,
  MethodLoggingLevel,
  ResponseType,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type LogGroupProps } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { BURST_LIMIT, LOG_RETENTION_DAYS, RATE_LIMIT } from '../function/limits';

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

/** The stage is named after Stripe's API version, so that the paths are Stripe's own. */
const STAGE = 'v1';

/** A Regional REST API that hands every path below `/v1/` to the function. */
export class AcquirerApi extends RestApi {
  constructor(scope: Construct, id: string, acquirer: LambdaFunction) {
    const logs: LogGroupProps = { retention: LOG_RETENTION_DAYS, removalPolicy: RemovalPolicy.DESTROY };
    const accessLogs = new LogGroup(scope, `${id}AccessLogs`, logs);
    super(scope, id, {
      // CloudWatch tells the APIs of an account apart by name.
      restApiName: Stack.of(scope).stackName,
      description: 'Stripe-compatible test acquirer',
      endpointConfiguration: { types: [EndpointType.REGIONAL] },
      // As at Stripe, the function itself checks the bearer key.
      defaultMethodOptions: { authorizationType: AuthorizationType.NONE },
      // An account-wide setting that both kinds of log need.
      cloudWatchRole: true,
      deployOptions: {
        stageName: STAGE,
        throttlingRateLimit: RATE_LIMIT,
        throttlingBurstLimit: BURST_LIMIT,
        tracingEnabled: true,
        accessLogDestination: new LogGroupLogDestination(accessLogs),
        accessLogFormat: ACCESS_LOG,
        loggingLevel: MethodLoggingLevel.ERROR,
        dataTraceEnabled: false,
      },
    });
    // API Gateway would create this log group itself, by this name, and keep it for ever.
    const executionLogs = new LogGroup(this, 'ExecutionLogs', {
      ...logs,
      logGroupName: `API-Gateway-Execution-Logs_${this.restApiId}/${STAGE}`,
    });
    this.deploymentStage.node.addDependency(executionLogs);
    this.answerAsStripe(ResponseType.DEFAULT_4XX, 'invalid_request_error');
    this.answerAsStripe(ResponseType.DEFAULT_5XX, 'api_error');
    const everything = this.root.addResource('{proxy+}').addMethod('ANY', new LambdaIntegration(acquirer, { allowTestInvoke: false }));
    this.node.tryRemoveChild('Endpoint');

    Validations.of(this).acknowledge({ id: 'AwsSolutions-APIG2', reason: 'The function validates every request, as Stripe does.' });
    Validations.of(this.node.findChild('CloudWatchRole')).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
      reason: 'The role is an account-wide setting of API Gateway, and this is the policy that AWS documents for it.',
    });
    Validations.of(everything).acknowledge(
      { id: 'AwsSolutions-APIG4', reason: 'As at Stripe, the bearer key is checked by the service itself (function/authentication.ts).' },
      { id: 'AwsSolutions-COG4', reason: 'Stripe clients send a bearer key and know no user pool.' },
    );
    Validations.of(this.deploymentStage).acknowledge({
      id: 'AwsSolutions-APIG3',
      reason: 'A web ACL costs more than this stand-in, which production does not deploy; every request needs the key.',
    });
  }

  /** What API Gateway answers itself. Stripe's client takes any body without a member `error` for success, whatever the status says. */
  private answerAsStripe(type: ResponseType, name: string): void {
    this.addGatewayResponse(type.responseType, {
      type,
      responseHeaders: { 'Content-Type': "'application/json'" },
      templates: {
        'application/json': `{"error":{"type":"${name}","code":"$context.error.responseType","message":$context.error.messageString}}`,
      },
    });
  }
}
