import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { ENV, METRIC } from '../../contract/names';
import { type PaymentEvent, toMessage } from '../../contract/payment-event';
import { ANSWER_MARGIN_SECONDS } from '../../contract/windows';
import { AWS_CLIENT_CONFIG } from '../shared/aws-client-config';
import { sentBy } from '../shared/correlation';
import { required } from '../shared/environment';
import { headerValues } from '../shared/headers';
import { type Problem, problemAnswer, within } from '../shared/http';
import { count, countSuppressed, logger, publishMetrics } from '../shared/observability';
import { isTerminal } from '../shared/payments';
import { dynamoDbPayments } from '../shared/payments.dynamodb';
import { countingPayments } from '../shared/payments.metrics';
import { dynamoDbClientTokens } from './client-tokens.dynamodb';
import { readIdempotencyKey } from './idempotency-key';
import { readPaymentEvent } from './request-body';
import { type Accepted, type SubmitPaymentPorts, submitPayment } from './submit-payment';

export interface SubmitPaymentDependencies extends Omit<SubmitPaymentPorts, 'send'> {
  readonly send: (event: PaymentEvent, apiRequestId: string) => Promise<void>;
}

/** `POST /payments` behind API Gateway REST, proxy integration. Answers 202 only when row and message are both stored. */
export function makeHandler(dependencies: SubmitPaymentDependencies) {
  async function submit(request: APIGatewayProxyEvent, requestId: string): Promise<Accepted | Problem> {
    const apiRequestId = request.requestContext.requestId;
    const clientToken = readIdempotencyKey(headerValues(request, 'idempotency-key'));
    if (typeof clientToken === 'object') return clientToken;
    const event = readPaymentEvent(request);
    if ('type' in event) return event;
    const ids = { orderId: event.orderId, attempt: event.attempt, requestId, apiRequestId };
    try {
      const ports = { ...dependencies, send: (sent: PaymentEvent) => dependencies.send(sent, apiRequestId) };
      const result = await submitPayment(event, { clientToken, requestId }, ports);
      logger.info(result.type, ids);
      if (result.type === 'accepted' && result.replayed && !isTerminal(result.payment)) count(METRIC.sentAgain);
      return result;
    } catch (error) {
      logger.error('not accepted', { ...ids, error: error as Error });
      return { type: 'temporarily-unavailable' };
    }
  }

  return async (request: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult> => {
    const patience = context.getRemainingTimeInMillis() - ANSWER_MARGIN_SECONDS * 1000;
    const result = await within<Accepted | Problem>(patience, submit(request, context.awsRequestId), () => ({
      type: 'temporarily-unavailable',
    }));
    publishMetrics();
    return result.type === 'accepted' ? acceptedAnswer(request, result) : problemAnswer(result);
  };
}

/** The same bytes for every request with this event, whatever the payment's status is by now. */
function acceptedAnswer(request: APIGatewayProxyEvent, { payment, replayed }: Accepted): APIGatewayProxyResult {
  const { requestContext } = request;
  const { orderId, attempt, amount, currency, acceptedAt } = payment;
  const scheme = headerValues(request, 'x-forwarded-proto')[0] === 'http' ? 'http' : 'https';
  return {
    statusCode: 202,
    headers: {
      'Content-Type': 'application/json',
      Location: `${scheme}://${requestContext.domainName}${requestContext.path.replace(/\/$/, '')}/${orderId}`,
      ...(replayed ? { 'Idempotency-Replayed': 'true' } : {}),
    },
    body: JSON.stringify({ orderId, attempt, amount, currency, status: 'accepted', acceptedAt }),
  };
}

const dynamoDb = new DynamoDBClient(AWS_CLIENT_CONFIG);
const sqs = new SQSClient(AWS_CLIENT_CONFIG);
const queueUrl = required(ENV.chargeQueueUrl);

export const handler = makeHandler({
  payments: countingPayments(dynamoDbPayments(dynamoDb, required(ENV.paymentsTable)), Date.now),
  clientTokens: dynamoDbClientTokens(dynamoDb, required(ENV.guardTable), Date.now),
  send: async (event, apiRequestId) => {
    await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, ...toMessage(event), ...sentBy(apiRequestId) }));
  },
  countSuppressed,
  clock: Date.now,
});
