import type { PaymentEvent } from '../../contract/payment-event';

/** Client tokens: the values of `Idempotency-Key`. They live for `CLIENT_TOKEN_LIFE_SECONDS` from first use and never replace the business key. */
export interface ClientTokens {
  /** Binds the token to the event, unless it is already bound to another one. */
  claim(token: string, event: PaymentEvent): Promise<'claimed' | 'used-for-another-event'>;
}
