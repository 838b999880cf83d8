import type { Problem } from '../shared/http';

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;
/** RFC 9651 string: visible ASCII in quotes, with `\"` and `\\` as the only escapes. */
const QUOTED = /^"((?:[\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;

const invalid: Problem = {
  type: 'invalid-request',
  errors: [
    { path: 'header', message: 'Idempotency-Key must be one value of 1 to 255 visible ASCII characters, bare or as an RFC 9651 string' },
  ],
};

/**
 * The client token in `Idempotency-Key`, or `undefined` when the header is absent. Stripe-style clients send it bare; the IETF draft
 * (draft-ietf-httpapi-idempotency-key-header-07) in quotes. Both spellings of one token are the same token.
 */
export function readIdempotencyKey(values: readonly string[]): string | undefined | Problem {
  if (values.length === 0) return undefined;
  const tokens = new Set(values.map(parseToken));
  const [token] = tokens;
  return token === undefined || tokens.size > 1 ? invalid : token;
}

function parseToken(value: string): string | undefined {
  // HTTP's own white space only: `trim` would also take a no-break space off, which is not ASCII.
  const trimmed = value.replace(/^[ \t]+|[ \t]+$/g, '');
  const token = trimmed.startsWith('"') ? QUOTED.exec(trimmed)?.[1]?.replace(/\\(.)/g, '$1') : trimmed;
  return token !== undefined && VISIBLE_ASCII.test(token) ? token : undefined;
}
