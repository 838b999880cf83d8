import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { containsCardNumber } from '../../contract/card-number';
import { ENV } from '../../contract/names';
import { ORDER_ID } from '../../contract/payment-event';
import { ANSWER_MARGIN_SECONDS } from '../../contract/windows';
import { AWS_CLIENT_CONFIG } from '../shared/aws-client-config';
import { required } from '../shared/environment';
import { type Problem, problemAnswer, within } from '../shared/http';
import { logger } from '../shared/observability';
import type { Payments } from '../shared/payments';
import { dynamoDbPayments } from '../shared/payments.dynamodb';
import { type PaymentView, viewPayment } from './payment-view';

export interface GetPaymentPorts {
  readonly payments: Pick<Payments, 'list'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** `GET /payments/{orderId}` behind API Gateway REST, proxy integration. Reads the ledger consistently, so never 404 after a 202. */
export function makeHandler({ payments, clock }: GetPaymentPorts) {
  async function read(orderId: string, apiRequestId: string): Promise<PaymentView | Problem> {
    // The API accepts no such order, and ids are logged.
    if (!ORDER_ID.test(orderId) || containsCardNumber(orderId)) return { type: 'payment-not-found' };
    try {
      return viewPayment(orderId, await payments.list(orderId), clock()) ?? { type: 'payment-not-found' };
    } catch (error) {
      logger.error('not read', { orderId, apiRequestId, error: error as Error });
      return { type: 'temporarily-unavailable' };
    }
  }

  return async ({ pathParameters, requestContext }: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult> => {
    const patience = context.getRemainingTimeInMillis() - ANSWER_MARGIN_SECONDS * 1000;
    const result = await within<PaymentView | Problem>(patience, read(pathParameters?.orderId ?? '', requestContext.requestId), () => ({
      type: 'temporarily-unavailable',
    }));
    if ('type' in result) return problemAnswer(result);
    return { statusCode: 200, headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }, body: JSON.stringify(result) };
  };
}

export const handler = makeHandler({
  payments: dynamoDbPayments(new DynamoDBClient(AWS_CLIENT_CONFIG), required(ENV.paymentsTable)),
  clock: Date.now,
});
