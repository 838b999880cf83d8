import { createHash, timingSafeEqual } from 'node:crypto';
import { unauthorized } from './api-error';

/** Digests have one length, so that the comparison tells nothing about the secret, not even how long it is. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Lets a request pass that carries the API key as bearer token, or as user name of basic authentication (`curl -u sk_test_…:`), as at
 * Stripe. Throws `ApiError` 401, which never repeats what was sent.
 */
export function authenticate(authorization: string | undefined, secret: string): void {
  const given = keyOf(authorization ?? '');
  if (given === undefined) throw unauthorized('You did not provide an API key. Send it as bearer token in the Authorization header.');
  if (!timingSafeEqual(digest(given), digest(secret))) throw unauthorized('Invalid API Key provided.');
}

function keyOf(authorization: string): string | undefined {
  const [, scheme, credentials] = /^(Bearer|Basic) +(\S+) *$/i.exec(authorization) ?? [];
  if (credentials === undefined) return undefined;
  if (scheme?.toLowerCase() === 'bearer') return credentials;
  return Buffer.from(credentials, 'base64').toString('utf8').split(':')[0];
}
