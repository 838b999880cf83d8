import { AwsError } from '../types';
import { invalidValue, missingParameter } from './errors';

export type Input = Record<string, unknown>;

/** What the JSON protocol answers when a member has another type than the API model gives it. */
function serializationError(name: string, expected: string): AwsError {
  return new AwsError('SerializationException', `${name} must be ${expected}.`);
}

export function optionalString(input: Input, name: string): string | undefined {
  const value = input[name] ?? undefined;
  if (value !== undefined && typeof value !== 'string') throw serializationError(name, 'a string');
  return value;
}

/** An empty string counts as missing, as on AWS. */
export function requiredString(input: Input, name: string): string {
  const value = optionalString(input, name);
  if (!value) throw missingParameter(name);
  return value;
}

/** Integer within `min`..`max`; otherwise `InvalidParameterValue` with `reason`. */
export function optionalInteger(input: Input, name: string, min: number, max: number, reason?: string): number | undefined {
  const value = input[name] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value)) throw serializationError(name, 'an integer');
  if (value < min || value > max) throw invalidValue(name, value, reason ?? `Must be >= ${min} and <= ${max}, if provided.`);
  return value;
}

export function optionalStringList(input: Input, name: string): string[] {
  const value = input[name] ?? [];
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string')) throw serializationError(name, 'a list of strings');
  return value as string[];
}

export function optionalStringMap(input: Input, name: string): Record<string, string> {
  const value = optionalObject(input, name);
  for (const [key, item] of Object.entries(value)) {
    if (typeof item !== 'string') throw serializationError(`${name}.${key}`, 'a string');
  }
  return value as Record<string, string>;
}

export function optionalObject(input: Input, name: string): Input {
  const value = input[name] ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) throw serializationError(name, 'an object');
  return value as Input;
}

export function objectList(input: Input, name: string): Input[] {
  const value = input[name] ?? [];
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'object' || item === null)) {
    throw serializationError(name, 'a list of objects');
  }
  return value as Input[];
}
