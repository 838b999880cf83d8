import type { ServerResponse } from 'node:http';

export interface Answer {
  statusCode: number;
  headers: Record<string, string | string[]>;
  body: string | Buffer;
  /** Name of the error, where the service names one. */
  errorCode?: string;
}

export function send(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.statusCode, { ...answer.headers, 'content-length': Buffer.byteLength(answer.body) });
  response.end(answer.body);
}

export function json(statusCode: number, value: unknown, headers: Record<string, string> = {}): Answer {
  return { statusCode, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}
