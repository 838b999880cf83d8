/** Why the issuer refused, in Stripe's words (docs.stripe.com/declines/codes). */
export interface Decline {
  readonly code: string;
  readonly declineCode: string;
  readonly message: string;
}

export type CardOutcome =
  | { readonly kind: 'charged' }
  | { readonly kind: 'declined'; readonly decline: Decline }
  | { readonly kind: 'authentication' };

export interface TestCard {
  readonly brand: string;
  readonly last4: string;
  readonly outcome: CardOutcome;
}

const charged = (brand: string, last4: string): TestCard => ({ brand, last4, outcome: { kind: 'charged' } });

function declined(last4: string, code: string, declineCode: string, message: string): TestCard {
  return { brand: 'visa', last4, outcome: { kind: 'declined', decline: { code, declineCode, message } } };
}

const NO = 'Your card was declined.';

/** Stripe's test payment methods (docs.stripe.com/testing). A map, so that inherited property names are not cards. */
const CARDS: ReadonlyMap<string, TestCard> = new Map([
  ['pm_card_visa', charged('visa', '4242')],
  ['pm_card_visa_debit', charged('visa', '5556')],
  ['pm_card_mastercard', charged('mastercard', '4444')],
  ['pm_card_amex', charged('amex', '8431')],
  ['pm_card_chargeDeclined', declined('0002', 'card_declined', 'generic_decline', NO)],
  ['pm_card_chargeDeclinedInsufficientFunds', declined('9995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.')],
  ['pm_card_chargeDeclinedLostCard', declined('9987', 'card_declined', 'lost_card', NO)],
  ['pm_card_chargeDeclinedStolenCard', declined('9979', 'card_declined', 'stolen_card', NO)],
  ['pm_card_chargeDeclinedExpiredCard', declined('0069', 'expired_card', 'expired_card', 'Your card has expired.')],
  ['pm_card_chargeDeclinedIncorrectCvc', declined('0127', 'incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect.")],
  [
    'pm_card_chargeDeclinedProcessingError',
    declined('0119', 'processing_error', 'processing_error', 'An error occurred while processing your card. Try again in a little bit.'),
  ],
  ['pm_card_authenticationRequired', { brand: 'visa', last4: '3184', outcome: { kind: 'authentication' } }],
]);

/** Stripe writes some of the declining ones with the brand as well: `pm_card_visa_chargeDeclined`. */
export const testCard = (paymentMethod: string): TestCard | undefined =>
  CARDS.get(paymentMethod.replace(/^pm_card_visa_(?=charge)/, 'pm_card_'));
