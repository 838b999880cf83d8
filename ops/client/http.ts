import { OPERATOR_CALL_TIMEOUT_SECONDS } from '../../contract/windows';

export interface Request {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Response {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** How a request travels. Whoever measures or checks every answer brings a transport of their own. */
export type Send = (url: string, request: Request) => Promise<Response>;

export interface Answer<Json = unknown> extends Response {
  /** The body, parsed. `undefined` when it is empty. */
  readonly json: Json;
}

/** Rejects when there is no answer in time. */
export const byFetch: Send = async (url, request) => {
  const response = await fetch(url, { ...request, signal: AbortSignal.timeout(OPERATOR_CALL_TIMEOUT_SECONDS * 1000) });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

/** Throws `SyntaxError` on a body that is not JSON: everything that is asked here answers JSON. */
export async function ask<Json>(send: Send, url: string, request: Request = {}): Promise<Answer<Json>> {
  const response = await send(url, request);
  return { ...response, json: response.text === '' ? undefined : JSON.parse(response.text) };
}

export const jsonRequest = (body: unknown, headers: Readonly<Record<string, string>> = {}): Request => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
