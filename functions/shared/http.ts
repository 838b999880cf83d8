import type { APIGatewayProxyResult } from 'aws-lambda';
import { RETRY_AFTER_SECONDS } from '../../contract/windows';

/** One violated rule: `path` is a JSON pointer into the body, or `header`. Neither member repeats what the client sent. */
export interface InvalidMember {
  readonly path: string;
  readonly message: string;
}

/** What a refused request is answered with, as RFC 9457 problem details. `type` is stable; `title` and `detail` are for people. */
export type Problem =
  | { readonly type: 'invalid-request'; readonly errors: readonly InvalidMember[] }
  | { readonly type: 'payment-not-found' }
  | { readonly type: 'attempt-not-allowed'; readonly detail: string }
  | { readonly type: 'already-charged'; readonly detail: string }
  | { readonly type: 'payload-too-large'; readonly detail: string }
  | { readonly type: 'unsupported-media-type'; readonly detail: string }
  | { readonly type: 'idempotency-mismatch'; readonly detail: string }
  | { readonly type: 'temporarily-unavailable' };

const KNOWN: Record<Problem['type'], { status: number; title: string }> = {
  'invalid-request': { status: 400, title: 'The request breaks a rule of the API' },
  'payment-not-found': { status: 404, title: 'No payment was accepted for this order' },
  'attempt-not-allowed': { status: 409, title: 'This attempt may not be made now' },
  'already-charged': { status: 409, title: 'The payment was charged' },
  'payload-too-large': { status: 413, title: 'The body is too large' },
  'unsupported-media-type': { status: 415, title: 'The body must be plain application/json in UTF-8' },
  'idempotency-mismatch': { status: 422, title: 'The same key was used for something else' },
  'temporarily-unavailable': { status: 503, title: 'Nothing was promised; send the same request again' },
};

export function problemAnswer(problem: Problem): APIGatewayProxyResult {
  const { type, ...details } = problem;
  const { status, title } = KNOWN[type];
  return {
    statusCode: status,
    headers: {
      'Content-Type': 'application/problem+json',
      ...(status === 503 ? { 'Retry-After': String(RETRY_AFTER_SECONDS) } : {}),
    },
    body: JSON.stringify({ type, title, status, ...details }),
  };
}

/** `fallback` when `work` is not done in `ms`: an answer of ours, sent while API Gateway still waits for one. */
export async function within<T>(ms: number, work: Promise<T>, fallback: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(fallback()), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
