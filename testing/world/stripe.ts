import Stripe from 'stripe';
import { PROVIDER_CALL_TIMEOUT_SECONDS } from '../../contract/windows';
import type { Bank } from './bank';
import type { Computer } from './computer';
import { type Answer, apiError } from './intent';
import type { VirtualClock } from './virtual-clock';
import type { World } from './world';

/** Usual time that the provider works on a request. */
const WORK_MS = 300;
/** Longer than the charge function waits. */
const SLOW_WORK_MS = 10_000;
/** Not quite as long as it waits. */
const SLUGGISH_WORK_MS = 7_000;
/** How long a request can be under way: past the visibility time-out of the message that it was for. */
const UNDER_WAY_MS = 200_000;

const lost = () => new Stripe.errors.StripeConnectionError({ message: 'no answer', type: 'api_error' });

/** The provider as one process sees it: the calls of the `stripe` package that the charge function makes, with its errors. */
export function stripeOf(computer: Computer, { bank, fault, clock, counts }: World): Stripe {
  async function request(verb: string, id: string, params: object, key?: string): Promise<unknown> {
    counts.providerCalls += 1;
    const answer = await computer.call(() => transmit({ verb, id, params, key }, bank, fault, clock), {
      timeoutMs: PROVIDER_CALL_TIMEOUT_SECONDS * 1000,
      lost,
    });
    if (answer.status < 300) return answer.body;
    throw Stripe.errors.StripeError.generate({ ...answer.body, statusCode: answer.status } as never);
  }
  const paymentIntents = {
    create: (params: object, options?: { idempotencyKey: string }) => request('create', '', params, options?.idempotencyKey),
    retrieve: (id: string) => request('retrieve', id, {}),
    confirm: (id: string, params: object, options?: { idempotencyKey: string }) => request('confirm', id, params, options?.idempotencyKey),
    cancel: (id: string, params: object = {}) => request('cancel', id, params),
  };
  return { paymentIntents } as unknown as Stripe;
}

async function transmit(request: Parameters<Bank['handle']>[0], bank: Bank, faults: World['fault'], clock: VirtualClock): Promise<Answer> {
  const { verb, times } = faults.current;
  const isMet = verb === undefined || verb === request.verb;
  const mode = isMet ? faults.current.mode : 'none';
  if (isMet) faults.current = times > 1 ? { ...faults.current, times: times - 1 } : { mode: 'none', times: 0 };
  const failure = apiError(500, 'api_error', 'internal');
  switch (mode) {
    case 'none':
      return bank.handle(request, { workMs: WORK_MS });
    case 'down':
      throw lost();
    case 'slow':
      return bank.handle(request, { workMs: SLOW_WORK_MS });
    case 'sluggish':
      return bank.handle(request, { workMs: SLUGGISH_WORK_MS });
    case 'under-way':
      await clock.sleep(UNDER_WAY_MS);
      return bank.handle(request, { workMs: WORK_MS });
    case 'lose-answer':
      await bank.handle(request, { workMs: WORK_MS });
      throw lost();
    // Refused at the door: neither worked on nor stored.
    case 'conflict':
      return apiError(409, 'idempotency_error', 'idempotency_key_in_use');
    case 'rate-limit':
      return apiError(429, 'invalid_request_error', 'rate_limit');
    case 'server-error':
      return bank.handle(request, { workMs: WORK_MS, instead: failure });
    case 'server-error-after':
      return bank.handle(request, { workMs: WORK_MS, instead: failure, workDone: true });
    default:
      return mode satisfies never;
  }
}
