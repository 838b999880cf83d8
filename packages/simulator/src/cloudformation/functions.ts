import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { EventSourceMappingDefinition, FunctionDefinition } from '../types';
import { nameFromArn } from './account';
import type { ScheduleDefinition } from './deployment';
import type { Resource, Stack } from './stack';

/** Lambda's own defaults, for functions whose template leaves them out. */
const DEFAULT_MEMORY_MB = 128;
const DEFAULT_TIMEOUT_SECONDS = 3;
const DEFAULT_BATCH_SIZE = 10;

interface FunctionProperties {
  Code: { S3Key?: string };
  Handler: string;
  MemorySize?: number | string;
  Timeout?: number | string;
  ReservedConcurrentExecutions?: number | string;
  Environment?: { Variables?: Record<string, unknown> };
}

export function functionDefinition(stack: Stack, resource: Resource): FunctionDefinition {
  const properties = resource.properties() as unknown as FunctionProperties;
  const codeDirectory = stack.template.assetDirectories.get(properties.Code.S3Key ?? '');
  if (!codeDirectory) {
    throw new Error(
      `${stack.name}: ${resource.logicalId} (${resource.type}): its code is not an asset of the cloud assembly; inline code is not run`,
    );
  }
  const environment = Object.fromEntries(
    Object.entries(properties.Environment?.Variables ?? {}).map(([key, value]) => [key, String(value)]),
  );
  return {
    name: resource.ref,
    arn: resource.attributes.Arn!,
    folder: environment.POWERTOOLS_SERVICE_NAME ?? basename(resource.ref),
    codeDirectory,
    handler: properties.Handler,
    environment,
    memoryMb: Number(properties.MemorySize ?? DEFAULT_MEMORY_MB),
    timeoutMs: Number(properties.Timeout ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
    reservedConcurrency:
      properties.ReservedConcurrentExecutions === undefined ? undefined : Number(properties.ReservedConcurrentExecutions),
    accessKeyId: accessKeyId(resource.ref),
  };
}

export function eventSourceMapping(resource: Resource): EventSourceMappingDefinition {
  const properties = resource.properties() as {
    EventSourceArn: string;
    FunctionName: string;
    BatchSize?: number | string;
    Enabled?: boolean | string;
    FunctionResponseTypes?: string[];
    ScalingConfig?: { MaximumConcurrency?: number | string };
  };
  const maximumConcurrency = properties.ScalingConfig?.MaximumConcurrency;
  return {
    queueArn: properties.EventSourceArn,
    functionName: functionName(properties.FunctionName),
    batchSize: Number(properties.BatchSize ?? DEFAULT_BATCH_SIZE),
    maximumConcurrency: maximumConcurrency === undefined ? undefined : Number(maximumConcurrency),
    reportBatchItemFailures: properties.FunctionResponseTypes?.includes('ReportBatchItemFailures') ?? false,
    enabled: String(properties.Enabled ?? true) === 'true',
  };
}

export function schedule(resource: Resource): ScheduleDefinition | undefined {
  const properties = resource.properties() as {
    ScheduleExpression: string;
    State?: string;
    Target: { Arn: string; Input?: string };
  };
  if (properties.State === 'DISABLED') return undefined;
  return {
    name: resource.ref,
    expression: properties.ScheduleExpression,
    functionArn: properties.Target.Arn,
    payload: properties.Target.Input ?? '{}',
  };
}

/** `arn:aws:lambda:us-east-1:000000000000:function:F`, or `F` itself, is `F`. */
export function functionName(nameOrArn: string): string {
  const name = nameFromArn(nameOrArn);
  return name.startsWith('function:') ? name.split(':')[1]! : name;
}

/** Form of a temporary access key. The same after a restart, so that the caller of a call is always known. */
function accessKeyId(name: string): string {
  return `ASIA${createHash('sha256').update(name).digest('hex').slice(0, 16).toUpperCase()}`;
}
