import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Context } from 'aws-lambda';
import { ENV, METRIC } from '../../contract/names';
import { RECONCILE_MARGIN_SECONDS } from '../../contract/windows';
import { AWS_CLIENT_CONFIG } from '../shared/aws-client-config';
import { required } from '../shared/environment';
import { count, logger, observeSeconds, publishMetrics } from '../shared/observability';
import { dynamoDbPayments } from '../shared/payments.dynamodb';
import { countingPayments } from '../shared/payments.metrics';
import { connectStripe } from '../shared/stripe-client';
import { dynamoDbLedgerPages } from './ledger-pages.dynamodb';
import { dynamoDbProgressStore } from './progress.dynamodb';
import { stripeBooks } from './provider-books.stripe';
import { type ReconcilePorts, reconcile } from './reconcile';
import { readReconcileRequest } from './reconcile-request';
import type { ReconciliationReport } from './report';
import { sqsResendQueue } from './resend-queue.sqs';

/**
 * Invoked by EventBridge Scheduler with `{}`, or by an operator: `{ from?, to?, requestedBy? }`. Throws `InvalidReconcileRequest` for anything
 * else, and the errors of DynamoDB, SQS and Secrets Manager; a failure of the provider makes the report incomplete instead.
 */
export function makeHandler(ports: Omit<ReconcilePorts, 'announce' | 'timeLeft'>) {
  return async (input: unknown, context: Context): Promise<ReconciliationReport> => {
    const request = readReconcileRequest(input);
    const remainingMs = () => context.getRemainingTimeInMillis() - RECONCILE_MARGIN_SECONDS * 1000;
    const wholeMs = remainingMs();
    const timeLeft = (reservedShare = 0) => remainingMs() > wholeMs * reservedShare;
    const announce = (report: ReconciliationReport) => {
      countFindings(report);
      observeSeconds(METRIC.reconciliationLag, report.lagSeconds);
      publishMetrics();
      const isClean = Object.values(report.counts).every((found) => found === 0);
      logger[isClean ? 'info' : 'warn']('reconciliation', { requestedBy: request.requestedBy ?? 'schedule', report });
    };
    return reconcile(request, { ...ports, announce, timeLeft });
  };
}

/** Every run counts everything, zero too: an alarm without data would say nothing. */
function countFindings({ counts, open }: ReconciliationReport): void {
  count(METRIC.doubleCharges, counts.chargedTwice);
  count(METRIC.chargesHealed, counts.healed);
  count(METRIC.chargesUnknownToProvider, counts.unknownToProvider);
  count(METRIC.amountsDiffering, counts.differing);
  count(METRIC.paymentsOverdue, open.overdue);
  count(METRIC.paymentsNewlyOverdue, open.newlyOverdue);
  count(METRIC.paymentsResent, open.resent);
  // The expired are counted by the ledger, as they are for the worker.
  count(METRIC.paymentsExpired, 0);
}

const dynamoDb = new DynamoDBClient(AWS_CLIENT_CONFIG);
const tableName = required(ENV.paymentsTable);

export const handler = makeHandler({
  payments: countingPayments(dynamoDbPayments(dynamoDb, tableName), Date.now),
  ledger: dynamoDbLedgerPages(dynamoDb, tableName),
  books: stripeBooks(connectStripe(), required(ENV.providerLivemode) === 'true'),
  queue: sqsResendQueue(new SQSClient(AWS_CLIENT_CONFIG), required(ENV.chargeQueueUrl)),
  progress: dynamoDbProgressStore(dynamoDb, tableName),
  clock: Date.now,
});
