import { devNull } from 'node:os';
import type { FunctionDefinition } from '../types';

/** What a process needs to start at all. Nothing else is inherited: a function must never see its user's credentials or profile. */
const INHERITED = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'];

export interface ProcessSettings {
  region: string;
  awsEndpoint: string;
  /** `host:port` of the Runtime API. */
  runtimeApi: string;
  logStream: string;
  clockOffsetMs: number;
}

/** Environment variables as Lambda defines them. https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html */
export function processEnvironment(definition: FunctionDefinition, settings: ProcessSettings): Record<string, string> {
  const inherited = INHERITED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return {
    ...(Object.fromEntries(inherited) as Record<string, string>),
    TZ: 'UTC',
    LANG: 'en_US.UTF-8',
    ...definition.environment,
    AWS_LAMBDA_FUNCTION_NAME: definition.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(definition.memoryMb),
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${definition.name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: settings.logStream,
    AWS_LAMBDA_RUNTIME_API: settings.runtimeApi,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_REGION: settings.region,
    AWS_DEFAULT_REGION: settings.region,
    AWS_ENDPOINT_URL: settings.awsEndpoint,
    AWS_ACCESS_KEY_ID: definition.accessKeyId,
    AWS_SECRET_ACCESS_KEY: 'simulated',
    AWS_SESSION_TOKEN: 'simulated',
    // The SDK would find the user's files in the home directory even without `HOME`.
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    LAMBDA_TASK_ROOT: definition.codeDirectory,
    _HANDLER: definition.handler,
    SIMULATOR_CLOCK_OFFSET_MS: String(settings.clockOffsetMs),
  };
}
