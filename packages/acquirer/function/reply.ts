import { ApiError } from './api-error';
import type { Intent, IntentState } from './intent';
import { cardError, paymentIntentResource } from './resources';

/** One HTTP answer, before the headers that every answer carries. */
export interface Reply {
  readonly statusCode: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export const ok = (body: unknown): Reply => ({ statusCode: 200, body });

export const errorReply = ({ statusCode, body, headers }: ApiError): Reply => ({ statusCode, body: { error: body }, headers });

/** Runs `work`; an `ApiError` is an answer too, anything else is thrown on. */
export async function settled(work: () => Promise<Reply>): Promise<Reply> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) return errorReply(error);
    throw error;
  }
}

/** Answer of a command that left `state`: the intent, or for a decline the card error with the intent inside. */
export function stateReply(intent: Intent, state: IntentState, statusCode: 200 | 402, expand: ReadonlySet<string>): Reply {
  if (statusCode === 200 || !state.latestCharge) return ok(paymentIntentResource(intent, state, expand));
  const error = { ...cardError(state.latestCharge), payment_intent: paymentIntentResource(intent, state) };
  return { statusCode, body: { error }, headers: { 'Stripe-Should-Retry': 'false' } };
}

/** A refused command shows the intent as it stands, so that the caller need not ask again. */
export function refusedReply(error: ApiError, intent: Intent): Reply {
  return errorReply(new ApiError(error.statusCode, { ...error.body, payment_intent: paymentIntentResource(intent) }, { ...error.headers }));
}

/** Marks an answer that was given before; the first one's request is named, as at Stripe. */
export const replayed = (reply: Reply, originalRequestId: string): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'Idempotent-Replayed': 'true', 'Original-Request': originalRequestId },
});
