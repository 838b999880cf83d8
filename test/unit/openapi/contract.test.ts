import fc from 'fast-check';
import { z } from 'zod';
import { decimalsOf } from '../../../contract/currencies';
import type { FailureCode } from '../../../contract/failures';
import { ORDER_ID, PaymentRequest } from '../../../contract/payment-event';
import { ATTENTION_AFTER_SECONDS, CLIENT_TOKEN_LIFE_SECONDS, MAX_BODY_BYTES, RETRY_AFTER_SECONDS } from '../../../contract/windows';
import { type Problem, problemAnswer } from '../../../functions/shared/http';
import type { shownStatus } from '../../../functions/shared/payments';
import { readIdempotencyKey } from '../../../functions/submit-payment/idempotency-key';
import { PROBLEM_DETAILS } from '../../../lib/gateway-errors';
import { CANCEL, componentFaults, contractFaults, follow, GET, OPENAPI, POST, schemaFaults, TEXT } from '../../../testing/hostile/contract';

const { schemas, responses, parameters } = OPENAPI.components;
const request = schemas.PaymentRequest as { properties: Record<string, Record<string, unknown>>; required: string[] };

describe('the request in the contract', () => {
  it('has the members and limits of the code, and no others', () => {
    const code = z.toJSONSchema(PaymentRequest, { io: 'input' });
    const { currency, ...members } = code.properties as Record<string, Record<string, unknown>>;
    expect(currency).toEqual({ type: 'string' });
    for (const [name, rules] of Object.entries(members)) {
      const { default: preset, ...rest } = rules;
      const property = request.properties[name]!;
      const [schema] = (property.anyOf as Record<string, unknown>[] | undefined) ?? [property];
      expect({ name, ...follow(schema!) }).toMatchObject({ name, ...rest });
      expect(property.default).toBe(preset);
    }
    expect(Object.keys(request.properties).sort()).toEqual(Object.keys(code.properties!).sort());
    expect(request.required).toEqual(code.required);
    expect(schemas.PaymentRequest).toMatchObject({ additionalProperties: false });
    expect(schemas.OrderId?.pattern).toBe(ORDER_ID.source);
  });

  it('lists exactly the currencies that the code accepts, and those of three decimals', () => {
    const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
    const codes = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
    const accepted = codes.filter((code) => decimalsOf(code) !== undefined);
    expect([...(schemas.Currency!.enum as string[])].sort()).toEqual(accepted);
    const { if: condition } = schemas.PaymentRequest as { if: { properties: { currency: { enum: string[] } } } };
    expect(condition.properties.currency.enum.sort()).toEqual(accepted.filter((code) => decimalsOf(code) === 3));
  });

  it.each([
    'k-1001',
    '"k-1001"',
    '""',
    '',
    ' ',
    'a b',
    '"a b"',
    'a'.repeat(255),
    'a'.repeat(256),
    `"${'a'.repeat(255)}"`,
    `"${'a'.repeat(256)}"`,
    `"${'\\"'.repeat(255)}"`,
    '"open',
    'in"side',
    '"in"side"',
    String.raw`"\x"`,
    'undefined',
    'ключ',
  ])('agrees with the code about the Idempotency-Key %j', (key) => {
    const allowed = schemaFaults(parameters.IdempotencyKey!.schema, key).length === 0;
    expect(typeof readIdempotencyKey([key])).toBe(allowed ? 'string' : 'object');
  });

  it('agrees with the code about any Idempotency-Key, as HTTP delivers it: without blanks around', () => {
    const unit = fc.constantFrom('"', '\\', 'a', '~', ' ', '\t', 'é', '\u0000');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 8 }), (text) => {
        const key = text.replace(/^[ \t]+|[ \t]+$/g, '');
        const allowed = schemaFaults(parameters.IdempotencyKey!.schema, key).length === 0;
        expect([key, typeof readIdempotencyKey([key])]).toEqual([key, allowed ? 'string' : 'object']);
      }),
      { numRuns: 2000 },
    );
  });

  it('names the limits that no schema can say', () => {
    expect(new Set(TEXT.match(/\d+ bytes/g))).toEqual(new Set([`${MAX_BODY_BYTES} bytes`]));
    expect(TEXT).toContain(`kept for ${CLIENT_TOKEN_LIFE_SECONDS / 3600} hours`);
    expect(TEXT).toContain(`open after ${ATTENTION_AFTER_SECONDS / 60} minutes`);
    expect(TEXT).toContain(`const: "${RETRY_AFTER_SECONDS}"`);
  });
});

// Records, so that a problem, status or code added to the code and not here does not compile.
const PROBLEMS: Record<Problem['type'], Problem> = {
  'invalid-request': { type: 'invalid-request', errors: [{ path: '/amount', message: 'must be 1 to 99999999' }] },
  'payment-not-found': { type: 'payment-not-found' },
  'attempt-not-allowed': { type: 'attempt-not-allowed', detail: 'It was never made.' },
  'already-charged': { type: 'already-charged', detail: 'Attempt 1 was charged before anybody asked to cancel it.' },
  'payload-too-large': { type: 'payload-too-large', detail: 'A body may have 16384 bytes.' },
  'unsupported-media-type': { type: 'unsupported-media-type', detail: 'The charset must be UTF-8.' },
  'idempotency-mismatch': { type: 'idempotency-mismatch', detail: 'This Idempotency-Key was sent with another body.' },
  'temporarily-unavailable': { type: 'temporarily-unavailable' },
};
const STATUSES: Record<ReturnType<typeof shownStatus>, true> = {
  accepted: true,
  charging: true,
  charged: true,
  declined: true,
  expired: true,
  cancelled: true,
  needs_attention: true,
};
/** Those of a delivery that leaves no trace on the payment are never shown. */
type ShownCode = Exclude<FailureCode, 'message-unreadable' | 'payment-unknown' | 'message-differs-from-payment' | 'in-progress'>;
const CODES: Record<ShownCode, true> = {
  'provider-refused': true,
  'provider-key-reused': true,
  'provider-reply-differs': true,
  'ledger-contradicts-provider': true,
  'behind-another': true,
  'out-of-time': true,
  'provider-unreachable': true,
  'provider-error': true,
  'provider-repeats-error': true,
  'provider-busy': true,
  'provider-rejects-credentials': true,
  'provider-processing': true,
  'unexpected-error': true,
};

describe('the answers in the contract', () => {
  it.each(Object.values(PROBLEMS))('include $type as the code writes it', (problem) => {
    const { statusCode, headers, body } = problemAnswer(problem);
    const operation = problem.type === 'payment-not-found' ? GET : problem.type === 'already-charged' ? CANCEL : POST;
    expect(contractFaults(operation, { status: statusCode, headers: headers as Record<string, string>, body })).toEqual([]);
  });

  it.each([
    { family: 'DEFAULT_4XX', statuses: [403, 413, 429], detail: 'Missing Authentication Token', reason: 'MISSING_AUTHENTICATION_TOKEN' },
    { family: 'DEFAULT_5XX', statuses: [500, 502, 504], detail: 'Endpoint request timed out', reason: 'INTEGRATION_TIMEOUT' },
  ])('include $family as API Gateway fills in its template', ({ family, statuses, detail, reason }) => {
    const gateway = PROBLEM_DETAILS.find(({ type }) => type.responseType === family)!;
    const body = gateway
      .templates!['application/json']!.replace('$context.error.messageString', `"${detail}"`)
      .replace('$context.error.responseType', reason)
      .replace('$context.requestId', '4b8f1d2e-6a3c-4e8e-9d6c-0f7a5b1c2d3e');
    const headers = { 'content-type': gateway.responseHeaders!['Content-Type']!.replaceAll("'", '') };
    for (const status of statuses) {
      expect(contractFaults(POST, { status, headers, body })).toEqual([]);
      expect(contractFaults(GET, { status, headers, body })).toEqual([]);
    }
  });

  it('name no problem type, payment status or failure code that the code does not have', () => {
    const types = Object.values(schemas).flatMap(
      ({ properties }) => (properties as { type?: { const?: string } } | undefined)?.type?.const ?? [],
    );
    expect([...new Set(types)].sort()).toEqual([...Object.keys(PROBLEMS), 'request-refused'].sort());
    expect(schemas.PaymentStatus!.enum).toEqual(Object.keys(STATUSES));
    expect(schemas.FailureCode!.enum).toEqual(Object.keys(CODES));
  });

  it.each(Object.entries(responses))('%s has examples that keep its own schema', (_name, { content }) => {
    for (const { schema, examples = {} } of Object.values(content)) {
      expect(Object.keys(examples)).not.toEqual([]);
      for (const { value } of Object.values(examples)) expect(schemaFaults(schema, value)).toEqual([]);
    }
  });
});

describe('the judge of answers', () => {
  const headers = { 'content-type': 'application/problem+json' };
  const body = '{"type":"payment-not-found","title":"t","status":404}';
  it.each([
    { case: 'an unknown status', answer: { status: 418, headers, body }, fault: 'status 418 is not in the contract' },
    {
      case: 'another media type',
      answer: { status: 404, headers: {}, body },
      fault: 'Content-Type undefined is not in the contract for 404',
    },
    { case: 'a body that is no JSON', answer: { status: 404, headers, body: 'x' }, fault: 'the body is not JSON' },
    {
      case: 'a member too many',
      answer: { status: 404, headers, body: body.replace('{', '{"x":1,') },
      fault: 'data must NOT have additional properties',
    },
    {
      case: 'a missing header',
      answer: { status: 503, headers, body: body.replace('404', '503') },
      fault: 'header Retry-After is missing',
    },
    {
      case: 'an unknown header',
      answer: { status: 404, headers: { ...headers, 'x-debug': '1' }, body },
      fault: 'header x-debug is not in the contract for 404',
    },
  ])('fails $case', ({ answer, fault }) => {
    expect(contractFaults(GET, answer)).toContain(fault);
  });

  it('fails a value that breaks a component', () => {
    expect(componentFaults('Instant', '2026-11-29T10:00:00Z')).toHaveLength(1);
    expect(componentFaults('Instant', '2026-13-29T10:00:00.000Z')).toHaveLength(1);
  });
});
