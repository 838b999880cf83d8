import * as z from 'zod';
import { isoTime } from '../../contract/iso-time';
import { requestedBy } from '../shared/requested-by';

const Request = z
  .strictObject(
    {
      from: isoTime.optional(),
      to: isoTime.optional(),
      requestedBy: requestedBy.optional(),
    },
    'the request may have from, to and requestedBy, and no other members',
  )
  .refine(({ from, to }) => from === undefined || to === undefined || Date.parse(from) < Date.parse(to), {
    path: ['from'],
    message: 'must be before to',
  });

/**
 * What the reconcile function can be asked. Without times it goes on from where the last scheduled run ended; with `from` or `to` (ISO 8601) it
 * compares the charges whose PaymentIntents were created in between, and leaves the progress of the schedule alone.
 */
export type ReconcileRequest = z.infer<typeof Request>;

/** Thrown for a request that breaks a rule; the message says which. Nothing was done. */
class InvalidReconcileRequest extends Error {
  override readonly name = 'InvalidReconcileRequest';
}

/** An invocation without a payload is the same as `{}`. */
export function readReconcileRequest(input: unknown): ReconcileRequest {
  const result = Request.safeParse(input ?? {});
  if (result.success) return result.data;
  throw new InvalidReconcileRequest(
    result.error.issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')} ${message}` : message)).join('; '),
  );
}
