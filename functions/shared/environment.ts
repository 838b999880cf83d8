import type { ENV } from '../../contract/names';

type Name = (typeof ENV)[keyof typeof ENV];

/** The variable's value. Throws while the function starts when it is missing: a deployment mistake must not wait for a payment to show it. */
export function required(name: Name): string {
  const value = process.env[name];
  if (!value) throw new Error(`environment variable ${name} is not set`);
  return value;
}

export const optional = (name: Name): string | undefined => process.env[name] || undefined;
