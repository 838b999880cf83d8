import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Context } from 'aws-lambda';
import { ENV, METRIC } from '../../contract/names';
import { longestPatienceSeconds, patienceOf } from '../../contract/patience';
import { RECOVERY_MARGIN_SECONDS, RECOVERY_RATE, VISIBILITY_SECONDS } from '../../contract/windows';
import { AWS_CLIENT_CONFIG } from '../shared/aws-client-config';
import { chargeDlq } from '../shared/dlq/charge-dlq.sqs';
import { rateLimiter } from '../shared/dlq/rate-limiter';
import { required } from '../shared/environment';
import { count, logger, observeSeconds, publishMetrics } from '../shared/observability';
import { dynamoDbPayments } from '../shared/payments.dynamodb';
import { setPaused } from './pause';
import { type RecoverPorts, type RecoveryReport, recover } from './recover';
import { readRecoveryRequest } from './recovery-request';
import type { RecoveryState } from './recovery-state';
import { dynamoDbRecoveryStates } from './recovery-state.dynamodb';

export type RecoveryResult =
  | ({ readonly action: 'run' } & RecoveryReport)
  | { readonly action: 'status' | 'pause' | 'resume'; readonly state: RecoveryState };

export type HandlerPorts = Omit<RecoverPorts, 'runId' | 'timeLeft' | 'acquirePermit'> & { readonly wait: (ms: number) => Promise<void> };

/**
 * Invoked by EventBridge Scheduler with `{}`, or by an operator: `{ action?: 'run' | 'status' | 'pause' | 'resume', requestedBy? }`. Throws
 * `InvalidRecoveryRequest` for anything else, and the errors of DynamoDB and SQS.
 */
export function makeHandler(ports: HandlerPorts) {
  return async (input: unknown, context: Context): Promise<RecoveryResult> => {
    const { action, requestedBy = 'schedule' } = readRecoveryRequest(input);
    switch (action) {
      case 'run':
        return { action, ...(await run(ports, context, requestedBy)) };
      case 'status':
        return { action, state: (await ports.states.load()).state };
      case 'pause':
      case 'resume':
        logger.info(`recovery ${action} requested`, { requestedBy });
        return { action, state: await setPaused(action === 'pause', ports.states) };
      default:
        return action satisfies never;
    }
  };
}

async function run(ports: HandlerPorts, context: Context, requestedBy: string): Promise<RecoveryReport> {
  const timeLeft = () => context.getRemainingTimeInMillis() > RECOVERY_MARGIN_SECONDS * 1000;
  const acquirePermit = rateLimiter(RECOVERY_RATE, { ...ports, timeLeft });
  const report = await recover({ ...ports, runId: context.awsRequestId, timeLeft, acquirePermit });
  count(METRIC.recovered, report.sent);
  // A run that did not look must not say that nothing waits.
  if (report.result === 'looked') {
    count(METRIC.recoveryGaveUp, report.gaveUp);
    observeSeconds(METRIC.oldestDeadLetterAge, report.oldestAgeSeconds);
  }
  publishMetrics();
  logger[report.gaveUp > 0 ? 'warn' : 'info']('recovery', { requestedBy, report: { ...report } });
  return report;
}

const dynamoDb = new DynamoDBClient(AWS_CLIENT_CONFIG);
const tableName = required(ENV.paymentsTable);

export const handler = makeHandler({
  dlq: chargeDlq(),
  payments: dynamoDbPayments(dynamoDb, tableName),
  states: dynamoDbRecoveryStates(dynamoDb, tableName, randomUUID),
  patienceSeconds: longestPatienceSeconds(patienceOf(required(ENV.patience))) + VISIBILITY_SECONDS,
  clock: Date.now,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});
