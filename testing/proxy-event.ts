import type { APIGatewayProxyEvent, Context } from 'aws-lambda';

export interface ProxyRequest {
  readonly method?: string;
  /** As API Gateway gives it in `requestContext.path`: with the stage, or with the base path of a custom domain. */
  readonly path?: string;
  readonly domainName?: string;
  readonly body?: string | null;
  readonly isBase64Encoded?: boolean;
  /** Names as the client wrote them; a list for a header that was sent more than once. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly orderId?: string;
}

/** A proxy event of API Gateway REST, version 1. `headers` keeps the last of several values, as on AWS. */
export function proxyEvent(request: ProxyRequest = {}): APIGatewayProxyEvent {
  const { method = 'POST', path = '/prod/payments', domainName = 'abc123.execute-api.eu-central-1.amazonaws.com' } = request;
  const headers = Object.entries(request.headers ?? { 'Content-Type': 'application/json', 'X-Forwarded-Proto': 'https' });
  return {
    resource: request.orderId === undefined ? '/payments' : '/payments/{orderId}',
    path: path.replace(/^\/prod/, ''),
    httpMethod: method,
    headers: Object.fromEntries(headers.map(([name, value]) => [name, [value].flat().at(-1)])),
    multiValueHeaders: Object.fromEntries(headers.map(([name, value]) => [name, [value].flat()])),
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    pathParameters: request.orderId === undefined ? null : { orderId: request.orderId },
    stageVariables: null,
    requestContext: { path, domainName, stage: 'prod', requestId: 'gateway-request-1' } as APIGatewayProxyEvent['requestContext'],
    body: request.body ?? null,
    isBase64Encoded: request.isBase64Encoded ?? false,
  };
}

/** A Lambda context with so much time left. */
export const lambdaContext = (awsRequestId = 'request-1', remainingMs = 10_000): Context =>
  ({ awsRequestId, functionName: 'submit-payment', getRemainingTimeInMillis: () => remainingMs }) as Context;
