import { type Answer, json } from '../http/answer';
import { acquirerOf, NO_ACQUIRER } from './acquirer-books';
import type { Endpoint } from './endpoint';
import { problem } from './problem';

/** The faults that the test acquirer plays now, as `[{ mode, orderId?, times? }]`. */
export const faultsOfAcquirer: Endpoint = (options) => ask(options);

/** Breaks or mends it, in its own words: `{"mode":"lose_answer","times":3}`, `{"mode":"none"}`. */
export const setFaultOfAcquirer: Endpoint = (options, { body }) => ask(options, { method: 'POST', body: body.toString() });

async function ask(options: Parameters<Endpoint>[0], request: RequestInit = {}): Promise<Answer> {
  const acquirer = acquirerOf(options);
  if (!acquirer) return NO_ACQUIRER;
  const response = await fetch(new URL('test_helpers/faults', acquirer.url), {
    ...request,
    headers: { authorization: `Bearer ${acquirer.secret}`, 'content-type': 'application/json' },
  });
  const answer = (await response.json()) as { data?: unknown; error?: { message?: string } };
  if (response.ok) return json(200, answer.data);
  return problem(response.status, 'invalid-fault', 'The acquirer did not take the fault', { detail: answer.error?.message });
}
