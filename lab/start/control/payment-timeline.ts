import { json } from '@charge-once/simulator/http/answer';
import type { Endpoint } from './endpoint';
import { problem } from './problem';

/** Payments listed: those seen last. */
const MAX_LISTED = 100;

/** `[{ orderId, lastAt?, entries }]`, seen last first. Whose `entries` has not changed has had nothing happen to it. */
export const payments: Endpoint = ({ timeline }) => json(200, timeline.list(MAX_LISTED));

/** `{ orderId, forgotten, entries }`: everything that was seen happening to a payment, oldest first, in virtual time. */
export const timeline: Endpoint = ({ timeline: seen }, { parameters: [orderId = ''] }) => {
  const found = seen.of(orderId);
  if (!found) return problem(404, 'payment-not-seen', 'Nothing was seen happening to this payment since the simulator started');
  return json(200, { orderId, ...found });
};
