import { invalidRequest } from './api-error';
import type { Form } from './form-decoding';

/** Limits on metadata, fixed by Stripe (docs.stripe.com/api/metadata). */
const MAX_METADATA_KEYS = 50;
const MAX_METADATA_KEY_LENGTH = 40;
const MAX_METADATA_VALUE_LENGTH = 500;

/** Longest text of any other parameter: Stripe's longest, `description`, has 1,000 characters. */
const MAX_TEXT_LENGTH = 1000;

/** Every reader throws `ApiError` 400 with the parameter's name and Stripe's code. */
export function allowOnly(form: Form, names: ReadonlySet<string>): void {
  for (const name of Object.keys(form)) {
    if (!names.has(name))
      throw invalidRequest(`Received unknown parameter: ${name.slice(0, 64)}`, { code: 'parameter_unknown', param: name.slice(0, 64) });
  }
}

export function text(form: Form, param: string): string | undefined {
  const value = form[param];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw invalidRequest('Invalid string: an object was sent.', { param });
  if (value === '') throw invalidRequest(`You passed an empty string for '${param}'.`, { code: 'parameter_invalid_empty', param });
  if (value.length > MAX_TEXT_LENGTH) throw invalidRequest(`Invalid string: must be at most ${MAX_TEXT_LENGTH} characters`, { param });
  return value;
}

export function requiredText(form: Form, param: string): string {
  const value = text(form, param);
  if (value === undefined) throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  return value;
}

export function boolean(form: Form, param: string): boolean {
  const value = text(form, param) ?? 'false';
  if (value !== 'true' && value !== 'false') throw invalidRequest('Invalid boolean: must be true or false', { param });
  return value === 'true';
}

export function integer(value: string, param: string): number {
  // Stripe repeats the value in its message. It stays out of this one: it may be a card number in the wrong place.
  if (!/^-?\d{1,30}$/.test(value)) throw invalidRequest('Invalid integer', { code: 'parameter_invalid_integer', param });
  return Number(value);
}

export function atLeast(minimum: number, value: number, param: string): number {
  if (value < minimum) {
    throw invalidRequest(`This value must be greater than or equal to ${minimum}.`, { code: 'parameter_invalid_integer', param });
  }
  return value;
}

/** `expand[]=a`, `expand[0]=a`: the names that may be replaced by the object they stand for. */
export function expansions(form: Form, allowed: readonly string[]): ReadonlySet<string> {
  const { expand } = form;
  if (expand === undefined) return new Set();
  const names = typeof expand === 'string' ? [expand] : Object.values(expand);
  for (const name of names) {
    if (typeof name !== 'string' || !allowed.includes(name)) throw invalidRequest('This property cannot be expanded.', { param: 'expand' });
  }
  return new Set(names as string[]);
}

export function metadata(form: Form): Record<string, string> {
  const { metadata: given = {} } = form;
  // An empty string is how Stripe's clients write "no metadata".
  if (given === '') return {};
  if (typeof given === 'string') throw invalidRequest('Invalid object', { param: 'metadata' });
  const entries = Object.entries(given);
  if (entries.length > MAX_METADATA_KEYS)
    throw invalidRequest(`Metadata can have at most ${MAX_METADATA_KEYS} keys.`, { param: 'metadata' });
  for (const [name, value] of entries) {
    const param = `metadata[${name.slice(0, MAX_METADATA_KEY_LENGTH)}]`;
    if (name.length > MAX_METADATA_KEY_LENGTH)
      throw invalidRequest(`Metadata keys can have at most ${MAX_METADATA_KEY_LENGTH} characters.`, { param });
    if (typeof value !== 'string') throw invalidRequest('Metadata values must be strings.', { param });
    if (value.length > MAX_METADATA_VALUE_LENGTH)
      throw invalidRequest(`Metadata values can have at most ${MAX_METADATA_VALUE_LENGTH} characters.`, { param });
  }
  return Object.fromEntries(entries.filter(([, value]) => value !== '')) as Record<string, string>;
}
