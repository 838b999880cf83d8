import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type PaymentEvent, PaymentRequest } from '../../contract/payment-event';
import type { Problem } from '../shared/http';
import { invalidMembers, readMembers } from '../shared/json-body';

/** The payment event in the body of a proxy event (REST, version 1), or the problem with it. */
export function readPaymentEvent(request: APIGatewayProxyEvent): PaymentEvent | Problem {
  const read = readMembers(request);
  if ('type' in read) return read;
  const result = PaymentRequest.safeParse(read.members);
  return result.success ? result.data : invalidMembers(read.members, result.error.issues);
}
