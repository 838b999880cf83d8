import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { invalidRequest } from './api-error';
import { decodeForm, emptyForm } from './form-decoding';
import { checkedKey } from './idempotency-keys';
import type { Reply } from './reply';
import type { ApiRequest } from './request';

/** Bytes of a body: fifty metadata values of Stripe's greatest length, percent-encoded from UTF-8, fit. */
const MAX_FORM_BYTES = 256 * 1024;

/** Parameters of a request. Stripe's own clients send a few dozen; lists are decoded in time that grows with the square of their length. */
const MAX_PAIRS = 1000;

/** Header of an event, whatever its capitals. */
export function headerOf({ headers }: APIGatewayProxyEvent, name: string): string | undefined {
  return Object.entries(headers ?? {}).find(([given]) => given.toLowerCase() === name)?.[1];
}

/** Throws `ApiError` 400 for what cannot be read. */
export function requestOf(event: APIGatewayProxyEvent, id: string, nowMs: number): ApiRequest {
  const method = event.httpMethod;
  const path = pathOf(event.path);
  const body = event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString('utf8') : (event.body ?? '');
  if (Buffer.byteLength(body) > MAX_FORM_BYTES) throw invalidRequest('The request body is too large.');
  // The helpers are not Stripe's, and take JSON.
  const isForm = method === 'POST' && !path.startsWith('/v1/test_helpers/');
  if (isForm && /json/i.test(headerOf(event, 'content-type') ?? '')) {
    throw invalidRequest('Send parameters as application/x-www-form-urlencoded, not as JSON.');
  }
  const pairs = isForm ? [...new URLSearchParams(body)] : [];
  if (pairs.length > MAX_PAIRS) throw invalidRequest('The request has too many parameters.');
  const form = isForm ? decodeForm(pairs) : emptyForm();
  // Stripe ignores the header on reads.
  const idempotencyKey = method === 'POST' ? checkedKey(headerOf(event, 'idempotency-key')) : undefined;
  return { id, method, path, query: decodeForm(queryPairs(event)), form, pairs, body, idempotencyKey, nowMs };
}

/** The stage `v1` is part of Stripe's paths, and API Gateway takes it off; a server without stages leaves it on. */
const pathOf = (path: string): string => `/v1${path.replace(/^\/v1(?=\/|$)/, '').replace(/\/$/, '')}`;

function queryPairs({ multiValueQueryStringParameters: many, queryStringParameters: single }: APIGatewayProxyEvent): [string, string][] {
  if (many) return Object.entries(many).flatMap(([name, values]) => (values ?? []).map((value): [string, string] => [name, value]));
  return Object.entries(single ?? {}).map(([name, value]) => [name, value ?? '']);
}

/** The headers that Stripe sends with every answer, and the answer's own. A lost answer is the gateway's: it has neither. */
export function resultOf(reply: Reply, event: APIGatewayProxyEvent, requestId: string): APIGatewayProxyResult {
  const body = JSON.stringify(reply.body);
  if (reply.statusCode === 504) return { statusCode: 504, headers: { 'Content-Type': 'application/json' }, body };
  const key = headerOf(event, 'idempotency-key');
  const version = headerOf(event, 'stripe-version');
  // What is sent back must be a header that every client can read.
  const printable = (value: string | undefined) => value !== undefined && /^[\x20-\x7e]{1,255}$/.test(value);
  return {
    statusCode: reply.statusCode,
    headers: {
      'Content-Type': 'application/json',
      'Request-Id': requestId,
      ...(event.httpMethod === 'POST' && printable(key) ? { 'Idempotency-Key': key! } : {}),
      ...(printable(version) ? { 'Stripe-Version': version! } : {}),
      ...reply.headers,
    },
    body,
  };
}
