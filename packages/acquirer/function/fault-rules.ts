import * as z from 'zod';
import { invalidRequest } from './api-error';
import { MAX_FAULT_RULES } from './limits';

/**
 * What can be broken on request. `lose_answer`: the work is done, the answer never arrives. `server_error`: nothing is done, and the 500
 * is kept under the idempotency key for a day. `slow`: the work is done, the answer comes after the caller has given up.
 */
export const FAULT_MODES = ['down', 'slow', 'lose_answer', 'conflict', 'rate_limit', 'server_error'] as const;
export type FaultMode = (typeof FAULT_MODES)[number];

export interface FaultRule {
  readonly mode: FaultMode;
  /** Absent: every order. */
  readonly orderId?: string;
  /** Requests still to be affected; absent: all. */
  readonly times?: number;
}

/** All rules in force. At most one an order, and one for all. */
export type FaultRules = readonly FaultRule[];

/** Requests that one rule may affect at most: more than any test sends. */
export const MAX_TIMES = 1_000_000;

const wholeNumber = `must be an integer from 1 to ${MAX_TIMES}`;
const FaultRequest = z.strictObject({
  mode: z.enum(['none', ...FAULT_MODES], `must be one of none, ${FAULT_MODES.join(', ')}`),
  // Stripe's limit on a metadata value, which is where order ids come from.
  orderId: z.string('must be a string').min(1, 'must not be empty').max(500, 'must be at most 500 characters').optional(),
  times: z.int(wholeNumber).min(1, wholeNumber).max(MAX_TIMES, wholeNumber).optional(),
});
export type FaultRequest = z.infer<typeof FaultRequest>;

/** Body of `POST /v1/test_helpers/faults`, which is JSON. Throws `ApiError` 400 that names the member at fault. */
export function faultRequest(body: string): FaultRequest {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw invalidRequest('The body must be JSON, such as {"mode":"down","times":3}.');
  }
  const parsed = FaultRequest.safeParse(json);
  if (parsed.success) return parsed.data;
  // One mistake at a time, as Stripe reports them.
  const [issue] = parsed.error.issues;
  const param = issue?.code === 'unrecognized_keys' ? issue.keys[0]?.slice(0, 64) : issue?.path.join('.');
  const message = issue?.code === 'unrecognized_keys' ? 'is not known; known are mode, orderId and times' : issue?.message;
  throw invalidRequest(`Invalid ${param || 'body'}: ${message}`, { ...(param && { param }) });
}

/** The rules after a request. `none` clears: everything, or what was set for its order. Throws `ApiError` 400 when there are too many. */
export function withRule(rules: FaultRules, { mode, orderId, times }: FaultRequest): FaultRules {
  if (mode === 'none' && orderId === undefined) return [];
  const others = rules.filter((rule) => rule.orderId !== orderId);
  if (mode === 'none') return others;
  if (others.length >= MAX_FAULT_RULES)
    throw invalidRequest(`At most ${MAX_FAULT_RULES} faults can be set; clear some with {"mode":"none"}.`, { param: 'orderId' });
  return [...others, { mode, ...(orderId !== undefined && { orderId }), ...(times !== undefined && { times }) }];
}

/** The rule that a request of this order meets: its own if there is one, else the general one. */
export const ruleFor = (rules: FaultRules, orderId: string | undefined): FaultRule | undefined =>
  (orderId === undefined ? undefined : rules.find((rule) => rule.orderId === orderId)) ?? rules.find((rule) => rule.orderId === undefined);

/** The rules after `used` has affected one more request; its last one removes it. */
export const countedDown = (rules: FaultRules, used: FaultRule): FaultRules =>
  rules.flatMap((rule) =>
    rule !== used || rule.times === undefined ? [rule] : rule.times > 1 ? [{ ...rule, times: rule.times - 1 }] : [],
  );
