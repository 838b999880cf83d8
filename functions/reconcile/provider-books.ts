import type { Outcome } from '../shared/payments';
import type { Page, Walk } from './walk';

/** A charge as the provider's books show it. */
export interface BookedCharge {
  readonly chargeId: string;
  /** The payment that the worker wrote into the charge's metadata. */
  readonly orderId: string;
  readonly attempt: number;
  /** Minor units: what was received, once it was. */
  readonly amount: number;
  /** Upper-case ISO 4217 code. */
  readonly currency: string;
  /** Absent while the provider has not decided. */
  readonly outcome?: Outcome;
}

export type SucceededCharge = BookedCharge & { readonly outcome: { readonly status: 'charged'; readonly chargedAt: string } };

/**
 * The provider, read only: nothing here can start, confirm or cancel a charge. Calls throw `TransientFailure` when the answer is unknown
 * and `PermanentFailure` when the provider refuses the question.
 */
export interface ProviderBooks {
  /** Succeeded charges of this app that were created in the walk's time, a page at a time. Anything younger than a few minutes may be missing. */
  succeeded(walk: Walk): Promise<Page<SucceededCharge>>;
  /** `undefined` when the provider does not know the id, or not as a charge of this app. */
  find(chargeId: string): Promise<BookedCharge | undefined>;
}
