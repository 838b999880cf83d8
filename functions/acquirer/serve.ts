import { SLOW_ANSWER_SECONDS } from '../../lib/windows';
import { keyInUse, noSuchIntent, rateLimited, serverError, unavailable } from './api-error';
import type { Plan } from './command';
import type { FaultMode } from './fault-rules';
import { takeFault } from './faults';
import { type Reply, settled } from './reply';
import { type ApiRequest, look, type Seen } from './request';
import { opensOnly, orderOf, type Route, routeOf } from './routes';
import { rememberedKey, runCommand } from './run-command';
import type { Store } from './store';

/** What API Gateway sends when its integration does not answer in time. Sent at once: the caller cannot tell, and nobody has to wait. */
const ANSWER_LOST: Reply = { statusCode: 504, body: { message: 'Endpoint request timed out' } };

/** Real time, also where the clock is virtual: it keeps a caller waiting. */
export type Sleep = (ms: number) => Promise<void>;

export type Served = Reply & { readonly fault?: FaultMode };

/** Answers one authenticated request. Throws only what is not the caller's doing, such as an unreachable table. */
export async function serve(store: Store, request: ApiRequest, sleep: Sleep): Promise<Served> {
  let fault: FaultMode | undefined;
  const reply = await settled(async () => {
    const route = routeOf(request);
    if (route.kind === 'helper') return route.answer(store, request);
    const seen = await look(store, request.idempotencyKey, route.intentId);
    fault = await takeFault(store, seen.faults, orderOf(request, seen), (mode) => affects(mode, route, request, seen));
    return broken(fault, sleep, (failure) =>
      route.kind === 'command' ? command(store, request, route, seen, failure) : query(store, request, route, seen, failure),
    );
  });
  return fault ? { ...reply, fault } : reply;
}

/**
 * `lose_answer` spares a create without confirmation: only once its answer has arrived can money move, so losing the others hurts most.
 * Where the key has an answer already, that counts and not a new `server_error`; and only a POST can meet its key in use.
 */
function affects(mode: FaultMode, route: Route, request: ApiRequest, seen: Seen): boolean {
  switch (mode) {
    case 'lose_answer':
      return !opensOnly(route, request);
    case 'conflict':
      return route.kind === 'command';
    case 'server_error':
      return rememberedKey(seen, request.nowMs) === undefined;
    case 'down':
    case 'slow':
    case 'rate_limit':
      return true;
    default:
      return mode satisfies never;
  }
}

async function broken(
  fault: FaultMode | undefined,
  sleep: Sleep,
  work: (failure?: ReturnType<typeof serverError>) => Promise<Reply>,
): Promise<Reply> {
  switch (fault) {
    case undefined:
      return work();
    case 'down':
      throw unavailable();
    case 'conflict':
      throw keyInUse();
    case 'rate_limit':
      throw rateLimited();
    case 'server_error':
      return work(serverError());
    // The work's own errors are answers as well: they come late, or not at all.
    case 'slow': {
      const reply = await settled(() => work());
      await sleep(SLOW_ANSWER_SECONDS * 1000);
      return reply;
    }
    case 'lose_answer':
      await settled(() => work());
      return ANSWER_LOST;
    default:
      return fault satisfies never;
  }
}

type Failure = ReturnType<typeof serverError> | undefined;

function command(
  store: Store,
  request: ApiRequest,
  route: Extract<Route, { kind: 'command' }>,
  seen: Seen,
  failure: Failure,
): Promise<Reply> {
  const makePlan = ({ intent }: Seen): Plan => {
    if (failure) return { kind: 'fail', error: failure };
    if (route.intentId !== undefined && !intent) throw noSuchIntent(route.intentId);
    return route.plan(request.form, request.nowMs);
  };
  return runCommand(store, request, route.intentId, seen, makePlan);
}

async function query(
  store: Store,
  request: ApiRequest,
  route: Extract<Route, { kind: 'query' }>,
  seen: Seen,
  failure: Failure,
): Promise<Reply> {
  if (failure) throw failure;
  return route.answer(store, request, seen);
}
