/**
 * Finds what looks like a payment card number, so that a request carrying one is refused before it can be stored or logged anywhere.
 *
 * A run of 13 to 19 digits that passes the Luhn check (ISO/IEC 7812-1), also when grouped the way cards print it, by any separator that an
 * order id or a person may use. Runs that start with 0, 1, 20 or 21 are left alone: no card scheme issues them, and an order id made of a
 * date or of a millisecond time stamp would otherwise be refused one time in ten.
 */
const AFTER_FIRST_TWO = [
  String.raw`\d{11,17}`,
  String.raw`\d{2}S\d{4}S\d{4}S\d{1,7}`,
  String.raw`\d{2}S\d{4}S\d{4}S\d{4}S\d{1,3}`,
  String.raw`\d{2}S\d{6}S\d{4,5}`,
  String.raw`\d{2}S\d{3}S\d{3}S\d{3}`,
];

/** Looks ahead instead of consuming, so that a number is found behind other digits and before its security code. */
const CANDIDATES = AFTER_FIRST_TWO.map(
  (rest) => new RegExp(String.raw`(?<!\d)(?=((?:2[2-9]|[3-9]\d)${rest.replaceAll('S', '[ ._-]')})(?!\d))`, 'g'),
);

export function containsCardNumber(text: string): boolean {
  return CANDIDATES.some((candidate) => [...text.matchAll(candidate)].some(([, found = '']) => passesLuhn(found.replace(/\D/g, ''))));
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of digits.split('').reverse().entries()) {
    const doubled = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
