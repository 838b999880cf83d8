import { invalidRequest } from './api-error';
import type { Form } from './form-decoding';
import { type Intent, orderIdOf, paidCharge } from './intent';
import { orderAddress } from './layout';
import { limitOf, startingAfter } from './list-queries';
import { allowOnly, text } from './parameters';
import { ok, type Reply } from './reply';
import type { Store } from './store';
import { isPaid, pageOfIntents } from './timeline';

/** Intents of one order that are looked at. More than this is a flood, and is cut off. */
const MAX_INTENTS_OF_ORDER = 1000;

const PARAMETERS: ReadonlySet<string> = new Set(['orderId', 'limit', 'starting_after']);

/** One movement of money. */
export interface BookEntry {
  readonly orderId: string | null;
  readonly attempt: number | null;
  /** Minor units. */
  readonly amount: number;
  /** Upper case. */
  readonly currency: string;
  /** The PaymentIntent's id: it is confirmed at most once, so it names the charge. */
  readonly chargeId: string;
  /** ISO 8601, to the second, as `created` of the charge has it. */
  readonly chargedAt: string;
}

/**
 * `GET /v1/test_helpers/charges`: how often was each order charged? An order's entries are consistent, and sorted by the time of the charge;
 * those of all orders come from the time line, sorted by the time their intent was created.
 */
export async function readBooks(store: Store, query: Form): Promise<Reply> {
  allowOnly(query, PARAMETERS);
  const limit = limitOf(query);
  const orderId = text(query, 'orderId');
  const after = await startingAfter(store, query);
  const { intents, hasMore } =
    orderId === undefined
      ? await pageOfIntents(store, { limit, keep: isPaid, ...(after && { after }) })
      : await pageOfOrder(store, orderId, limit, after);
  return ok({ data: intents.flatMap(entryOf), has_more: hasMore });
}

async function pageOfOrder(
  store: Store,
  orderId: string,
  limit: number,
  after: Intent | undefined,
): Promise<{ intents: Intent[]; hasMore: boolean }> {
  // One query of one partition, however long the time line is.
  const stored = await store.list(orderAddress(orderId), { limit: MAX_INTENTS_OF_ORDER });
  const paid = stored
    .map(({ body }) => body as Intent)
    .filter((intent) => orderIdOf(intent) === orderId && isPaid(intent))
    .sort((a, b) => chargedMs(a) - chargedMs(b) || (a.id < b.id ? -1 : 1));
  const index = after ? paid.findIndex(({ id }) => id === after.id) : -1;
  if (after && index < 0) throw invalidRequest('No such charge of this order', { code: 'resource_missing', param: 'starting_after' });
  const rest = paid.slice(index + 1);
  return { intents: rest.slice(0, limit), hasMore: rest.length > limit };
}

const chargedMs = (intent: Intent): number => paidCharge(intent)?.atMs ?? 0;

function entryOf(intent: Intent): BookEntry[] {
  const charge = paidCharge(intent);
  if (!charge) return [];
  const { id: chargeId, amount, currency, metadata } = intent;
  // Metadata are text, and may come from callers that write no attempt.
  const attempt = Object.hasOwn(metadata, 'attempt') && /^\d{1,9}$/.test(metadata.attempt!) ? Number(metadata.attempt) : null;
  return [
    {
      orderId: orderIdOf(intent) ?? null,
      attempt,
      amount,
      currency: currency.toUpperCase(),
      chargeId,
      chargedAt: new Date(Math.floor(charge.atMs / 1000) * 1000).toISOString(),
    },
  ];
}
