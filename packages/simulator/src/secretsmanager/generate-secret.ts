import { randomInt } from 'node:crypto';
import type { GenerateSecretString } from '../cloudformation/deployment';

const LOWERCASE = 'abcdefghijklmnopqrstuvwxyz';
const NUMBERS = '0123456789';
/** https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_GetRandomPassword.html */
const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
const DEFAULT_LENGTH = 32;

/** A random secret by the template's rules; with a template, that JSON with the generated value under its key. */
export function generateSecret(rules: GenerateSecretString): string {
  const password = randomPassword(rules);
  if (rules.SecretStringTemplate === undefined || rules.GenerateStringKey === undefined) return password;
  const template = JSON.parse(rules.SecretStringTemplate) as Record<string, unknown>;
  return JSON.stringify({ ...template, [rules.GenerateStringKey]: password });
}

function randomPassword(rules: GenerateSecretString): string {
  const excluded = new Set(rules.ExcludeCharacters ?? '');
  const kinds = [
    isTrue(rules.ExcludeLowercase) ? '' : LOWERCASE,
    isTrue(rules.ExcludeUppercase) ? '' : LOWERCASE.toUpperCase(),
    isTrue(rules.ExcludeNumbers) ? '' : NUMBERS,
    isTrue(rules.ExcludePunctuation) ? '' : PUNCTUATION,
    isTrue(rules.IncludeSpace) ? ' ' : '',
  ]
    .map((characters) => characters.split('').filter((character) => !excluded.has(character)))
    .filter((characters) => characters.length > 0);
  const all = kinds.flat();
  if (all.length === 0) throw new Error('GenerateSecretString excludes every character');
  const length = Number(rules.PasswordLength ?? DEFAULT_LENGTH);
  // Drawn again until every kind is in it: unlike placing one of each, this leaves all such passwords equally likely.
  for (;;) {
    const password = Array.from({ length }, () => all[randomInt(all.length)]!);
    const complete = kinds.every((characters) => password.some((character) => characters.includes(character)));
    if (complete || rules.RequireEachIncludedType === false || length < kinds.length) return password.join('');
  }
}

/** CDK writes booleans; a template by hand may hold the words. */
function isTrue(value: unknown): boolean {
  return String(value) === 'true';
}
