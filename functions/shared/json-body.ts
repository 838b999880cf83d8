import type { APIGatewayProxyEvent } from 'aws-lambda';
import { containsCardNumber } from '../../contract/card-number';
import { MAX_BODY_BYTES } from '../../contract/windows';
import { InvalidJson, type Members, parseExactObject } from './exact-json';
import { headerValues } from './headers';
import type { Problem } from './http';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const invalid = (message: string, path = ''): Problem => ({ type: 'invalid-request', errors: [{ path, message }] });

/** The members of the JSON object in the body of a proxy event (REST, version 1), or the problem with it. */
export function readMembers(request: APIGatewayProxyEvent): { readonly members: Members } | Problem {
  const text = readText(request);
  if (typeof text !== 'string') return text;
  if (containsCardNumber(text)) return invalid('must not contain a card number: send a provider token');
  let members: Members;
  try {
    members = parseExactObject(text);
  } catch (error) {
    if (error instanceof InvalidJson) return invalid(error.message);
    throw error;
  }
  // Once more on the decoded strings: an escaped digit is a digit.
  if (Object.entries(members).some((entry) => containsCardNumber(entry.join('\n'))))
    return invalid('must not contain a card number: send a provider token');
  // An optional member that is null is the same as one left out.
  if (members.attempt === null) delete members.attempt;
  return { members };
}

/** What is wrong with members, as a problem that names each and repeats none. */
export function invalidMembers(
  members: Members,
  issues: readonly { readonly code?: string; readonly path: readonly PropertyKey[]; readonly message: string }[],
): Problem {
  const errors = issues.map(({ code, path, message }) =>
    code === 'unrecognized_keys'
      ? { path: '', message: 'must have no other members' }
      : { path: `/${path.join('/')}`, message: Object.hasOwn(members, path[0] ?? '') ? message : 'is required' },
  );
  return { type: 'invalid-request', errors };
}

/** The body as text: plain JSON in UTF-8, decoded from base64 when API Gateway passed the bytes on. */
function readText({ body, isBase64Encoded, headers, multiValueHeaders }: APIGatewayProxyEvent): string | Problem {
  const media = unsupportedMedia(
    headerValues({ headers, multiValueHeaders }, 'content-type'),
    headerValues({ headers, multiValueHeaders }, 'content-encoding'),
  );
  if (media) return { type: 'unsupported-media-type', detail: media };
  if (!body) return invalid('must not be empty');
  const tooLarge: Problem = { type: 'payload-too-large', detail: `A body may have ${MAX_BODY_BYTES} bytes.` };
  // Base64 takes four characters for three bytes; longer text need not be decoded to be refused.
  if (body.length > MAX_BODY_BYTES * 1.4) return tooLarge;
  if (isBase64Encoded && !BASE64.test(body)) return invalid('must be valid base64');
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > MAX_BODY_BYTES) return tooLarge;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return invalid('must be UTF-8');
  }
}

function unsupportedMedia(contentTypes: string[], encodings: string[]): string | undefined {
  if (encodings.some((encoding) => encoding.toLowerCase() !== 'identity')) return 'Content-Encoding is not supported.';
  if (contentTypes.length !== 1) return 'Content-Type must be sent once.';
  const [type = '', ...parameters] = contentTypes[0]!.split(';').map((part) => part.trim().toLowerCase());
  if (type !== 'application/json') return 'Content-Type must be application/json.';
  const wrong = parameters.some((parameter) => parameter.startsWith('charset') && !/^charset="?utf-?8"?$/.test(parameter));
  return wrong ? 'The charset must be UTF-8.' : undefined;
}
