import { join } from 'node:path';
import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, LoggingFormat, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import { LogLevel, NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { LOG_RETENTION_DAYS, MEMORY_MB, TIMEOUT_SECONDS } from '../function/limits';

/** The function, bundled with everything it imports. It may do nothing but write its log and its traces; the stack grants the rest. */
export class AcquirerFunction extends NodejsFunction {
  constructor(scope: Construct, id: string) {
    const logGroup = new LogGroup(scope, `${id}Logs`, { retention: LOG_RETENTION_DAYS, removalPolicy: RemovalPolicy.DESTROY });
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);

    super(scope, id, {
      description: 'Stripe-compatible test acquirer',
      entry: join(__dirname, '../function/handler.ts'),
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: MEMORY_MB,
      timeout: Duration.seconds(TIMEOUT_SECONDS),
      role,
      logGroup,
      loggingFormat: LoggingFormat.TEXT,
      tracing: Tracing.ACTIVE,
      environment: { POWERTOOLS_SERVICE_NAME: 'acquirer', POWERTOOLS_METRICS_NAMESPACE: 'ChargeOnce' },
      bundling: {
        format: OutputFormat.ESM,
        // Without it esbuild takes the CommonJS build of the SDK, whose `require` an ESM bundle does not have.
        mainFields: ['module', 'main'],
        // Older than the runtime, so that the same bundle runs locally on every Node.js from 20 on.
        target: 'node20',
        bundleAwsSDK: true,
        minify: true,
        logLevel: LogLevel.ERROR,
      },
    });

    Validations.of(this).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason: 'Callers wait for the answer: nothing is invoked asynchronously.',
    });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'X-Ray has no resources to name, and the role may do nothing else on every resource.',
    });
  }
}
