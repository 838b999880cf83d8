import type { Statement } from '../iam/policy';
import type { EventSourceMappingDefinition, FunctionDefinition } from '../types';

/** Everything in the templates that runs on this machine. */
export interface Deployment {
  functions: FunctionDefinition[];
  /** What each function's role may do, by the function's name. */
  rights: ReadonlyMap<string, FunctionRights>;
  queues: QueueDefinition[];
  tables: TableDefinition[];
  secrets: SecretDefinition[];
  apis: RestApiDefinition[];
  mappings: EventSourceMappingDefinition[];
  schedules: ScheduleDefinition[];
  alarms: AlarmDefinition[];
  /** All stack outputs by name. */
  outputs: Record<string, string>;
}

export interface FunctionRights {
  roleName: string;
  functionName: string;
  folder: string;
  statements: Statement[];
}

export interface QueueDefinition {
  name: string;
  url: string;
  arn: string;
  /** As `CreateQueue` takes them. */
  attributes: Record<string, string>;
}

export interface TableDefinition {
  name: string;
  arn: string;
  /** Input of `CreateTable`. */
  createTable: Record<string, unknown>;
  /** Name of the attribute that holds the expiry, if the table has one. */
  ttlAttribute?: string;
}

export interface SecretDefinition {
  name: string;
  arn: string;
  /** A literal value, when the template gives one. */
  value?: string;
  generate?: GenerateSecretString;
}

/** `AWS::SecretsManager::Secret GenerateSecretString`. */
export interface GenerateSecretString {
  PasswordLength?: number;
  ExcludeCharacters?: string;
  ExcludeLowercase?: boolean;
  ExcludeUppercase?: boolean;
  ExcludeNumbers?: boolean;
  ExcludePunctuation?: boolean;
  IncludeSpace?: boolean;
  RequireEachIncludedType?: boolean;
  SecretStringTemplate?: string;
  GenerateStringKey?: string;
}

export interface RestApiDefinition {
  id: string;
  /** Dimension `ApiName` of its metrics. */
  name: string;
  stack: string;
  stage: string;
  stageVariables: Record<string, string> | null;
  binaryMediaTypes: string[];
  routes: RouteDefinition[];
  gatewayResponses: GatewayResponseDefinition[];
}

/** `AWS::ApiGateway::GatewayResponse`: the form of an answer that API Gateway gives itself. */
export interface GatewayResponseDefinition {
  /** Such as `DEFAULT_4XX`. */
  type: string;
  statusCode?: number;
  headers: Record<string, string>;
  /** Mapping template of the JSON body. */
  body?: string;
}

export interface RouteDefinition {
  /** `GET`, …, or `ANY`. */
  httpMethod: string;
  /** Such as `/orders/{orderId}`. */
  resourcePath: string;
  resourceId: string;
  functionName: string;
}

export interface ScheduleDefinition {
  name: string;
  /** `rate(…)` only. */
  expression: string;
  functionArn: string;
  payload: string;
}

/** `AWS::CloudWatch::Alarm`. */
export interface AlarmDefinition {
  name: string;
  description: string;
  threshold: number;
  /** Undefined for an alarm on a metric math expression or a percentile. */
  watched?: { namespace: string; metric: string; dimensions: Record<string, string>; statistic: string; periodMs: number };
  evaluationPeriods: number;
  datapointsToAlarm: number;
  /** Such as `GreaterThanOrEqualToThreshold`. */
  comparison: string;
  /** `missing`, `ignore`, `breaching` or `notBreaching`. */
  missingData: string;
}
