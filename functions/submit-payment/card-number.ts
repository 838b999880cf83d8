/**
 * Finds what looks like a payment card number, so that a request carrying one is refused before it can be stored or logged anywhere.
 *
 * A run of 13 to 19 digits that passes the Luhn check (ISO/IEC 7812-1), also when grouped by blanks or hyphens the way cards print it. Runs that start with
 * 0 or 1 are left alone: no card scheme issues them, and a millisecond time stamp in an order id would otherwise be refused one time in ten.
 */
const RUNS = /(?<!\d)[2-9]\d{12,18}(?!\d)/g;
const GROUPED = /(?<!\d)[2-9]\d{3}[ -](?:\d{4}[ -]\d{4}[ -]\d{1,7}|\d{6}[ -]\d{4,5})(?!\d)/g;

export function containsCardNumber(text: string): boolean {
  const candidates = [...(text.match(RUNS) ?? []), ...(text.match(GROUPED) ?? [])];
  return candidates.some((candidate) => passesLuhn(candidate.replace(/\D/g, '')));
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of digits.split('').reverse().entries()) {
    const doubled = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
