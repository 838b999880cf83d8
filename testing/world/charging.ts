import type Stripe from 'stripe';
import { PermanentFailure } from '../../contract/failures';
import type { ChargePorts } from '../../functions/charge/ports';
import type { Provider } from '../../functions/charge/provider';
import { stripeProvider } from '../../functions/charge/provider.stripe';
import type { Payments } from '../../functions/shared/payments';
import { declineOf, toFailure } from '../../functions/shared/stripe-errors';
import type { Layers } from './layers';

export interface ChargingPorts {
  readonly payments: Payments;
  readonly stripe: Stripe;
  readonly remainingMs: () => number;
  readonly clock: () => number;
}

/** The ledger and the provider that these layers leave the charge. */
export function chargingOf(
  layers: Layers,
  { payments, stripe, remainingMs, clock }: ChargingPorts,
): Pick<ChargePorts, 'payments' | 'provider'> {
  return {
    payments: layers.ledger ? payments : unreadLedger(payments, clock),
    provider: layers.chargeId ? stripeProvider(async () => stripe, false, remainingMs) : chargeAnew(stripe),
  };
}

/** The row is brought up to date for whoever reads it; each delivery sees it as if just accepted. */
function unreadLedger(payments: Payments, clock: () => number): Payments {
  return {
    ...payments,
    async get(orderId, attempt) {
      const row = await payments.get(orderId, attempt);
      if (!row) return undefined;
      const { chargeId: _, chargedAt: __, declineCode: ___, ...accepted } = row;
      return { ...accepted, status: 'accepted', acceptedAt: new Date(clock()).toISOString() };
    },
    startCharging: async (payment, chargeId) => ({ ...payment, status: 'charging', chargeId }),
    async settle(payment, outcome) {
      await payments.startCharging(payment, payment.chargeId!);
      await payments.settle({ ...payment, chargeId: undefined }, outcome);
      return { ...payment, ...outcome };
    },
  };
}

/** A charge made and confirmed in one go, with no name by which a later delivery could find it. */
function chargeAnew(stripe: Stripe): Provider {
  return {
    open: async () => ({ kind: 'opened', chargeId: 'unnamed' }),
    look: async () => undefined,
    // With no name to ask for, there is nothing that could be ended.
    end: async (_payment, reason) => ({ outcome: { status: reason }, alreadySettled: false }),
    async settle({ orderId, attempt, amount, currency, paymentMethod }) {
      try {
        const metadata = { orderId, attempt: String(attempt) };
        const { id } = await stripe.paymentIntents.create({ amount, currency: currency.toLowerCase(), metadata });
        const { status, latest_charge: charge } = await stripe.paymentIntents.confirm(id, { payment_method: paymentMethod });
        if (status !== 'succeeded' || typeof charge !== 'object' || charge === null) throw new PermanentFailure('provider-reply-differs');
        const chargedAt = new Date(charge.created * 1000).toISOString();
        return { outcome: { status: 'charged', chargedAt }, alreadySettled: false };
      } catch (error) {
        const declineCode = declineOf(error);
        if (declineCode === undefined) throw toFailure(error);
        return { outcome: { status: 'declined', declineCode }, alreadySettled: false };
      }
    },
  };
}
