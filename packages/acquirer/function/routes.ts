import type { Acquirer } from './acquirer';
import { noSuchIntent, notFound } from './api-error';
import { readBooks } from './books';
import { expandOf, type Planner, planCancel, planConfirm, planCreate } from './command';
import { faultRequest } from './fault-rules';
import { presentFaults, setFault } from './faults';
import { orderIdOf } from './intent';
import { listCharges, listIntents } from './list-queries';
import { allowOnly, text } from './parameters';
import { ok, type Reply } from './reply';
import type { ApiRequest, Seen } from './request';
import { paymentIntentResource } from './resources';
import type { Store } from './store';

/** Commands change something, once for their idempotency key; queries do not; helpers belong to the test and are never broken on request. */
export type Route =
  | { readonly kind: 'command'; readonly intentId?: string; readonly plan: Planner }
  | {
      readonly kind: 'query';
      readonly intentId?: string;
      readonly answer: (store: Store, request: ApiRequest, seen: Seen) => Promise<Reply>;
    }
  | { readonly kind: 'helper'; readonly answer: (acquirer: Acquirer, request: ApiRequest) => Promise<Reply> };

/** Throws `ApiError` 404 in Stripe's words for everything that is not here. */
export function routeOf({ method, path, query }: ApiRequest): Route {
  const [, , resource, id, action, ...rest] = path.split('/');
  const shape = [method, resource, id && ':id', action, ...rest].filter((part) => part !== undefined).join(' ');
  switch (shape) {
    case 'POST payment_intents':
      return { kind: 'command', plan: planCreate };
    case 'POST payment_intents :id confirm':
      return { kind: 'command', intentId: id!, plan: planConfirm };
    case 'POST payment_intents :id cancel':
      return { kind: 'command', intentId: id!, plan: planCancel };
    case 'GET payment_intents :id':
      return { kind: 'query', intentId: id!, answer: (_store, request, seen) => retrieve(id!, request, seen) };
    case 'GET payment_intents':
      return { kind: 'query', answer: (store, request) => listIntents(store, request.query) };
    case 'GET charges':
      return chargesRoute(typeof query.payment_intent === 'string' ? query.payment_intent : undefined);
    default:
      return helperRoute(method, resource === 'test_helpers' && action === undefined ? id : undefined);
  }
}

const EXPAND_ONLY: ReadonlySet<string> = new Set(['expand', 'client_secret']);

async function retrieve(id: string, { query }: ApiRequest, { intent }: Seen): Promise<Reply> {
  if (!intent) throw noSuchIntent(id);
  allowOnly(query, EXPAND_ONLY);
  return ok(paymentIntentResource(intent.body, intent.body.state, expandOf(query)));
}

function chargesRoute(intentId: string | undefined): Route {
  return {
    kind: 'query',
    ...(intentId !== undefined && { intentId }),
    answer: (store, request, seen) => listCharges(store, request.query, seen.intent?.body),
  };
}

function helperRoute(method: string, helper: string | undefined): Route {
  switch (`${method} ${helper}`) {
    case 'GET charges':
      return { kind: 'helper', answer: ({ store }, { query }) => readBooks(store, query) };
    case 'GET faults':
      return { kind: 'helper', answer: async ({ store }) => ok({ data: await presentFaults(store) }) };
    case 'POST faults':
      return { kind: 'helper', answer: async (acquirer, { body }) => ok({ data: await setFault(acquirer, faultRequest(body)) }) };
    default:
      throw notFound(
        'Unrecognized request URL. See https://stripe.com/docs/api for those that Stripe has; this service has a few of them.',
      );
  }
}

/** Order that a request is about: the stored intent's, or the one a create names. */
export function orderOf({ form }: ApiRequest, { intent }: Seen): string | undefined {
  if (intent) return orderIdOf(intent.body);
  const { metadata } = form;
  return typeof metadata === 'object' && typeof metadata.orderId === 'string' ? metadata.orderId : undefined;
}

/** A create without confirmation: the only request after which no money can have moved. */
export const opensOnly = (route: Route, { form }: ApiRequest): boolean =>
  route.kind === 'command' && route.intentId === undefined && text(form, 'confirm') !== 'true';
