import type { Outcome, Payment } from '../shared/payments';

/** A charge as the provider settled it. */
export interface Settlement {
  readonly outcome: Outcome;
  /** The provider had settled it before we asked: an earlier delivery charged, and died before it could record that. */
  readonly alreadySettled: boolean;
}

/** The result of preparing a charge. Refused: the provider will never take this amount, and there is nothing that could be charged. */
export type Opening = { readonly kind: 'opened'; readonly chargeId: string } | { readonly kind: 'refused'; readonly declineCode: string };

/**
 * Who moves the money. Every call throws `TransientFailure` when the answer is unknown (the work may have been done) and
 * `PermanentFailure` when what the provider says cannot be reconciled with the payment.
 */
export interface Provider {
  /** Prepares the charge. No money moves, and an id that is never settled costs nothing. */
  open(payment: Payment): Promise<Opening>;
  /** Charges under the id, at most once ever. `askFirst`: an earlier delivery may have done it already, so ask for it before confirming. */
  settle(payment: Payment & { readonly chargeId: string }, options: { readonly askFirst: boolean }): Promise<Settlement>;
  /** What the provider says of the charge now; `undefined` while it is not final. Confirms and cancels nothing. */
  look(payment: Payment & { readonly chargeId: string }): Promise<Outcome | undefined>;
  /** Ends the charge without confirming it. What the provider says decides: it may have been charged before. */
  end(payment: Payment & { readonly chargeId: string }, reason: 'expired' | 'cancelled'): Promise<Settlement>;
}
