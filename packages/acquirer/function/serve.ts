import type { Acquirer } from './acquirer';
import { keyInUse, noSuchIntent, rateLimited, serverError, unavailable } from './api-error';
import type { Plan } from './command';
import { type FaultMode, ruleFor } from './fault-rules';
import { rulesOf, takeFault } from './faults';
import { SLOW_ANSWER_SECONDS } from './limits';
import { type Reply, settled } from './reply';
import { type ApiRequest, look, type Seen } from './request';
import { opensOnly, orderOf, type Route, routeOf } from './routes';
import { rememberedKey, runCommand } from './run-command';

/** What API Gateway sends when its integration does not answer in time. Sent at once: the caller cannot tell, and nobody has to wait. */
const ANSWER_LOST: Reply = { statusCode: 504, body: { message: 'Endpoint request timed out' } };

export type Served = Reply & { readonly fault?: FaultMode };

/** Answers one authenticated request. Throws only what is not the caller's doing, such as an unreachable table. */
export async function serve(acquirer: Acquirer, request: ApiRequest): Promise<Served> {
  let fault: FaultMode | undefined;
  const reply = await settled(async () => {
    const route = routeOf(request);
    if (route.kind === 'helper') return route.answer(acquirer, request);
    const seen = unseen(acquirer, route, request) ?? (await look(acquirer, request.idempotencyKey, route.intentId));
    fault = await takeFault(acquirer, seen.faults, orderOf(request, seen), (mode) => affects(mode, route, request, seen));
    return broken(fault, acquirer, (failure) =>
      route.kind === 'command' ? command(acquirer, request, route, seen, failure) : query(acquirer, request, route, seen, failure),
    );
  });
  return fault ? { ...reply, fault } : reply;
}

/**
 * A create under no fault looks at nothing first: it claims its key, and when that fails it learns from the claim who has it. `undefined`
 * when a look is needed.
 */
function unseen({ faults }: Acquirer, route: Route, request: ApiRequest): Seen | undefined {
  const recalled = faults.recall();
  if (!recalled || route.kind !== 'command' || route.intentId !== undefined) return undefined;
  const seen = { faults: recalled.document, key: undefined, keyRead: false, intent: undefined };
  return ruleFor(rulesOf(recalled.document), orderOf(request, seen)) ? undefined : seen;
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
  { sleep }: Acquirer,
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
  acquirer: Acquirer,
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
  return runCommand(acquirer, request, route.intentId, seen, makePlan);
}

async function query(
  acquirer: Acquirer,
  request: ApiRequest,
  route: Extract<Route, { kind: 'query' }>,
  seen: Seen,
  failure: Failure,
): Promise<Reply> {
  if (failure) throw failure;
  return route.answer(acquirer.store, request, seen);
}
