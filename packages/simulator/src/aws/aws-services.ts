import type { DynamoDb } from '../dynamodb/dynamodb';
import { type Answer, json } from '../http/answer';
import type { Authorizer } from '../iam/authorizer';
import type { Secrets } from '../secretsmanager/secrets';
import type { Clock, FunctionDefinition, LambdaService, SqsEngine } from '../types';
import type { OutboundCalls } from './outbound-calls';

/** The engines behind the AWS endpoint. */
export interface AwsServices {
  sqs: SqsEngine;
  dynamodb: DynamoDb;
  secrets: Secrets;
  lambda: LambdaService;
  functions: readonly FunctionDefinition[];
  authorizer: Authorizer;
  calls: OutboundCalls;
  clock: Clock;
}

/** An error in the form that JSON and REST protocols share. */
export function failure(statusCode: number, code: string, message: string): Answer {
  return { ...json(statusCode, { __type: code, message }, { 'x-amzn-errortype': code }), errorCode: code };
}
