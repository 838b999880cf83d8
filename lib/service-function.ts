import { join } from 'node:path';
import { Duration, Validations } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, LoggingFormat, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import { LogLevel, NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { METRICS_NAMESPACE } from '../contract/names';
import { FUNCTION_MEMORY_MB, LOG_RETENTION_DAYS } from '../contract/windows';
import { removalPolicy } from './removal-policy';
import type { Stage } from './settings';

const PROJECT_ROOT = join(__dirname, '..');

export interface ServiceFunctionProps {
  /** Folder under `functions/` whose `handler.ts` exports `handler`. Also the service name of its logs and metrics. */
  readonly folder: string;

  /** What the function does, as the Lambda console shows it. */
  readonly description: string;

  readonly timeoutSeconds: number;

  readonly stage: Stage;
}

/**
 * A function bundled with everything it imports, the AWS SDK included, so that what was tested is what runs.
 *
 * It has a role and a log group of its own and may do nothing but write its log and its traces; callers grant the rest.
 */
export class ServiceFunction extends NodejsFunction {
  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    const logGroup = new LogGroup(scope, `${id}Logs`, { retention: LOG_RETENTION_DAYS, removalPolicy: removalPolicy(props.stage) });
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);

    super(scope, id, {
      description: props.description,
      entry: join(PROJECT_ROOT, 'functions', props.folder, 'handler.ts'),
      depsLockFilePath: join(PROJECT_ROOT, 'package-lock.json'),
      projectRoot: PROJECT_ROOT,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: FUNCTION_MEMORY_MB,
      timeout: Duration.seconds(props.timeoutSeconds),
      role,
      logGroup,
      // The JSON format wraps each printed line, and CloudWatch then no longer finds the metrics in it (embedded metric format).
      loggingFormat: LoggingFormat.TEXT,
      tracing: Tracing.ACTIVE,
      environment: { POWERTOOLS_SERVICE_NAME: props.folder, POWERTOOLS_METRICS_NAMESPACE: METRICS_NAMESPACE },
      bundling: {
        format: OutputFormat.ESM,
        // Without it esbuild takes the CommonJS build of the SDK, whose `require` an ESM bundle does not have.
        mainFields: ['module', 'main'],
        // Older than the runtime, so that the same bundle runs locally on every Node.js that the project supports.
        target: 'node20',
        bundleAwsSDK: true,
        minify: true,
        logLevel: LogLevel.ERROR,
      },
    });

    Validations.of(this).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason:
        'Nobody leaves the only copy of an event with Lambda: API Gateway and operators wait for the answer, messages stay in their queue, ' +
        'and a schedule comes round again.',
    });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason:
        'X-Ray has no resources to name. That no other action is allowed on every resource is tested in test/template/permissions.test.ts.',
    });
  }
}
