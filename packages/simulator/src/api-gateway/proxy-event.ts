import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ACCOUNT_ID } from '../cloudformation/account';
import type { RestApiDefinition } from '../cloudformation/deployment';
import type { Match } from './routes';

export interface ProxyRequest {
  payload: string;
  requestId: string;
  traceId: string;
}

/** Headers that concern the connection, not the request; API Gateway consumes them. */
const HOP_BY_HOP = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The Lambda proxy event, version 1.0: https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html */
export function proxyEvent(api: RestApiDefinition, match: Match, request: IncomingMessage, body: Buffer, nowMs: number): ProxyRequest {
  const requestId = randomUUID();
  const traceId = `Root=1-${Math.floor(nowMs / 1000).toString(16)}-${randomBytes(12).toString('hex')}`;
  const host = request.headers.host ?? '';
  const sourceIp = request.socket.remoteAddress ?? '127.0.0.1';
  const headers = requestHeaders(request, { host, sourceIp, traceId });
  const query = queryParameters(request.url ?? '/');
  const isBase64Encoded = body.length > 0 && isBinary(api.binaryMediaTypes, request.headers['content-type']);
  const event = {
    resource: match.route.resourcePath,
    path: match.path,
    httpMethod: request.method,
    headers: lastValues(headers),
    multiValueHeaders: headers,
    queryStringParameters: query && lastValues(query),
    multiValueQueryStringParameters: query,
    pathParameters: match.pathParameters,
    stageVariables: api.stageVariables,
    requestContext: {
      resourceId: match.route.resourceId,
      resourcePath: match.route.resourcePath,
      httpMethod: request.method,
      extendedRequestId: randomBytes(11).toString('base64'),
      requestTime: commonLogTime(nowMs),
      path: `/${api.stage}${match.path}`,
      accountId: ACCOUNT_ID,
      protocol: `HTTP/${request.httpVersion}`,
      stage: api.stage,
      domainPrefix: api.id,
      requestTimeEpoch: nowMs,
      requestId,
      identity: identity(sourceIp, request.headers['user-agent']),
      domainName: host,
      deploymentId: 'local',
      apiId: api.id,
    },
    // Without a binary media type API Gateway takes the body for text, and what is not UTF-8 becomes U+FFFD.
    body: body.length === 0 ? null : body.toString(isBase64Encoded ? 'base64' : 'utf8'),
    isBase64Encoded,
  };
  return { payload: JSON.stringify(event), requestId, traceId };
}

type MultiValues = Record<string, string[]>;

/** Names keep the case in which the client sent them first; repeated headers keep every value. */
function requestHeaders(request: IncomingMessage, added: { host: string; sourceIp: string; traceId: string }): MultiValues {
  const headers: MultiValues = {};
  const names = new Map<string, string>();
  const add = (name: string, value: string): void => {
    const known = names.get(name.toLowerCase()) ?? name;
    names.set(name.toLowerCase(), known);
    headers[known] = [...(headers[known] ?? []), value];
  };
  const { rawHeaders } = request;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (!HOP_BY_HOP.has(name.toLowerCase()) && !name.toLowerCase().startsWith('x-forwarded-')) add(name, rawHeaders[index + 1]!);
  }
  const forwarded = request.headers['x-forwarded-for'];
  add('X-Forwarded-For', forwarded ? `${String(forwarded)}, ${added.sourceIp}` : added.sourceIp);
  add('X-Forwarded-Port', added.host.match(/:(\d+)$/)?.[1] ?? '80');
  add('X-Forwarded-Proto', 'http');
  if (!names.has('x-amzn-trace-id')) add('X-Amzn-Trace-Id', added.traceId);
  return headers;
}

function queryParameters(url: string): MultiValues | null {
  const start = url.indexOf('?');
  if (start < 0) return null;
  const parameters: MultiValues = {};
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) parameters[name] = [...(parameters[name] ?? []), value];
  return Object.keys(parameters).length > 0 ? parameters : null;
}

function lastValues(values: MultiValues): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, all]) => [name, all.at(-1)!]));
}

function isBinary(binaryMediaTypes: readonly string[], contentType: string | undefined): boolean {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  return binaryMediaTypes.some((media) => {
    const binary = media.replace('~1', '/').toLowerCase();
    return binary === '*/*' || binary === type || (binary.endsWith('/*') && type.startsWith(binary.slice(0, -1)));
  });
}

function identity(sourceIp: string, userAgent: string | undefined): Record<string, string | null> {
  const unknown = ['cognitoIdentityPoolId', 'accountId', 'cognitoIdentityId', 'caller', 'principalOrgId', 'accessKey'];
  const unauthenticated = ['cognitoAuthenticationType', 'cognitoAuthenticationProvider', 'userArn', 'user'];
  return { ...Object.fromEntries([...unknown, ...unauthenticated].map((name) => [name, null])), sourceIp, userAgent: userAgent ?? null };
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `29/Nov/2026:10:00:00 +0000` */
function commonLogTime(nowMs: number): string {
  const iso = new Date(nowMs).toISOString();
  const month = MONTHS[Number(iso.slice(5, 7)) - 1];
  return `${iso.slice(8, 10)}/${month}/${iso.slice(0, 4)}:${iso.slice(11, 19)} +0000`;
}
