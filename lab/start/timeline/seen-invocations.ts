import type { Outcome } from '@charge-once/simulator/lambda/invocation';
import type { Observation, Subject } from './entry';
import { jsonObject } from './json-object';
import type { Subjects } from './subjects';

/** Payments that an invocation is about, and its HTTP request if it has one. */
export interface SeenInvocation {
  subjects: Subject[];
  request?: string;
}

interface Payload {
  httpMethod?: unknown;
  path?: unknown;
  body?: unknown;
  isBase64Encoded?: unknown;
  Records?: ({ body?: unknown; attributes?: { MessageGroupId?: unknown } } | null)[];
}

/** Reads the payload of an invocation: a POST through API Gateway, or a batch of messages. A GET changes nothing and leaves no trace. */
export function seeInvocation(payload: string, subjects: Subjects): SeenInvocation {
  const { httpMethod: method, path, body, isBase64Encoded, Records: records } = jsonObject(payload) as Payload;
  if (method === 'POST') {
    const text = typeof body === 'string' ? body : '';
    const subject = subjects.ofRequest(jsonObject(isBase64Encoded ? Buffer.from(text, 'base64').toString() : text));
    return subject ? { subjects: [subject], request: `POST ${String(path).slice(0, 64)}` } : { subjects: [] };
  }
  if (!Array.isArray(records)) return { subjects: [] };
  const ofRecords = records.flatMap((record) => {
    const { body: text, attributes } = record ?? {};
    const group = attributes?.MessageGroupId;
    const subject = typeof text === 'string' && typeof group === 'string' ? subjects.ofMessage(text, group) : undefined;
    return subject ? [subject] : [];
  });
  // Two messages of one payment in a batch are one payment.
  const unique = new Map(ofRecords.map((subject) => [`${subject.orderId}/${subject.attempt}`, subject]));
  return { subjects: [...unique.values()] };
}

/** How it ended, when that says something: an HTTP answer, or an end that was not the function's own. No outcome: Lambda did not admit it. */
export function seeEnd(folder: string, { request }: SeenInvocation, outcome: Outcome | undefined): Observation | undefined {
  if (!outcome) return { kind: 'failure', text: 'throttled', function: folder };
  const { kind, payload } = outcome;
  if (kind === 'timed-out') return { kind: 'crash', text: 'timed out', function: folder };
  if (kind === 'failed') {
    const { errorType } = jsonObject(payload) as { errorType?: unknown };
    return errorType === 'Runtime.ExitError'
      ? { kind: 'crash', text: 'process died', function: folder }
      : { kind: 'failure', text: 'invocation failed', function: folder };
  }
  return request === undefined ? undefined : seeAnswer(folder, payload);
}

function seeAnswer(folder: string, payload: string): Observation {
  const { statusCode, headers, body } = jsonObject(payload) as { statusCode?: unknown; headers?: Record<string, unknown>; body?: unknown };
  const status = Number(statusCode);
  const { type } = jsonObject(typeof body === 'string' ? body : undefined) as { type?: unknown };
  if (status >= 400) return { kind: 'refusal', text: `answer ${status} ${typeof type === 'string' ? type : ''}`.trim(), function: folder };
  const isReplayed = Object.keys(headers ?? {}).some((name) => name.toLowerCase() === 'idempotency-replayed');
  return { kind: 'answer', text: `answer ${status}${isReplayed ? ', the first one again' : ''}`, function: folder };
}
