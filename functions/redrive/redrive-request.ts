import * as z from 'zod';
import { ORDER_ID } from '../../contract/payment-event';
import { MAX_CHOSEN_ORDERS, MAX_DEAD_LETTERS_LISTED, MAX_REDRIVE_RATE } from '../../contract/windows';
import { requestedBy, withoutCardNumber } from '../shared/requested-by';

/** As SQS gives them: a UUID. Nothing else is logged as one. */
export const MESSAGE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const members = <Shape extends z.ZodRawShape>(action: string, shape: Shape) =>
  z.strictObject(
    { ...shape, requestedBy: requestedBy.optional() },
    `${action} takes ${[...Object.keys(shape), 'requestedBy'].join(', ')} and no other member`,
  );

const Request = z.discriminatedUnion(
  'action',
  [
    members('preview', { action: z.literal('preview') }),
    members('list', { action: z.literal('list') }),
    members('discard', {
      action: z.literal('discard'),
      messageIds: z
        .array(z.string('must be a string').regex(MESSAGE_ID, 'must be a message id'), 'must be a list')
        .min(1, 'must not be empty')
        .max(MAX_DEAD_LETTERS_LISTED, `must name at most ${MAX_DEAD_LETTERS_LISTED} messages`),
      dryRun: z.boolean('must be true or false').optional(),
    }),
    members('start', {
      action: z.literal('start'),
      maxMessagesPerSecond: z
        .int('must be an integer')
        .min(1, 'must be at least 1')
        .max(MAX_REDRIVE_RATE, `must be at most ${MAX_REDRIVE_RATE}`)
        .optional(),
      orderIds: z
        .array(withoutCardNumber.regex(ORDER_ID, 'must be an order id'), 'must be a list')
        .min(1, 'must not be empty')
        .max(MAX_CHOSEN_ORDERS, `must name at most ${MAX_CHOSEN_ORDERS} orders`)
        .optional(),
      dryRun: z.boolean('must be true or false').optional(),
    }),
    members('status', { action: z.literal('status') }),
    members('cancel', { action: z.literal('cancel') }),
  ],
  'action must be preview, list, discard, start, status or cancel',
);

/** What the redrive function can be asked. */
export type RedriveRequest = z.infer<typeof Request>;

/** Thrown for a request that breaks a rule; the message says which, for each member. Nothing was done. */
export class InvalidRedriveRequest extends Error {
  override readonly name = 'InvalidRedriveRequest';
}

export function readRedriveRequest(input: unknown): RedriveRequest {
  const result = Request.safeParse(input);
  if (result.success) return result.data;
  throw new InvalidRedriveRequest(
    result.error.issues
      .map(({ path, message }) => (path.length > 0 && path[0] !== 'action' ? `${path.join('.')} ${message}` : message))
      .join('; '),
  );
}
