export interface ApiRequest {
  readonly method?: string;
  /** Below the stage. */
  readonly path?: string;
  readonly resource?: string;
  /** @default those of a JSON body */
  readonly headers?: Readonly<Record<string, string>>;
  readonly pathParameters?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const JSON_HEADERS = { 'Content-Type': 'application/json', 'X-Forwarded-Proto': 'https' };

/** A proxy event of API Gateway, version 1.0, as far as a function here reads it. */
export function apiEvent({
  method = 'POST',
  path = '/payments',
  resource = path,
  headers = JSON_HEADERS,
  pathParameters,
  body,
}: ApiRequest): unknown {
  return {
    resource,
    path,
    httpMethod: method,
    headers,
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    pathParameters: pathParameters ?? null,
    stageVariables: null,
    requestContext: { path: `/prod${path}`, domainName: 'bench.execute-api.us-east-1.amazonaws.com', stage: 'prod', requestId: 'bench' },
    body: body ?? null,
    isBase64Encoded: false,
  };
}
