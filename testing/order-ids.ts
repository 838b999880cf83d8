/** Order ids that the API accepts: short and long, names that an object has by itself, digits that look like a card number and are none. */
export const ACCEPTED_ORDER_IDS = [
  '__proto__',
  'constructor',
  'toString',
  'a',
  '...',
  '-',
  '_',
  'ORD-1001',
  'ord-1001',
  'A'.repeat(64),
  'x'.repeat(64),
  '0123456789._-',
  '1732870000000',
  '4242424242424241',
  'ord-1795946400004',
  'ord-4242424242424241',
  // Digits that pass the Luhn check once letters and single hyphens are left out: a card number is never printed so.
  'b4242424-2424-4242-8c11-2d0a4e6f9b13',
  '4242a4242b4242c4242',
  '42424242424242420000',
] as const;

/** Order ids with a card number in them, which are refused and kept nowhere. The numbers are published test numbers. */
export const CARD_NUMBER_ORDER_IDS = [
  '4242424242424242',
  'ord-4242424242424242',
  'ord-4242-4242-4242-4242',
  '4242-4242-4242-4242',
  'ord-1-4242424242424242',
  '4242.4242.4242.4242_9',
  '3782_822463_10005',
] as const;
