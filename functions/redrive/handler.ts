import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Context } from 'aws-lambda';
import { REDRIVE_MARGIN_SECONDS } from '../../lib/windows';
import { AWS_CLIENT_CONFIG } from '../shared/aws-client-config';
import { required } from '../shared/environment';
import { ENV } from '../shared/names';
import { logger } from '../shared/observability';
import { dynamoDbPayments } from '../shared/payments.dynamodb';
import { sqsDlq } from './dlq.sqs';
import { type RedrivePorts, type RedriveResult, redrive } from './redrive';
import { readRedriveRequest } from './redrive-request';

/**
 * Invoked by an operator: `{ action: 'preview' | 'start' | 'status' | 'cancel', maxMessagesPerSecond?, orderIds?, dryRun?, requestedBy? }`.
 * Throws `InvalidRedriveRequest` for anything else, and SQS's own errors.
 */
export function makeHandler(ports: Omit<RedrivePorts, 'runId' | 'timeLeft'>) {
  return async (input: unknown, context: Context): Promise<RedriveResult> => {
    const request = readRedriveRequest(input);
    const timeLeft = () => context.getRemainingTimeInMillis() > REDRIVE_MARGIN_SECONDS * 1000;
    const result = await redrive(request, { ...ports, runId: context.awsRequestId, timeLeft });
    logger.info(`redrive ${request.action}`, { requestedBy: request.requestedBy ?? 'unknown', result: { ...result } });
    return result;
  };
}

export const handler = makeHandler({
  dlq: sqsDlq(new SQSClient(AWS_CLIENT_CONFIG), {
    queueUrl: required(ENV.chargeQueueUrl),
    queueArn: required(ENV.chargeQueueArn),
    dlqUrl: required(ENV.chargeDlqUrl),
    dlqArn: required(ENV.chargeDlqArn),
  }),
  payments: dynamoDbPayments(new DynamoDBClient(AWS_CLIENT_CONFIG), required(ENV.paymentsTable)),
  clock: Date.now,
});
