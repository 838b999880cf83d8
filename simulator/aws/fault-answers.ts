import { type Answer, json } from '../http/answer';
import type { FaultRule } from './fault-rules';

/** Error names that the services' API models give, and that the SDKs know as throttling and as a passing fault. */
const AWS_ERRORS = {
  dynamodb: { throttle: 'ProvisionedThroughputExceededException', error: 'InternalServerError' },
  sqs: { throttle: 'RequestThrottled', error: 'InternalError' },
  secretsmanager: { throttle: 'ThrottlingException', error: 'InternalServiceError' },
} as const;

/** What an overloaded (`throttle`) or failing (`error`) service answers. */
export function faultAnswer(service: FaultRule['service'], effect: 'throttle' | 'error'): Answer {
  if (service === 'acquirer') {
    const error = effect === 'throttle' ? { type: 'invalid_request_error', code: 'rate_limit' } : { type: 'api_error' };
    return json(effect === 'throttle' ? 429 : 500, { error: { ...error, message: `Fault rule: ${effect}` } });
  }
  const code = AWS_ERRORS[service][effect];
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-errortype': code };
  return { ...json(effect === 'throttle' ? 400 : 500, { __type: code, message: `Fault rule: ${effect}` }, headers), errorCode: code };
}
