import type { Answer } from '../http/answer';

interface ProxyResponse {
  statusCode: number;
  headers?: Record<string, unknown> | null;
  multiValueHeaders?: Record<string, unknown[]> | null;
  body?: string | null;
  isBase64Encoded?: boolean;
}

/** API Gateway passes these on under another name: they are its own to set. */
const REMAPPED = new Set(['connection', 'content-length', 'date', 'server', 'trailer', 'transfer-encoding', 'upgrade', 'www-authenticate']);

/** The HTTP answer of what a function returned, or undefined when that is not a proxy response. */
export function proxyResponse(payload: string): Answer | undefined {
  const response = parse(payload);
  if (!response) return undefined;
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(response.headers ?? {})) set(headers, name, String(value));
  // Where a name is in both, the list wins: it says all that the function meant.
  for (const [name, values] of Object.entries(response.multiValueHeaders ?? {})) set(headers, name, values.map(String));
  if (headers['content-type'] === undefined) headers['content-type'] = 'application/json';
  const body = response.body ?? '';
  return { statusCode: response.statusCode, headers, body: response.isBase64Encoded ? Buffer.from(body, 'base64') : body };
}

function set(headers: Record<string, string | string[]>, name: string, value: string | string[]): void {
  const lower = name.toLowerCase();
  headers[REMAPPED.has(lower) ? `x-amzn-remapped-${lower}` : lower] = value;
}

const MEMBERS = new Set(['statusCode', 'headers', 'multiValueHeaders', 'body', 'isBase64Encoded']);

function parse(payload: string): ProxyResponse | undefined {
  let value: unknown;
  try {
    value = JSON.parse(payload);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const response = value as Record<string, unknown>;
  const statusCode = Number(response.statusCode);
  const wellFormed =
    Object.keys(response).every((name) => MEMBERS.has(name)) &&
    Number.isInteger(statusCode) &&
    statusCode >= 100 &&
    statusCode <= 599 &&
    isAbsentOr(response.body, (body) => typeof body === 'string') &&
    isAbsentOr(response.headers, isObject) &&
    isAbsentOr(response.multiValueHeaders, (headers) => isObject(headers) && Object.values(headers as object).every(Array.isArray));
  return wellFormed ? ({ ...response, statusCode } as ProxyResponse) : undefined;
}

function isAbsentOr(value: unknown, check: (value: unknown) => boolean): boolean {
  return value === undefined || value === null || check(value);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
