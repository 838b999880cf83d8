import { type Answer, json } from '../http/answer';

/** Error names that the services' API models give, and that the SDKs know as throttling and as a passing fault. */
const AWS_ERRORS: Readonly<Record<string, Record<'throttle' | 'error', string>>> = {
  dynamodb: { throttle: 'ProvisionedThroughputExceededException', error: 'InternalServerError' },
  sqs: { throttle: 'RequestThrottled', error: 'InternalError' },
  secretsmanager: { throttle: 'ThrottlingException', error: 'InternalServiceError' },
};

/** AWS services whose calls can be made to fail. */
export const AWS_FAULT_SERVICES = Object.keys(AWS_ERRORS);

/** What an overloaded (`throttle`) or failing (`error`) service answers. */
export function awsFaultAnswer(service: string, effect: 'throttle' | 'error'): Answer {
  const code = AWS_ERRORS[service]?.[effect];
  if (code === undefined) throw new Error(`the calls of ${service} cannot be made to fail`);
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-errortype': code };
  return { ...json(effect === 'throttle' ? 400 : 500, { __type: code, message: `Fault rule: ${effect}` }, headers), errorCode: code };
}
