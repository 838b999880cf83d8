import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { toCancelMessage } from '../../contract/cancel-message';
import { containsCardNumber } from '../../contract/card-number';
import { ENV } from '../../contract/names';
import { ORDER_ID, type PaymentEvent } from '../../contract/payment-event';
import { ANSWER_MARGIN_SECONDS } from '../../contract/windows';
import { AWS_CLIENT_CONFIG } from '../shared/aws-client-config';
import { sentBy } from '../shared/correlation';
import { required } from '../shared/environment';
import { type Problem, problemAnswer, within } from '../shared/http';
import { logger } from '../shared/observability';
import { dynamoDbPayments } from '../shared/payments.dynamodb';
import { type Cancelling, type CancelPaymentPorts, cancelPayment } from './cancel-payment';
import { readAttempt } from './request-body';

export interface CancelPaymentDependencies extends Omit<CancelPaymentPorts, 'send'> {
  readonly send: (payment: Pick<PaymentEvent, 'orderId' | 'attempt'>, apiRequestId: string) => Promise<void>;
}

/** `POST /payments/{orderId}/cancel` behind API Gateway REST, proxy integration. Answers 202 only when mark and message are both stored. */
export function makeHandler(dependencies: CancelPaymentDependencies) {
  async function cancel(request: APIGatewayProxyEvent): Promise<Cancelling | Problem> {
    const { requestId: apiRequestId } = request.requestContext;
    const orderId = request.pathParameters?.orderId ?? '';
    const attempt = readAttempt(request);
    if (typeof attempt === 'object') return attempt;
    // The API accepts no such order, and ids are logged.
    if (!ORDER_ID.test(orderId) || containsCardNumber(orderId)) return { type: 'payment-not-found' };
    try {
      const send: CancelPaymentPorts['send'] = (payment) => dependencies.send(payment, apiRequestId);
      const result = await cancelPayment({ orderId, attempt }, { ...dependencies, send });
      logger.info(result.type, { orderId, attempt, apiRequestId });
      return result;
    } catch (error) {
      logger.error('not cancelled', { orderId, attempt, apiRequestId, error: error as Error });
      return { type: 'temporarily-unavailable' };
    }
  }

  return async (request: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult> => {
    const patience = context.getRemainingTimeInMillis() - ANSWER_MARGIN_SECONDS * 1000;
    const result = await within<Cancelling | Problem>(patience, cancel(request), () => ({ type: 'temporarily-unavailable' }));
    if (result.type !== 'cancelling') return problemAnswer(result);
    const { orderId, attempt } = result;
    return { statusCode: 202, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ orderId, attempt }) };
  };
}

const sqs = new SQSClient(AWS_CLIENT_CONFIG);
const queueUrl = required(ENV.chargeQueueUrl);

export const handler = makeHandler({
  payments: dynamoDbPayments(new DynamoDBClient(AWS_CLIENT_CONFIG), required(ENV.paymentsTable)),
  send: async (payment, apiRequestId) => {
    await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, ...toCancelMessage(payment), ...sentBy(apiRequestId) }));
  },
  clock: Date.now,
});
