import { invalidRequest } from './api-error';
import type { Form } from './form-decoding';
import { intentIdOfCharge } from './ids';
import type { Intent } from './intent';
import { intentAddress, timelineKey } from './layout';
import { allowOnly, atLeast, expansions, integer, text } from './parameters';
import { ok, type Reply } from './reply';
import { chargeResource, listResource, paymentIntentResource } from './resources';
import type { Store } from './store';
import { pageOfIntents } from './timeline';

/** Page sizes of every list at Stripe. */
const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

const INTENT_PARAMETERS: ReadonlySet<string> = new Set(['limit', 'starting_after', 'created', 'expand']);
const CHARGE_PARAMETERS: ReadonlySet<string> = new Set(['limit', 'starting_after', 'created', 'payment_intent']);

export function limitOf(query: Form): number {
  const limit = atLeast(1, integer(text(query, 'limit') ?? String(DEFAULT_LIMIT), 'limit'), 'limit');
  if (limit > MAX_LIMIT)
    throw invalidRequest(`This value must be less than or equal to ${MAX_LIMIT}.`, { code: 'parameter_invalid_integer', param: 'limit' });
  return limit;
}

/** The intent that a page starts after, named by its own id or its charge's. Throws `ApiError` 400 when there is none of that id. */
export async function startingAfter(store: Store, query: Form): Promise<Intent | undefined> {
  const id = text(query, 'starting_after');
  if (id === undefined) return undefined;
  const address = intentAddress(intentIdOfCharge(id));
  const [stored] = address ? await store.read([address]) : [];
  if (!stored) throw invalidRequest('No such object', { code: 'resource_missing', param: 'starting_after' });
  return stored.body as Intent;
}

/** `created=1700000000`, `created[gte]=…`: epoch seconds, as bounds of the time line, which counts milliseconds. */
function createdRange({ created }: Form): { from?: string; to?: string } {
  if (created === undefined) return {};
  const bounds = typeof created === 'string' ? { gte: created, lte: created } : created;
  let from = 0;
  let to = Number.POSITIVE_INFINITY;
  for (const [operator, value] of Object.entries(bounds)) {
    const param = `created[${operator.slice(0, 8)}]`;
    if (typeof value !== 'string') throw invalidRequest('Invalid timestamp', { param });
    // Beyond the thirteen digits of the time line everything is equally far away.
    const second = Math.min(integer(value, param), 9_999_999_998);
    if (operator === 'gte') from = Math.max(from, second * 1000);
    else if (operator === 'gt') from = Math.max(from, (second + 1) * 1000);
    else if (operator === 'lte') to = Math.min(to, (second + 1) * 1000);
    else if (operator === 'lt') to = Math.min(to, second * 1000);
    else throw invalidRequest('Received unknown parameter in created; known are gt, gte, lt and lte', { code: 'parameter_unknown', param });
  }
  // Keys go on after the milliseconds, so the bare number is an exclusive upper bound. An empty range must not reach the table.
  if (to <= from) return { from: timelineKey(from), to: timelineKey(from) };
  return { ...(from > 0 && { from: timelineKey(from) }), ...(to !== Number.POSITIVE_INFINITY && { to: timelineKey(to) }) };
}

/** `GET /v1/payment_intents`: newest first. */
export async function listIntents(store: Store, query: Form): Promise<Reply> {
  allowOnly(query, INTENT_PARAMETERS);
  const expand = new Set([...expansions(query, ['data.latest_charge'])].map((name) => name.slice('data.'.length)));
  const range = { ...createdRange(query), limit: limitOf(query), newestFirst: true };
  const after = await startingAfter(store, query);
  const { intents, hasMore } = await pageOfIntents(store, { ...range, ...(after && { after }) });
  return ok(
    listResource(
      '/v1/payment_intents',
      intents.map((intent) => paymentIntentResource(intent, intent.state, expand)),
      hasMore,
    ),
  );
}

/**
 * `GET /v1/charges`: the latest charge of each PaymentIntent, failed ones too; the newest intent first. Earlier declines of an intent are
 * not kept.
 */
export async function listCharges(store: Store, query: Form, ofIntent: Intent | undefined): Promise<Reply> {
  allowOnly(query, CHARGE_PARAMETERS);
  const range = { ...createdRange(query), limit: limitOf(query), newestFirst: true };
  const chargesOf = (intents: readonly Intent[]) =>
    intents.flatMap((intent) => (intent.state.latestCharge ? [chargeResource(intent, intent.state.latestCharge)] : []));
  // A PaymentIntent has one latest charge, so this list has no second page.
  if (text(query, 'payment_intent') !== undefined) return ok(listResource('/v1/charges', chargesOf(ofIntent ? [ofIntent] : []), false));
  const after = await startingAfter(store, query);
  const keep = (intent: Intent) => intent.state.latestCharge !== null;
  const { intents, hasMore } = await pageOfIntents(store, { ...range, ...(after && { after }), keep });
  return ok(listResource('/v1/charges', chargesOf(intents), hasMore));
}
