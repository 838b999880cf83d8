import type { GatewayResponseDefinition } from '../cloudformation/deployment';
import { type Answer, json } from '../http/answer';

/** What API Gateway itself answers, when no function does. */
const RESPONSES = {
  MISSING_AUTHENTICATION_TOKEN: {
    statusCode: 403,
    message: 'Missing Authentication Token',
    errorType: 'MissingAuthenticationTokenException',
  },
  REQUEST_TOO_LARGE: { statusCode: 413, message: 'Request Too Long', errorType: 'RequestTooLargeException' },
  INTEGRATION_FAILURE: { statusCode: 500, message: 'Internal server error', errorType: 'InternalServerErrorException' },
  API_CONFIGURATION_ERROR: { statusCode: 502, message: 'Internal server error', errorType: 'InternalServerErrorException' },
  INTEGRATION_TIMEOUT: { statusCode: 504, message: 'Endpoint request timed out', errorType: 'InternalServerErrorException' },
} as const;

export type GatewayResponseType = keyof typeof RESPONSES;

/**
 * The answer of the type, in the form that the template's `AWS::ApiGateway::GatewayResponse` gives it, or in the stock one.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html
 */
export function gatewayResponse(type: GatewayResponseType, definitions: readonly GatewayResponseDefinition[], requestId: string): Answer {
  const { statusCode, message, errorType } = RESPONSES[type];
  const family = statusCode < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX';
  const definition = definitions.find((each) => each.type === type) ?? definitions.find((each) => each.type === family);
  const stock = json(statusCode, { message }, { 'x-amzn-errortype': errorType, 'x-amzn-requestid': requestId });
  if (!definition) return stock;
  // A template reads these variables; mapping templates have more, which make no sense before a route is found.
  const variables: [string, string][] = [
    ['$context.error.messageString', JSON.stringify(message)],
    ['$context.error.message', message],
    ['$context.error.responseType', type],
    ['$context.requestId', requestId],
  ];
  const body = variables.reduce(
    (text, [name, value]) => text.replaceAll(name, () => value),
    definition.body ?? `{"message":${variables[0]![1]}}`,
  );
  return { statusCode: definition.statusCode ?? statusCode, headers: { ...stock.headers, ...definition.headers }, body };
}
