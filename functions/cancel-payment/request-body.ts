import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod';
import { MAX_ATTEMPTS } from '../../contract/windows';
import type { Problem } from '../shared/http';
import { invalidMembers, readMembers } from '../shared/json-body';

const range = `must be 1 to ${MAX_ATTEMPTS}`;
const CancelRequest = z.strictObject(
  { attempt: z.int('must be an integer').min(1, range).max(MAX_ATTEMPTS, range).default(1) },
  'must have no other members',
);

/** The attempt that is to be cancelled, 1 when the body does not say; or the problem with the body. */
export function readAttempt(request: APIGatewayProxyEvent): number | Problem {
  const read = readMembers(request);
  if ('type' in read) return read;
  const result = CancelRequest.safeParse(read.members);
  return result.success ? result.data.attempt : invalidMembers(read.members, result.error.issues);
}
