import * as z from 'zod';
import { requestedBy } from '../shared/requested-by';

const Request = z.strictObject(
  {
    action: z.enum(['run', 'status', 'pause', 'resume'], 'must be run, status, pause or resume').default('run'),
    requestedBy: requestedBy.optional(),
  },
  'the request may have action and requestedBy, and no other members',
);

/** What the recover function can be asked. */
export type RecoveryRequest = z.infer<typeof Request>;

/** Thrown for a request that breaks a rule; the message says which. Nothing was done. */
class InvalidRecoveryRequest extends Error {
  override readonly name = 'InvalidRecoveryRequest';
}

/** An invocation without a payload is the same as `{}`: a run. */
export function readRecoveryRequest(input: unknown): RecoveryRequest {
  const result = Request.safeParse(input ?? {});
  if (result.success) return result.data;
  throw new InvalidRecoveryRequest(
    result.error.issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')} ${message}` : message)).join('; '),
  );
}
