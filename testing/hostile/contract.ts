import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

/** What is used of an OpenAPI 3.1 document; `$ref`s of responses and headers still have to be followed. */
interface Reference {
  readonly $ref?: string;
}
interface Header extends Reference {
  readonly required?: boolean;
  readonly schema: Record<string, unknown>;
}
interface MediaType {
  readonly schema: Record<string, unknown>;
  readonly examples?: Record<string, { readonly value: unknown }>;
}
interface Response extends Reference {
  readonly headers?: Record<string, Header>;
  readonly content: Record<string, MediaType>;
}
export interface Operation {
  readonly requestBody?: { readonly content: Record<string, MediaType> };
  readonly responses: Record<string, Response>;
}
export interface OpenApi {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<string, Record<string, unknown>>;
    readonly responses: Record<string, Response>;
    readonly parameters: Record<string, { readonly schema: Record<string, unknown> }>;
  };
}

/** An HTTP answer; names of headers in any case. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const TEXT = readFileSync(join(__dirname, '../../docs/openapi.yaml'), 'utf8');
export const OPENAPI = parse(TEXT) as OpenApi;

// Without `allErrors`: the first violation is enough to know that there is one.
const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
addFormats(ajv);
const compiled = new Map<object, ValidateFunction>();

/** Violations of a schema that stands in the document, as texts. */
export function schemaFaults(schema: Record<string, unknown>, value: unknown): string[] {
  const validate = compiled.get(schema) ?? ajv.compile(standalone(schema));
  compiled.set(schema, validate);
  return validate(value) ? [] : [ajv.errorsText(validate.errors)];
}

export const componentFaults = (name: string, value: unknown): string[] => schemaFaults(OPENAPI.components.schemas[name]!, value);

/** Whether the contract allows this body of `POST /payments`. */
export const isPaymentRequest = (value: unknown): boolean => componentFaults('PaymentRequest', value).length === 0;

export const POST = OPENAPI.paths['/payments']!.post!;
export const GET = OPENAPI.paths['/payments/{orderId}']!.get!;
export const CANCEL = OPENAPI.paths['/payments/{orderId}/cancel']!.post!;

/** Headers that the transport adds, which are none of the contract's. */
const TRANSPORT = new Set(['content-type', 'content-length', 'connection', 'date', 'keep-alive', 'transfer-encoding']);

/** Whatever an answer does that the contract does not allow: status, media type, headers, body. */
export function contractFaults(operation: Operation, { status, headers, body }: Answer): string[] {
  const response = operation.responses[status] && follow(operation.responses[status]);
  if (!response) return [`status ${status} is not in the contract`];
  const given = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const media = response.content[given.get('content-type') ?? ''];
  if (!media) return [`Content-Type ${given.get('content-type')} is not in the contract for ${status}`];
  const declared = Object.entries(response.headers ?? {}).map(([name, header]) => [name, follow(header)] as const);
  const names = new Set(declared.map(([name]) => name.toLowerCase()));
  return [
    ...declared.flatMap(([name, header]) => headerFaults(name, header, given.get(name.toLowerCase()))),
    ...[...given.keys()]
      .filter((name) => !names.has(name) && !TRANSPORT.has(name) && !name.startsWith('x-amzn-'))
      .map((name) => `header ${name} is not in the contract for ${status}`),
    ...bodyFaults(media, body),
  ];
}

function headerFaults(name: string, { required, schema }: Header, value: string | undefined): string[] {
  if (value === undefined) return required ? [`header ${name} is missing`] : [];
  return schemaFaults(schema, value).map((fault) => `header ${name}: ${fault}`);
}

function bodyFaults({ schema }: MediaType, body: string): string[] {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return ['the body is not JSON'];
  }
  return schemaFaults(schema, value);
}

/** The object itself, or what its `$ref` points to. */
export function follow<T extends Reference>(object: T): T {
  if (object.$ref === undefined) return object;
  const steps = object.$ref.split('/').slice(1);
  return steps.reduce((at: unknown, step) => (at as Record<string, unknown>)[step.replaceAll('~1', '/')], OPENAPI) as T;
}

/** A schema cut out of the document, with all that it may refer to. */
const standalone = (schema: Record<string, unknown>): Record<string, unknown> =>
  JSON.parse(JSON.stringify({ ...schema, $defs: OPENAPI.components.schemas }).replaceAll('"#/components/schemas/', '"#/$defs/'));
