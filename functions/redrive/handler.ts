import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Context } from 'aws-lambda';
import { ENV } from '../../contract/names';
import { MAX_DEAD_LETTERS_LISTED, REDRIVE_MARGIN_SECONDS } from '../../contract/windows';
import { AWS_CLIENT_CONFIG } from '../shared/aws-client-config';
import { chargeDlq } from '../shared/dlq/charge-dlq.sqs';
import { required } from '../shared/environment';
import { logger } from '../shared/observability';
import { dynamoDbPayments } from '../shared/payments.dynamodb';
import { connectStripe } from '../shared/stripe-client';
import { stripeProbe } from './provider-probe.stripe';
import { type RedrivePorts, type RedriveResult, redrive } from './redrive';
import { type RedriveRequest, readRedriveRequest } from './redrive-request';

/**
 * Invoked by an operator: `{ action: 'preview' | 'list' | 'discard' | 'start' | 'status' | 'cancel', messageIds?, orderIds?,
 * maxMessagesPerSecond?, dryRun?, requestedBy? }`.
 * Throws `InvalidRedriveRequest` for anything else, and SQS's own errors.
 */
export function makeHandler(ports: Omit<RedrivePorts, 'record' | 'runId' | 'timeLeft'>) {
  return async (input: unknown, context: Context): Promise<RedriveResult> => {
    const request = readRedriveRequest(input);
    const { action, requestedBy = 'unknown' } = request;
    // Before anything is done, so that who asked is known of a run that dies as well.
    logger.info(`redrive ${action} requested`, { requestedBy, ...choiceOf(request) });
    const timeLeft = () => context.getRemainingTimeInMillis() > REDRIVE_MARGIN_SECONDS * 1000;
    // Before they are deleted, so that a run that dies leaves a record of them.
    const record: RedrivePorts['record'] = (messages) => logger.warn('discarding dead letters', { requestedBy, messages });
    const result = await redrive(request, { ...ports, record, runId: context.awsRequestId, timeLeft });
    logger.info(`redrive ${action}`, { requestedBy, result: { ...result } });
    return result;
  };
}

/** What was asked, with a long list of orders cut short. */
function choiceOf(request: RedriveRequest): Record<string, unknown> {
  if (request.action === 'discard') return { messageIds: request.messageIds, dryRun: request.dryRun ?? false };
  if (request.action !== 'start') return {};
  const { orderIds, maxMessagesPerSecond, dryRun = false } = request;
  return { orders: orderIds?.length ?? 'all', orderIds: orderIds?.slice(0, MAX_DEAD_LETTERS_LISTED), maxMessagesPerSecond, dryRun };
}

export const handler = makeHandler({
  dlq: chargeDlq(),
  payments: dynamoDbPayments(new DynamoDBClient(AWS_CLIENT_CONFIG), required(ENV.paymentsTable)),
  probe: stripeProbe(connectStripe()),
  clock: Date.now,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});
