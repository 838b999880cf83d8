import { type Answer, json } from '@charge-once/simulator/http/answer';

/** An RFC 9457 problem, as the payments API answers its own. */
export function problem(statusCode: number, type: string, title: string, members: Record<string, unknown> = {}): Answer {
  return json(
    statusCode,
    { type: `/problems/${type}`, title, status: statusCode, ...members },
    { 'content-type': 'application/problem+json' },
  );
}

export function invalid(path: string, message: string): Answer {
  return problem(400, 'invalid-request', 'The request is not valid', {
    detail: `${path || 'body'}: ${message}`,
    errors: [{ path, message }],
  });
}
