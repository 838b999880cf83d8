/**
 * Currencies accepted, with their number of decimals. A map, so that inherited property names are not currencies.
 *
 * Source: ISO 4217 and Stripe's list of zero- and three-decimal currencies (docs.stripe.com/currencies). Left out on purpose:
 * ISK, UGX, HUF and TWD, whose minor unit at the provider differs from ISO 4217 or depends on the operation. Whatever is not listed is refused; there is
 * no default number of decimals.
 */
const DECIMALS: ReadonlyMap<string, 0 | 2 | 3> = new Map([
  ...[
    'AUD',
    'BRL',
    'CAD',
    'CHF',
    'CNY',
    'CZK',
    'DKK',
    'EUR',
    'GBP',
    'HKD',
    'ILS',
    'INR',
    'MXN',
    'MYR',
    'NOK',
    'NZD',
    'PLN',
    'RON',
    'SEK',
    'SGD',
    'THB',
    'USD',
    'ZAR',
  ].map((code) => [code, 2] as const),
  ...['CLP', 'JPY', 'KRW', 'PYG', 'VND', 'XAF', 'XOF', 'XPF'].map((code) => [code, 0] as const),
  ...['BHD', 'JOD', 'KWD', 'OMR', 'TND'].map((code) => [code, 3] as const),
]);

/** Decimals of an upper-case ISO 4217 code, or `undefined` when it is not accepted. */
export const decimalsOf = (code: string): 0 | 2 | 3 | undefined => DECIMALS.get(code);
