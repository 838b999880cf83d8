import { PROVIDER_KEY_LIFE_SECONDS } from '../../contract/windows';
import { type Answer, apiError, type Intent, unexpectedState } from './intent';
import type { VirtualClock } from './virtual-clock';

/** How long a payment method that takes its time stays `processing`. */
const PROCESSING_MS = 60_000;

/** One movement of money, for ever in the books. */
export interface Charge {
  readonly orderId: string;
  readonly attempt: number;
  readonly amount: number;
  /** Lower case, as Stripe has it. */
  readonly currency: string;
  readonly chargeId: string;
  readonly at: number;
}

interface KeyUse {
  readonly request: string;
  readonly at: number;
  /** Absent while the request is being worked on. */
  answer?: Answer;
}

export type Bank = ReturnType<typeof createBank>;

/**
 * Stripe's rules without Stripe: a PaymentIntent is confirmed at most once; a key stands for its first request and that one's answer,
 * errors of the server and declines too, for 24 hours; and it is refused while that request is being worked on.
 */
export function createBank(clock: VirtualClock, onCharge: (charge: Charge) => void = () => undefined) {
  const intents = new Map<string, Intent>();
  const keys = new Map<string, KeyUse>();
  const charges: Charge[] = [];

  const change = (intent: Intent, to: Partial<Intent>): Intent => {
    const changed = { ...intent, ...to };
    intents.set(intent.id, changed);
    return changed;
  };

  function succeed(intent: Intent): Intent {
    const { metadata, amount, currency, id } = intent;
    const charge = { orderId: metadata.orderId, attempt: Number(metadata.attempt), amount, currency, chargeId: id, at: clock.now() };
    charges.push(charge);
    onCharge(charge);
    const latest_charge = { id: `ch_${charges.length}`, created: Math.floor(clock.now() / 1000) };
    return change(intent, { status: 'succeeded', amount_received: amount, latest_charge });
  }

  function confirm(intent: Intent, paymentMethod: string): Answer {
    if (intent.status !== 'requires_payment_method') return unexpectedState(intent);
    switch (paymentMethod) {
      case 'pm_card_chargeDeclined': {
        const declined = change(intent, { last_payment_error: { code: 'card_declined', decline_code: 'generic_decline' } });
        return apiError(402, 'card_error', 'card_declined', { decline_code: 'generic_decline', payment_intent: declined });
      }
      case 'pm_card_authenticationRequired':
        return { status: 200, body: change(intent, { status: 'requires_action' }) };
      case 'pm_slow_clearing':
        clock.at(clock.now() + PROCESSING_MS, () => void succeed(intents.get(intent.id)!));
        return { status: 200, body: change(intent, { status: 'processing' }) };
      default:
        return { status: 200, body: succeed(intent) };
    }
  }

  /** The effect and answer of one request: `create`, or `retrieve`, `confirm`, `cancel` of an intent. */
  function carryOut(verb: string, id: string, params: Record<string, unknown>): Answer {
    if (verb === 'create') {
      const { amount, currency, metadata } = params as unknown as Intent;
      const open = { status: 'requires_payment_method', amount_received: 0, last_payment_error: null, latest_charge: null } as const;
      const intent: Intent = {
        object: 'payment_intent',
        livemode: false,
        id: `pi_${intents.size + 1}`,
        amount,
        currency,
        metadata,
        ...open,
      };
      intents.set(intent.id, intent);
      return { status: 200, body: intent };
    }
    const intent = intents.get(id);
    if (!intent) return apiError(404, 'invalid_request_error', 'resource_missing');
    if (verb === 'retrieve') return { status: 200, body: intent };
    if (verb === 'confirm') return confirm(intent, String(params.payment_method));
    const isOver = intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing';
    return isOver
      ? unexpectedState(intent)
      : {
          status: 200,
          body: change(intent, { status: 'canceled', cancellation_reason: (params.cancellation_reason as string | undefined) ?? null }),
        };
  }

  return {
    charges: charges as readonly Charge[],
    /**
     * Works on one request for so long. `instead` is an answer of the server's own: with `workDone` after the work, otherwise in its place.
     */
    async handle(
      { verb, id = '', params = {}, key }: { verb: string; id?: string; params?: object; key?: string },
      { workMs, instead, workDone }: { workMs: number; instead?: Answer; workDone?: boolean },
    ): Promise<Answer> {
      const request = JSON.stringify([verb, id, params]);
      const known = key === undefined ? undefined : keys.get(key);
      if (known && known.at + PROVIDER_KEY_LIFE_SECONDS * 1000 > clock.now()) {
        if (known.request !== request) return apiError(400, 'idempotency_error', 'idempotency_error');
        return known.answer ?? apiError(409, 'idempotency_error', 'idempotency_key_in_use');
      }
      const use: KeyUse = { request, at: clock.now() };
      if (key !== undefined) keys.set(key, use);
      if (workMs > 0) await clock.sleep(workMs);
      const work = instead && !workDone ? undefined : carryOut(verb, id, params as Record<string, unknown>);
      use.answer = instead ?? work!;
      return use.answer;
    },
  };
}
